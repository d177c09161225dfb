"""Certificates: made, checked, kept, explained; and the older trees."""
