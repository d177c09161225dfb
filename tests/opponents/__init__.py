"""Small reference brains: the five forerunners, a random one, and some that misbehave.

Each forerunner follows a public write-up, at its depth. None keeps time: on 15 x 15, `weights` and
`shapes` take milliseconds a move; `maxmin`, `killer` and `negamax` up to a second.
"""
