//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package client

import "os"

// alone does something to a file; here the standard library has no locks.
func alone(_ *os.File, do func() error) error { return do() }
