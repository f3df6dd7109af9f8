package study

import (
	"fmt"
	"io"
	"strconv"
)

// Abstraction prints for each program of which globals were abstracted its size, how many of the prepared program's
// globals were tracked at last, how many rounds that took, and which part of the elapsed time went into refinement
// and into the search of abstractions.
func Abstraction(w io.Writer, o *Options, args []string) error {
	g, err := o.read(w, args)
	if err != nil {
		return err
	}
	var f figure
	for _, s := range g.Solvers {
		table, err := abstractions(s, g.Of(s))
		if err != nil {
			return err
		}
		printTable(w, table)
		f.table = append(f.table, table...)
	}
	return f.write(o.Out)
}

// abstractions returns the table of a configuration.
func abstractions(solver string, runs []*run) ([][]string, error) {
	table := [][]string{{solver, "lines", "globals", "procedures", "verdict", "tracked", "of", "rounds", "seconds",
		"refinement", "search"}}
	total := map[string]float64{}
	for _, r := range runs {
		n := map[string]float64{}
		for _, column := range []string{"rounds", "seconds", "refine_seconds", "search_seconds"} {
			x, err := strconv.ParseFloat(r.cells[column], 64)
			if err != nil {
				return nil, fmt.Errorf("%s: column %s: %w", r.Input, column, err)
			}
			n[column] = x
		}
		if n["rounds"] == 0 {
			continue
		}
		for column, x := range n {
			total[column] += x
		}
		row := []string{r.file}
		for _, column := range []string{"lines", "globals", "procedures", "verdict", "tracked", "abstracted"} {
			row = append(row, r.cells[column])
		}
		table = append(table, append(row, costs(n)...))
	}
	last := append([]string{"all"}, make([]string, 6)...)
	return append(table, append(last, costs(total)...)), nil
}

// costs returns the last cells of a row: the rounds, the time, and the shares of refinement and search.
func costs(n map[string]float64) []string {
	share := func(column string) string { return fmt.Sprintf("%.0f%%", 100*n[column]/max(n["seconds"], shortest)) }
	return []string{fmt.Sprintf("%.0f", n["rounds"]), format(n["seconds"]), share("refine_seconds"),
		share("search_seconds")}
}
