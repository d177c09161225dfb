"""Play random games in the PettingZoo environment, where a learner would choose the actions."""

from tengen import environment

env = environment(9, "standard")
env.reset(seed=1)
env.action_space("black").seed(1)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, _ = env.last()
    if terminated or truncated:
        print(f"{agent}: {reward}")
        action = None
    else:
        action = env.action_space("black").sample(observation["action_mask"])
    env.step(action)
