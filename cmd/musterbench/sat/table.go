package sat

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
)

// pair compares the first solver with another one.
type pair struct {
	cpu, memory, speed measure.LogMean
	above              int // formulas with more than twice the memory plus 64 MB
}

func (p *pair) add(first, other *run) {
	if first.Verdict == "unknown" || other.Verdict == "unknown" {
		return
	}
	p.memory.Add(float64(max(first.PeakMB, 1)) / float64(max(other.PeakMB, 1)))
	if first.PeakMB > 2*other.PeakMB+64 {
		p.above++
	}
	const least = 0.001 // seconds; less is not measured
	if max(first.CPU, other.CPU) >= measure.LeastCPU {
		p.cpu.Add(max(first.CPU, least) / max(other.CPU, least))
	}
	if min(first.CPU, other.CPU) >= measure.LeastCPU && first.propagations > 0 && other.propagations > 0 {
		p.speed.Add(float64(first.propagations) / first.CPU / (float64(other.propagations) / other.CPU))
	}
}

const allFormulas = "all"

// summarize prints wrong answers, a table for each directory and one of all, and
// the formulas that another solver solves and the first does not.
func summarize(w io.Writer, runs []*run) {
	measure.WriteWrong(w, runs)
	byDir := measure.Group(runs, func(r *run) []string { return []string{filepath.Base(filepath.Dir(r.Input))} })
	if len(byDir.Names) > 1 {
		for _, name := range byDir.Names {
			writeTable(w, name, byDir.Grid(name))
		}
	}
	all := measure.Group(runs, func(*run) []string { return []string{allFormulas} }).Grid(allFormulas)
	writeTable(w, allFormulas, all)
	writeMissed(w, all)
}

// writeTable prints a table with a line for each solver.
func writeTable(w io.Writer, name string, g *measure.Grid[*run]) {
	if len(g.Inputs) == 0 {
		return
	}
	fmt.Fprintf(w, "%s: %d formulas\n", name, len(g.Inputs))
	fmt.Fprintf(w, "%-10s %7s %6s %6s %6s  %-14s %-14s %-14s %s\n", "solver", "solved", "sat", "unsat", "wrong", "time",
		"memory", "speed", "memory above 2x+64 MB")
	for _, s := range g.Solvers {
		var p pair
		counts := map[string]int{}
		for _, r := range g.Of(s) {
			counts[r.Verdict]++
			if r.Wrong != "" {
				counts["wrong"]++
			}
			if first, ok := g.At(r.Input, g.Solvers[0]); ok && first != r {
				p.add(first, r)
			}
		}
		fmt.Fprintf(w, "%-10s %7d %6d %6d %6d", s, counts["sat"]+counts["unsat"]-counts["wrong"], counts["sat"],
			counts["unsat"], counts["wrong"])
		if s != g.Solvers[0] {
			fmt.Fprintf(w, "  %-14s %-14s %-14s %d", &p.cpu, &p.memory, &p.speed, p.above)
		}
		fmt.Fprintln(w)
	}
}

// writeMissed prints the formulas that another solver solves and the first does
// not.
func writeMissed(w io.Writer, g *measure.Grid[*run]) {
	for _, file := range g.Inputs {
		if first, ok := g.At(file, g.Solvers[0]); !ok || first.Verdict != "unknown" {
			continue
		}
		by := ""
		for _, s := range g.Solvers[1:] {
			if r, ok := g.At(file, s); ok && r.Verdict != "unknown" {
				by += fmt.Sprintf(" %s %s %.2f s", s, r.Verdict, r.CPU)
			}
		}
		if by != "" {
			fmt.Fprintf(w, "missed: %s:%s\n", file, by)
		}
	}
}
