"""The compiled part of the brain, all of it and nothing else.

Each module imports only from lower floors; their order stands in tests/test_floors.py.
"""
