package main

import (
	"fmt"
	"io"
	"math"
	"slices"
)

// satPair compares the first solver with another one.
type satPair struct {
	cpu, memory, speed logMean
	above              int // formulas with more than twice the memory plus 64 MB
}

// logMean is a geometric mean.
type logMean struct {
	sum float64
	n   int
}

func (m *logMean) add(x float64) {
	m.sum += math.Log(x)
	m.n++
}

func (m *logMean) String() string {
	if m.n == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f (%d)", math.Exp(m.sum/float64(m.n)), m.n)
}

func (p *satPair) add(first, other *satRun) {
	if first.answer == "unknown" || other.answer == "unknown" {
		return
	}
	p.memory.add(float64(max(first.mb, 1)) / float64(max(other.mb, 1)))
	if first.mb > 2*other.mb+64 {
		p.above++
	}
	const least = 0.001 // seconds; less is not measured
	if max(first.cpu, other.cpu) >= leastCPU {
		p.cpu.add(max(first.cpu, least) / max(other.cpu, least))
	}
	if min(first.cpu, other.cpu) >= leastCPU && first.propagations > 0 && other.propagations > 0 {
		p.speed.add(float64(first.propagations) / first.cpu / (float64(other.propagations) / other.cpu))
	}
}

// summarizeSAT prints wrong answers, the table by solver, and what the first
// solver misses and another one solves.
func summarizeSAT(w io.Writer, runs []satRun) {
	p := printer{w}
	var solvers []string
	byFile := map[string]map[string]*satRun{}
	var files []string
	for i := range runs {
		r := &runs[i]
		if r.wrong != "" {
			p.f("WRONG %s: %s: %s\n", r.solver, r.file, r.wrong)
		}
		if !slices.Contains(solvers, r.solver) {
			solvers = append(solvers, r.solver)
		}
		if byFile[r.file] == nil {
			byFile[r.file] = map[string]*satRun{}
			files = append(files, r.file)
		}
		byFile[r.file][r.solver] = r
	}
	if len(solvers) == 0 {
		return
	}
	p.f("%-10s %7s %6s %6s %6s  %-14s %-14s %-14s %s\n", "solver", "solved", "sat", "unsat", "wrong", "time", "memory", "speed", "memory above 2x+64 MB")
	for _, s := range solvers {
		var pair satPair
		counts := map[string]int{}
		for _, f := range files {
			r, first := byFile[f][s], byFile[f][solvers[0]]
			if r == nil {
				continue
			}
			counts[r.answer]++
			if r.wrong != "" {
				counts["wrong"]++
			}
			if s != solvers[0] {
				pair.add(first, r)
			}
		}
		p.f("%-10s %7d %6d %6d %6d", s, counts["sat"]+counts["unsat"]-counts["wrong"], counts["sat"], counts["unsat"], counts["wrong"])
		if s != solvers[0] {
			p.f("  %-14s %-14s %-14s %d", &pair.cpu, &pair.memory, &pair.speed, pair.above)
		}
		p.f("\n")
	}
	for _, f := range files {
		if byFile[f][solvers[0]].answer != "unknown" {
			continue
		}
		by := ""
		for _, s := range solvers[1:] {
			if r := byFile[f][s]; r != nil && r.answer != "unknown" {
				by += fmt.Sprintf(" %s %s %.2f s", s, r.answer, r.cpu)
			}
		}
		if by != "" {
			p.f("missed: %s:%s\n", f, by)
		}
	}
}
