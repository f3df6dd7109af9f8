package growth

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
)

// entry is what the table says of a solver on a family.
type entry struct {
	solver       string
	solved, runs int
	last         *run // the largest one solved; nil if none is
	growth       curve
	counters     string
}

// summarize prints wrong answers, the table by family, and the families in which the
// first solver is behind a peer.
func (o *Options) summarize(w io.Writer, runs []*run) {
	measure.WriteWrong(w, runs)
	byFamily := measure.Group(runs, func(r *run) []string { return []string{r.family} })
	width, wide := 10, 8
	for _, r := range runs {
		width, wide = max(width, len(r.family)), max(wide, len(r.Solver))
	}
	fmt.Fprintf(w, "%-*s  %-*s %7s %8s %9s  %-9s  %s\n", width, "family", wide, "solver", "solved", "largest", "seconds",
		"growth",
		"counters that grow fastest; lemmas resent to new")
	var behind []string
	for _, family := range byFamily.Names {
		g := byFamily.Grid(family)
		var entries []entry
		for i, s := range g.Solvers {
			e := o.entry(g.Of(s))
			entries = append(entries, e)
			size, seconds, name := "-", "-", family
			if e.last != nil {
				size, seconds = fmt.Sprint(e.last.size), e.last.Seconds()
			}
			if i > 0 {
				name = ""
			}
			row := fmt.Sprintf("%-*s  %-*s %3d/%-3d %8s %9s  %-9s  %s", width, name, wide, s, e.solved, e.runs, size, seconds,
				e.growth, e.counters)
			fmt.Fprintln(w, strings.TrimRight(row, " "))
		}
		if why := lag(entries); why != "" {
			behind = append(behind, fmt.Sprintf("behind: %s: %s\n", family, why))
		}
	}
	fmt.Fprint(w, strings.Join(behind, ""))
	fmt.Fprintf(w, "families: %d; the first solver is behind a peer in %d\n", len(byFamily.Names), len(behind))
}

// entry makes the entry of a solver from its runs on a family, by size.
func (o *Options) entry(runs []*run) entry {
	e := entry{solver: runs[0].Solver, runs: len(runs)}
	var sizes, times []float64
	var solved []*run
	for _, r := range runs {
		if !r.solved() {
			continue
		}
		solved = append(solved, r)
		e.last = r
		if s := r.CPU - r.start; s >= o.Floor {
			sizes, times = append(sizes, float64(r.size)), append(times, s)
		}
	}
	e.solved, e.growth = len(solved), fit(sizes, times)
	e.counters = counters(solved)
	return e
}

const (
	// shown is the number of counters in the table.
	shown = 3
	// leastCount is what a counter must reach to be in the table.
	leastCount = 100
)

// rising is a counter with its growth.
type rising struct {
	name   string
	values []float64
	curve
	exponent float64
}

// counters describes the counters that grow fastest over runs of different sizes,
// and the share of lemmas that are sent again.
func counters(runs []*run) string {
	if len(runs) == 0 {
		return ""
	}
	last := runs[len(runs)-1]
	var all []rising
	for _, name := range slices.Sorted(maps.Keys(last.counters)) {
		if last.counters[name] < leastCount {
			continue
		}
		c := rising{name: name}
		var sizes []float64
		for _, r := range runs {
			if v := r.counters[name]; v > 0 {
				sizes, c.values = append(sizes, float64(r.size)), append(c.values, v)
			}
		}
		if c.curve = fit(sizes, c.values); c.points > 0 {
			c.exponent, _ = slope(logarithms(sizes), logarithms(c.values))
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b rising) int { return cmp.Compare(b.exponent, a.exponent) })
	var text []string
	var kept []rising
	for _, c := range all {
		if len(kept) < shown && !slices.ContainsFunc(kept, c.same) {
			kept = append(kept, c)
			text = append(text, fmt.Sprintf("%s %s (%.0f)", c.name, c.curve, last.counters[c.name]))
		}
	}
	out := strings.Join(text, ", ")
	if lemmas := last.counters["theory-lemmas"]; lemmas > 0 {
		out += fmt.Sprintf("; resent %.2f", last.counters["lemmas-resent"]/lemmas)
	}
	return out
}

// same reports whether two counters count nearly the same.
func (c *rising) same(other rising) bool {
	const near = 0.1
	if len(c.values) != len(other.values) {
		return false
	}
	for i, v := range c.values {
		if v > other.values[i]*(1+near) || other.values[i] > v*(1+near) {
			return false
		}
	}
	return true
}

// lag says in what the first solver is behind the best peer: the one that solves the
// largest size and, among those, in the least time.
func lag(entries []entry) string {
	own := &entries[0]
	var best *entry
	for i := range entries[1:] {
		e := &entries[i+1]
		if e.last == nil || !isPeer(e.solver) {
			continue
		}
		if best == nil || cmp.Or(cmp.Compare(best.last.size, e.last.size), cmp.Compare(e.last.CPU, best.last.CPU)) < 0 {
			best = e
		}
	}
	switch {
	case best == nil:
		return ""
	case own.last == nil:
		return fmt.Sprintf("nothing is solved; %s solves %d", best.solver, best.last.size)
	case own.last.size < best.last.size:
		return fmt.Sprintf("solved up to %d; %s solves %d in %s s", own.last.size, best.solver, best.last.size,
			best.last.Seconds())
	case own.growth.behind(best.growth):
		return fmt.Sprintf("%s; %s %s", own.growth, best.solver, best.growth)
	}
	return ""
}
