//go:build !unix

package measure

import (
	"os"
	"os/exec"
	"time"
)

// PeakMB is not known here.
func PeakMB(*os.ProcessState) int64 { return 0 }

// SelfPeakMB is not known here.
func SelfPeakMB() int64 { return 0 }

// forgetPeak does nothing here.
func forgetPeak() {}

// ThreadCPU is not known here.
func ThreadCPU(int) time.Duration { return 0 }

// processCPU is not known here.
func processCPU(int) (time.Duration, bool) { return 0, false }

// processPeakMB is not known here.
func processPeakMB(int) int64 { return 0 }

// OwnGroup does nothing here: cancelling the command kills only its own process.
func OwnGroup(*exec.Cmd) {}
