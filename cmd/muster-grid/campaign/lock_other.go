//go:build !unix

package campaign

import "os"

// lock opens a file. Other processes are not kept from it here.
func lock(name string) (*os.File, error) { return os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o666) }
