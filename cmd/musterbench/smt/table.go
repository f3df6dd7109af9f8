package smt

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
)

// allLogics and allDecidable name the last lines: nonlinear arithmetic with
// quantifiers counts apart.
const (
	allLogics    = "all"
	allDecidable = "all but U*N*"
)

// summarize prints wrong answers, then the table by logic.
func summarize(w io.Writer, runs []*run, limit time.Duration) {
	measure.WriteWrong(w, runs)
	groups := measure.Group(runs, func(r *run) []string {
		if strings.HasPrefix(r.logic, "QF") || !strings.Contains(r.logic, "N") {
			return []string{r.logic, allLogics, allDecidable}
		}
		return []string{r.logic, allLogics}
	})
	logics := slices.DeleteFunc(slices.Sorted(slices.Values(groups.Names)),
		func(name string) bool { return name == allLogics || name == allDecidable })
	solvers := groups.Grid(allLogics).Solvers

	fmt.Fprintf(w, "%-14s %4s", "logic", "n")
	for _, s := range solvers {
		fmt.Fprintf(w, " %20s", s)
	}
	fmt.Fprintln(w, "  ratios")
	for _, logic := range append(logics, allDecidable, allLogics) {
		g := groups.Grid(logic)
		if len(g.Inputs) == 0 {
			continue
		}
		fmt.Fprintf(w, "%-14s %4d", logic, len(g.Inputs))
		ratios, first := "", 0.0
		for _, s := range solvers {
			cell, mean := tally(g.Of(s), limit)
			fmt.Fprintf(w, " %20s", cell)
			switch {
			case mean == 0:
			case first == 0:
				first = mean
			default:
				ratios += fmt.Sprintf(" %5.2f", first/mean)
			}
		}
		fmt.Fprintf(w, " %s\n", ratios)
	}
}

// tally counts what a solver solved, and returns its geometric mean of CPU time;
// a miss costs twice the limit. The mean is 0 if there are no runs.
func tally(runs []*run, limit time.Duration) (cell string, mean float64) {
	if len(runs) == 0 {
		return "-", 0
	}
	var costs measure.LogMean
	count := map[string]int{}
	for _, r := range runs {
		count[r.Verdict]++
		cost := 2 * limit.Seconds()
		if r.Verdict == solved {
			cost = max(r.CPU, measure.LeastCPU)
		}
		costs.Add(cost)
	}
	cell = fmt.Sprint(count[solved])
	if n := count[wrong]; n > 0 {
		cell += fmt.Sprintf(" (%d wrong)", n)
	}
	return fmt.Sprintf("%s %.3f s", cell, costs.Value()), costs.Value()
}
