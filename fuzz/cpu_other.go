//go:build !unix

package fuzz

import "time"

// cpuTime returns the time of the clock: CPU time is not known here.
func cpuTime() time.Duration { return time.Duration(time.Now().UnixNano()) }
