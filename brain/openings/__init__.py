"""Openings: the shipped sets, balanced stones, and the procedures swap2 and Soosyrv-8."""
