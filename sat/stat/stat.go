// Package stat names the numbers that solvers, passes and engines report.
package stat

// Counter is a named statistic: a sum since the start or, if it is a gauge, a
// size as of now.
type Counter struct {
	Name  string
	Value int64
	Gauge bool
}

// Sum returns now with the values of past added, by name; counters that now lacks
// come last, in the order of past. Gauges are those of now, which Sum overwrites.
func Sum(past, now []Counter) []Counter {
	index := make(map[string]int, len(now))
	for i, c := range now {
		index[c.Name] = i
	}
	for _, p := range past {
		i, ok := index[p.Name]
		switch {
		case p.Gauge:
		case ok:
			now[i].Value += p.Value
		default:
			now = append(now, p)
		}
	}
	return now
}
