"""Threat lines of certificates, on a record of their own, L."""
