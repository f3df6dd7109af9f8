//go:build !unix

package limit

import "time"

// CPU is not known here.
func CPU() time.Duration { return 0 }
