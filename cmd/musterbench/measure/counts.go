package measure

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Counts counts outcomes, which are numbers from 0, in groups.
type Counts struct {
	Names  []string // of the outcomes
	groups map[string][]int
	total  []int
}

// Add counts an outcome in each of some groups.
func (c *Counts) Add(groups []string, outcome int) {
	if c.groups == nil {
		c.groups, c.total = map[string][]int{}, make([]int, len(c.Names))
	}
	c.total[outcome]++
	for _, g := range groups {
		if c.groups[g] == nil {
			c.groups[g] = make([]int, len(c.Names))
		}
		c.groups[g][outcome]++
	}
}

// Total returns how often there was an outcome.
func (c *Counts) Total(outcome int) int {
	if c.total == nil {
		return 0
	}
	return c.total[outcome]
}

// Write writes a table in Markdown, with a line for each group. Rows are what a group consists of.
func (c *Counts) Write(w io.Writer, group, rows string) {
	fmt.Fprintf(w, "| %s | %s | %s |\n|%s\n", group, rows, strings.Join(c.Names, " | "),
		strings.Repeat("---|", len(c.Names)+2))
	line := func(name string, n []int) {
		sum, cells := 0, ""
		for _, k := range n {
			sum += k
			cells += fmt.Sprintf(" %d |", k)
		}
		fmt.Fprintf(w, "| %s | %d |%s\n", name, sum, cells)
	}
	for _, g := range slices.Sorted(maps.Keys(c.groups)) {
		line(g, c.groups[g])
	}
	if c.total == nil {
		c.total = make([]int, len(c.Names))
	}
	line("all", c.total)
}
