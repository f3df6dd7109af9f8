package main

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
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

// satTable has the runs of some formulas, in their order.
type satTable struct {
	solvers []string
	files   []string
	runs    map[string]map[string]*satRun // by file and solver
}

func (t *satTable) add(r *satRun) {
	if !slices.Contains(t.solvers, r.solver) {
		t.solvers = append(t.solvers, r.solver)
	}
	if t.runs[r.file] == nil {
		if t.runs == nil {
			t.runs = map[string]map[string]*satRun{}
		}
		t.runs[r.file] = map[string]*satRun{}
		t.files = append(t.files, r.file)
	}
	t.runs[r.file][r.solver] = r
}

// summarizeSAT prints wrong answers, a table for each directory and one of all,
// and what the first solver misses and another one solves.
func summarizeSAT(w io.Writer, runs []satRun) {
	p := printer{w}
	var all satTable
	var names []string
	sets := map[string]*satTable{}
	for i := range runs {
		r := &runs[i]
		if r.wrong != "" {
			p.f("WRONG %s: %s: %s\n", r.solver, r.file, r.wrong)
		}
		all.add(r)
		name := filepath.Base(filepath.Dir(r.file))
		if sets[name] == nil {
			sets[name] = &satTable{}
			names = append(names, name)
		}
		sets[name].add(r)
	}
	if len(names) > 1 {
		for _, name := range names {
			sets[name].print(p, name)
		}
	}
	all.print(p, "all")
	all.missed(p)
}

// print prints the table by solver.
func (t *satTable) print(p printer, name string) {
	if len(t.files) == 0 {
		return
	}
	p.f("%s: %d formulas\n", name, len(t.files))
	p.f("%-10s %7s %6s %6s %6s  %-14s %-14s %-14s %s\n", "solver", "solved", "sat", "unsat", "wrong", "time", "memory", "speed", "memory above 2x+64 MB")
	for _, s := range t.solvers {
		var pair satPair
		counts := map[string]int{}
		for _, f := range t.files {
			r, first := t.runs[f][s], t.runs[f][t.solvers[0]]
			if r == nil {
				continue
			}
			counts[r.answer]++
			if r.wrong != "" {
				counts["wrong"]++
			}
			if s != t.solvers[0] && first != nil {
				pair.add(first, r)
			}
		}
		p.f("%-10s %7d %6d %6d %6d", s, counts["sat"]+counts["unsat"]-counts["wrong"], counts["sat"], counts["unsat"], counts["wrong"])
		if s != t.solvers[0] {
			p.f("  %-14s %-14s %-14s %d", &pair.cpu, &pair.memory, &pair.speed, pair.above)
		}
		p.f("\n")
	}
}

// missed prints what the first solver misses and another one solves.
func (t *satTable) missed(p printer) {
	for _, f := range t.files {
		if first := t.runs[f][t.solvers[0]]; first == nil || first.answer != "unknown" {
			continue
		}
		by := ""
		for _, s := range t.solvers[1:] {
			if r := t.runs[f][s]; r != nil && r.answer != "unknown" {
				by += fmt.Sprintf(" %s %s %.2f s", s, r.answer, r.cpu)
			}
		}
		if by != "" {
			p.f("missed: %s:%s\n", f, by)
		}
	}
}
