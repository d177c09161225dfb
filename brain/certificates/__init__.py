"""Certificates of wins: the value, its files, and the checker. This folder is trusted: it imports
nothing but the rules, so that a verdict rests on the rules alone.
"""
