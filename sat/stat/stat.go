// Package stat names the numbers that solvers, passes and engines report.
package stat

// Counter is a named statistic: a sum since the start or, if it is a gauge, a
// size as of now.
type Counter struct {
	Name  string
	Value int64
	Gauge bool
}
