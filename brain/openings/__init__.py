"""Openings: the shipped sets, balanced stones, and the opening rules swap2 and Soosyrv-8."""
