"""A brain that says what it is told to: `python -m tests.support.scripted 7,7 SWAP wait:0.5 8,8`.

An argument for every request of a move, the last one for all that follow: words to say, after a
wait of so many seconds if that goes before. Before each it tells in a MESSAGE, parted by bars, what
it was told since its last answer.
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
            print("OK", flush=True)
        if line.startswith(("BEGIN", "DONE", "TURN")):
            print(f"MESSAGE {'|'.join(told)}", flush=True)
            told = []
            while answers[0].startswith("wait:"):
                time.sleep(float(answers.pop(0).removeprefix("wait:")))
            print(answers.pop(0) if len(answers) > 1 else answers[0], flush=True)


if __name__ == "__main__":
    main()
