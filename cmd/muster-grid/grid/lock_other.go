//go:build !unix

package grid

import "os"

// Lock opens a file. Other processes are not kept from it here.
func Lock(name string) (*os.File, error) { return os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o666) }
