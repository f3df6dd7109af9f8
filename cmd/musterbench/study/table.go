package study

import (
	"fmt"
	"io"
	"strconv"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
)

// Table prints for each configuration what it solves and how long that takes: all that it solves itself, what no other
// solves, and what all solve. The last line is the best run of each instance. A proof is a safe answer for all
// recursion bounds.
func Table(w io.Writer, o *Options, args []string) error {
	g, err := o.read(w, args)
	if err != nil {
		return err
	}
	f := figure{table: g.solvedTable()}
	printTable(w, f.table)
	return f.write(o.Out)
}

// solvedTable returns the table of what configurations solve.
func (g *grid) solvedTable() [][]string {
	all := g.byAll()
	table := [][]string{{"", "runs", "solved", "safe", "proofs", "unsafe", "alone", g.unit,
		fmt.Sprintf("of the %d that all solve", len(all)), "ratio to the first"}}
	for _, s := range g.Solvers {
		table = append(table, g.line(s, len(g.Of(s)), all, func(in string) (*run, bool) { return g.solved(in, s) }))
	}
	if len(g.Solvers) > 1 {
		table = append(table, g.line("best", len(g.Inputs), all, g.best))
	}
	return table
}

// best returns the run that solves an instance in the least time.
func (g *grid) best(input string) (best *run, ok bool) {
	for _, s := range g.Solvers {
		if r, ok := g.solved(input, s); ok && (best == nil || r.seconds < best.seconds) {
			best = r
		}
	}
	return best, best != nil
}

// alone reports whether one configuration only has solved an instance.
func (g *grid) alone(input string) bool {
	n := 0
	for _, s := range g.Solvers {
		if _, ok := g.solved(input, s); ok {
			n++
		}
	}
	return n == 1
}

// line returns the line of a configuration: of the runs by which it solves instances.
func (g *grid) line(name string, runs int, byAll []string, solved func(input string) (*run, bool)) []string {
	var n struct{ solved, safe, proofs, unsafe, alone int }
	var total, common float64
	for _, in := range g.Inputs {
		r, ok := solved(in)
		if !ok {
			continue
		}
		n.solved++
		total += r.seconds
		if r.Verdict == safe {
			n.safe++
		} else {
			n.unsafe++
		}
		if r.allBounds {
			n.proofs++
		}
		if g.alone(in) {
			n.alone++
		}
	}
	var ratio measure.LogMean
	for _, in := range byAll {
		r, _ := solved(in)
		first, _ := g.solved(in, g.Solvers[0])
		common += r.seconds
		ratio.Add(max(r.seconds, measure.LeastCPU) / max(first.seconds, measure.LeastCPU))
	}
	proofs := strconv.Itoa(n.proofs)
	if n.safe > 0 {
		proofs += fmt.Sprintf(" (%.0f in 100)", 100*float64(n.proofs)/float64(n.safe))
	}
	return []string{name, strconv.Itoa(runs), strconv.Itoa(n.solved), strconv.Itoa(n.safe), proofs, strconv.Itoa(n.unsafe),
		strconv.Itoa(n.alone), format(total), format(common), fmt.Sprintf("%.2f", ratio.Value())}
}
