"""Certificates of wins: the value, its files, and the checker. This folder is trusted. It imports
only the rules, so that a verdict rests on the rules alone.
"""
