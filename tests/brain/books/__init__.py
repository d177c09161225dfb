"""Tests of brain/books."""
