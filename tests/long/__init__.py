"""Tools that run for minutes, and in test_*.py a short run of each.

Each is run as `python -m tests.long.<tool>`; `--help` or its docstring lists its options. Where a
program is tested it is the one that TENGEN_EXE names, or else the checkout. Minutes are those of
two cores.

    tool           what it shows                                                        minutes
    acceptance     Gomocup's own test is passed in every format                              25
    certificates   games against certificates are won; both checkers refuse the same        60
    deadlines      how late moves come with every core busy                                   3
    differential   ten million cells are judged as the slow twin judges them                 10
    executors      kernels compiled in a process, or as plain Python, search the same         5
    fuzz           a hundred thousand conversations, mostly broken, get what is owed         15
    memory         memory stays below every limit and doesn't grow                            4
    overhead       the match runner takes at most 3 ms of a move and 5 % of a core            1
    pauses         how late moves come when the program is suspended                          5
    proofs         every win that a search claims can be proved (kill, threats, search)       4
    puzzles        how many wins from self-play brains solve; makes them, too                 -
    soak           ten thousand fast games without a fault                                   80
"""
