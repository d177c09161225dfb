"""The Go Text Protocol, for windows made for Go: `tengen gtp`."""
