//go:build !unix

package fuzz

import "time"

// cpuTime is the time since the epoch: processor time is not known here.
func cpuTime() time.Duration { return time.Duration(time.Now().UnixNano()) }
