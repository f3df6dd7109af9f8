//go:build !unix

package main

import (
	"os"
	"os/exec"
	"time"
)

// peakMB is not known here.
func peakMB(*os.ProcessState) int64 { return 0 }

// selfPeakMB is not known here.
func selfPeakMB() int64 { return 0 }

// forgetPeak does nothing here.
func forgetPeak() {}

// selfCPU is not known here.
func selfCPU() time.Duration { return 0 }

// processCPU is not known here.
func processCPU(int) time.Duration { return 0 }

// groupCPU is not known here.
func groupCPU(int) (time.Duration, bool) { return 0, false }

// processPeakMB is not known here.
func processPeakMB(int) int64 { return 0 }

// ownGroup leaves a command alone: cancelling it kills the process itself.
func ownGroup(*exec.Cmd) {}
