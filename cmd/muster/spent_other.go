//go:build !unix

package main

import "time"

// spent is not known here.
func spent() (cpu time.Duration, peak int64) { return 0, 0 }
