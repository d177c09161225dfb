"""Threat lines of certificates, on a board of their own."""
