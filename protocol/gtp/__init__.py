"""The Go Text Protocol, for windows that were made for Go: `tengen gtp`."""
