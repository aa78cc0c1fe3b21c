//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package client

import (
	"os"
	"syscall"
)

// alone does something to a file while no other program that asks first does. Where the file system has no locks, it is
// done without.
func alone(file *os.File, do func() error) error {
	if lock(file, syscall.LOCK_EX) == nil {
		defer lock(file, syscall.LOCK_UN)
	}
	return do()
}

func lock(file *os.File, how int) error {
	for {
		if err := syscall.Flock(int(file.Fd()), how); err != syscall.EINTR {
			return err
		}
	}
}
