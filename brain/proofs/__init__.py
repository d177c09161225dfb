"""Proven wins: what a certificate is, how it is checked and made, and what it is good for."""
