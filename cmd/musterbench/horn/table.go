package horn

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
)

// allTracks and withoutBits name the last lines.
const (
	allTracks   = "all"
	withoutBits = "all but BV"
)

// summarize prints wrong answers, then the table by track.
func summarize(w io.Writer, runs []*run, limit time.Duration) {
	measure.WriteWrong(w, runs)
	groups := measure.Group(runs, func(r *run) []string {
		if r.track == "BV" {
			return []string{r.track, allTracks}
		}
		return []string{r.track, withoutBits, allTracks}
	})
	tracks := slices.DeleteFunc(slices.Sorted(slices.Values(groups.Names)),
		func(name string) bool { return name == allTracks || name == withoutBits })
	solvers := groups.Grid(allTracks).Solvers

	fmt.Fprintf(w, "%-18s %4s", "track", "n")
	for _, s := range solvers {
		fmt.Fprintf(w, " %24s", s)
	}
	fmt.Fprintln(w)
	for _, track := range append(tracks, withoutBits, allTracks) {
		g := groups.Grid(track)
		if len(g.Inputs) == 0 {
			continue
		}
		fmt.Fprintf(w, "%-18s %4d", track, len(g.Inputs))
		for _, s := range solvers {
			fmt.Fprintf(w, " %24s", tally(g.Of(s), limit))
		}
		fmt.Fprintln(w)
	}
	medians(w, groups.Grid(allTracks))
	crossTable(w, groups.Grid(allTracks))
}

// medians prints the median times of the first solver and each other one, over the scripts that both decide.
func medians(w io.Writer, g *measure.Grid[*run]) {
	for _, s := range g.Solvers[min(1, len(g.Solvers)):] {
		var first, other []float64
		for _, in := range g.Inputs {
			a, ok := g.At(in, g.Solvers[0])
			b, also := g.At(in, s)
			if ok && also && a.Verdict == solved && b.Verdict == solved {
				first, other = append(first, a.CPU), append(other, b.CPU)
			}
		}
		if len(first) > 0 {
			fmt.Fprintf(w, "median on the %d that both decide: %s %.3f s, %s %.3f s\n", len(first), g.Solvers[0],
				measure.Quantile(first, 0.5), s, measure.Quantile(other, 0.5))
		}
	}
}

// tally counts what a solver decided, and sums its CPU time.
func tally(runs []*run, limit time.Duration) string {
	if len(runs) == 0 {
		return "-"
	}
	var costs measure.LogMean
	count := map[string]int{}
	for _, r := range runs {
		count[r.Verdict]++
		if r.Verdict != solved {
			costs.Add(2 * limit.Seconds())
			continue
		}
		count[r.got]++
		costs.Add(max(r.CPU, measure.LeastCPU))
	}
	cell := fmt.Sprintf("%d = %d+%d", count[solved], count["sat"], count["unsat"])
	if n := count[wrong]; n > 0 {
		cell += fmt.Sprintf(" (%d wrong)", n)
	}
	return fmt.Sprintf("%s %.2f s", cell, costs.Value())
}

// crossTable prints how many solutions of each solver others accepted, if they were asked.
func crossTable(w io.Writer, g *measure.Grid[*run]) {
	for _, s := range g.Solvers {
		asked, yes := 0, 0
		for _, r := range g.Of(s) {
			if r.cross == "" {
				continue
			}
			asked++
			if r.cross == accepted {
				yes++
			} else {
				fmt.Fprintf(w, "solution of %s: %s: %s\n", s, r.path, r.cross)
			}
		}
		if asked > 0 {
			fmt.Fprintf(w, "%s: %d of %d solutions accepted\n", s, yes, asked)
		}
	}
}
