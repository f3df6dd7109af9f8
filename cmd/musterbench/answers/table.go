package answers

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// tally counts outcomes.
type tally struct {
	groups map[string]*[outcomes]int
	total  [outcomes]int
}

func (t *tally) add(groups []string, o Outcome) {
	if t.groups == nil {
		t.groups = map[string]*[outcomes]int{}
	}
	t.total[o]++
	if len(groups) == 0 {
		groups = []string{"-"}
	}
	for _, g := range groups {
		if t.groups[g] == nil {
			t.groups[g] = &[outcomes]int{}
		}
		t.groups[g][o]++
	}
}

// write writes a table in Markdown.
func (t *tally) write(w io.Writer, group string) {
	fmt.Fprintf(w, "| %s | rows | %s |\n|%s\n", group, strings.Join(outcomeNames[:], " | "), strings.Repeat("---|", int(outcomes)+2))
	line := func(name string, n *[outcomes]int) {
		sum := 0
		for _, k := range n {
			sum += k
		}
		fmt.Fprintf(w, "| %s | %d |", name, sum)
		for _, k := range n {
			fmt.Fprintf(w, " %d |", k)
		}
		fmt.Fprintln(w)
	}
	for _, g := range slices.Sorted(maps.Keys(t.groups)) {
		line(g, t.groups[g])
	}
	line("all", &t.total)
}
