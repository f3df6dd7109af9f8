package campaign

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
)

// Slower says when a task counts as slower than before: by this factor, and by this many seconds.
type Slower struct {
	Factor  float64
	Seconds float64
}

// ReadLines returns the lines of a campaign, by task, with their order. A torn last line is left out.
func ReadLines(name string) (map[string]Line, []string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, nil, err
	}
	lines, _, err := parseLines(name, text)
	if err != nil {
		return nil, nil, err
	}
	out := map[string]Line{}
	var order []string
	for _, l := range lines {
		k := l.Key()
		if _, ok := out[k]; !ok {
			order = append(order, k)
		}
		out[k] = l
	}
	return out, order, nil
}

// Compare writes what changed from one campaign to another: verdicts, tasks that only one of them has, and what became
// slower or faster in CPU time. It reports whether a verdict changed.
func Compare(w io.Writer, before, after string, slower Slower) (changed bool, err error) {
	a, order, err := ReadLines(before)
	if err != nil {
		return false, err
	}
	b, later, err := ReadLines(after)
	if err != nil {
		return false, err
	}
	var slow, fast []pair
	total := pair{}
	same := 0
	for _, k := range order {
		x := a[k]
		y, ok := b[k]
		switch {
		case !ok:
			changed = true
			fmt.Fprintf(w, "gone     %s: %s\n", name(x), x.Verdict)
			continue
		case said(x) != said(y):
			changed = true
			fmt.Fprintf(w, "changed  %s: %s -> %s\n", name(x), said(x), said(y))
		default:
			same++
		}
		p := pair{name(x), x.CPU, y.CPU}
		total.before += p.before
		total.after += p.after
		switch {
		case p.after > p.before*slower.Factor && p.after > p.before+slower.Seconds:
			slow = append(slow, p)
		case p.before > p.after*slower.Factor && p.before > p.after+slower.Seconds:
			fast = append(fast, p)
		}
	}
	for _, k := range later {
		if _, ok := a[k]; !ok {
			changed = true
			fmt.Fprintf(w, "new      %s: %s\n", name(b[k]), b[k].Verdict)
		}
	}
	for _, list := range []struct {
		word  string
		pairs []pair
	}{{"slower", slow}, {"faster", fast}} {
		slices.SortStableFunc(list.pairs, func(p, q pair) int { return cmp.Compare(q.change(), p.change()) })
		for _, p := range list.pairs {
			fmt.Fprintf(w, "%s   %s: %.1f s -> %.1f s of CPU\n", list.word, p.name, p.before, p.after)
		}
	}
	_, err = fmt.Fprintf(w, "%d tasks with the same verdict; %.1f s -> %.1f s of CPU in those that both have\n", same,
		total.before, total.after)
	return changed, err
}

// pair has the CPU seconds of a task in two campaigns.
type pair struct {
	name          string
	before, after float64
}

// change returns how much more or less time it takes.
func (p pair) change() float64 { return max(p.after-p.before, p.before-p.after) }

func name(l Line) string {
	t := Task{File: l.File, Property: l.Property}
	return t.Name()
}

// said returns the verdict with its bound, if it is about one.
func said(l Line) string {
	switch l.Bound {
	case "", "-", "all":
		return l.Verdict
	}
	if l.Verdict == "safe up to bound" {
		return l.Verdict + " " + l.Bound
	}
	return l.Verdict + " (bound " + l.Bound + ")"
}
