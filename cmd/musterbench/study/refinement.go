package study

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
)

// alg2 is the algorithm against which Refinement draws the others (package refine).
const alg2 = "alg2"

// Refinement draws the times of algorithms that refine abstractions against that of Corral's Alg. 2, counterexample by
// counterexample, from a table of package refine.
func Refinement(w io.Writer, o *Options, args []string) error {
	rows, err := measure.ReadTable(args[0])
	if err != nil {
		return err
	}
	times, err := refinements(rows)
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	f := &figure{plot: plot.New(), table: [][]string{{"file", "algorithm", "seconds", alg2 + " seconds"}}}
	f.plot.X.Label.Text, f.plot.Y.Label.Text = alg2+", seconds", "others, seconds"
	all := slices.Concat(slices.Collect(maps.Values(times))...)
	if err := f.frame(slices.Min(all), slices.Max(all)); err != nil {
		return err
	}
	printed := [][]string{{"", "counterexamples", "seconds", "time in units of " + alg2}}
	for _, name := range slices.Sorted(maps.Keys(times)) {
		var xys plotter.XYs
		var sum float64
		var ratio measure.LogMean
		for i, y := range times[name] {
			x := times[alg2][i]
			sum += y
			ratio.Add(y / x)
			xys = append(xys, plotter.XY{X: x, Y: y})
		}
		printed = append(printed, []string{name, strconv.Itoa(len(xys)), fmt.Sprintf("%.3f", sum),
			fmt.Sprintf("%.2f", ratio.Value())})
		if name == alg2 {
			continue
		}
		for i, p := range xys {
			f.table = append(f.table, []string{rows[i]["file"], name, fmt.Sprintf("%.6f", p.Y), fmt.Sprintf("%.6f", p.X)})
		}
		if err := f.marks(name, xys, glyph(len(printed), len(printed))); err != nil {
			return err
		}
	}
	printTable(w, printed)
	return f.write(o.Out)
}

// refinements returns the times of each algorithm, in seconds, one for each row.
func refinements(rows []map[string]string) (map[string][]float64, error) {
	times := map[string][]float64{}
	for _, r := range rows {
		for column, text := range r {
			name, ok := strings.CutSuffix(column, "_seconds")
			if !ok {
				continue
			}
			seconds, err := strconv.ParseFloat(text, 64)
			if err != nil || seconds <= 0 {
				return nil, fmt.Errorf("column %s: %q is no time", column, text)
			}
			times[name] = append(times[name], seconds)
		}
	}
	if times[alg2] == nil {
		return nil, fmt.Errorf("no times of %s", alg2)
	}
	return times, nil
}
