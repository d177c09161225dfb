"""A brain that prints given answers: `python -m tests.support.scripted 7,7 SWAP wait:0.5 8,8`.

One argument answers each request for a move of a game, the last one all that follow; wait:S before
it delays the answer by S seconds, and nodes:N reports N nodes. Before each answer a MESSAGE lists
the lines received since the last, separated by bars.
"""

import sys
import time


def main() -> None:
    """Talk until END or the end of stdin."""
    answers = sys.argv[1:]
    told = []
    for line in map(str.strip, sys.stdin):
        told.append(line)
        if line == "END":
            break
        if "START" in line:
            answers = sys.argv[1:]
            print("OK", flush=True)
        if line.startswith(("BEGIN", "DONE", "TURN")):
            print(f"MESSAGE {'|'.join(told)}", flush=True)
            told = []
            while ":" in answers[0]:
                word, number = answers.pop(0).split(":")
                if word == "wait":
                    time.sleep(float(number))
                else:
                    print(f"INFO TOTALNODES {number}", flush=True)
            print(answers.pop(0) if len(answers) > 1 else answers[0], flush=True)


if __name__ == "__main__":
    main()
