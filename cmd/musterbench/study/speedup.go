package study

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"io"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
)

// What Chatterjee, Roy, Diep and Lal, "Distributed Bounded Model Checking" (FMCAD 2020), say of programs that take one
// worker long: how many times faster so many workers are.
const hydraWorkers, hydraSpeedup = 32, 20

// searched is how long clusters of some size take for a file.
type searched struct {
	workers       float64
	seconds, path float64
	decided       bool
}

// Speedup draws how many times faster clusters answer than their smallest one: the geometric mean of the files that
// all sizes decide, and each file. The critical path says how fast they could be with the same splits.
func Speedup(w io.Writer, o *Options, args []string) error {
	files, err := readSearches(args)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return errors.New("no file is decided by clusters of each size")
	}
	mean, bound := meanSpeedups(files)
	f := &figure{plot: plot.New(), table: [][]string{{"workers", "times faster", "critical path"}}}
	for i := range mean {
		f.table = append(f.table, []string{format(mean[i].X), format(mean[i].Y), format(bound[i].Y)})
	}
	fmt.Fprintln(w, len(files), "files")
	printTable(w, f.table)
	most := max(mean[len(mean)-1].X, hydraWorkers)
	f.plot.X.Label.Text, f.plot.Y.Label.Text = "workers", "times faster"
	logarithmic(&f.plot.X, mean[0].X, most)
	logarithmic(&f.plot.Y, lowest(files), most)
	f.plot.Legend.Top, f.plot.Legend.Left = true, true
	f.plot.Add(plotter.NewGrid())
	for _, one := range files {
		line, err := plotter.NewLine(one.speedups())
		if err != nil {
			return err
		}
		line.Color = color.Gray{Y: 200}
		f.plot.Add(line)
	}
	for i, l := range []struct {
		name string
		xys  plotter.XYs
	}{
		{"geometric mean", mean}, {"critical path", bound},
		{"Hydra, as published", plotter.XYs{{X: hydraWorkers, Y: hydraSpeedup}}},
	} {
		if err := f.line(l.name, l.xys, i); err != nil {
			return err
		}
	}
	return f.write(o.Out)
}

// searches are those of a file, by number of workers.
type searches []searched

// speedups returns how many times faster each cluster is than the smallest one.
func (s searches) speedups() (xys plotter.XYs) {
	for _, x := range s {
		xys = append(xys, plotter.XY{X: x.workers, Y: s[0].seconds / max(x.seconds, shortest)})
	}
	return xys
}

// readSearches reads tables of "musterbench cluster", and leaves out files that are not decided, or not asked about, at
// each size.
func readSearches(names []string) (files []searches, err error) {
	by := map[string]searches{}
	sizes := 0
	for _, name := range names {
		rows, err := measure.ReadTable(name)
		if err != nil {
			return nil, err
		}
		for i, r := range rows {
			s := searched{decided: !strings.HasPrefix(r["verdict"], "unknown")}
			for column, to := range map[string]*float64{"workers": &s.workers, "seconds": &s.seconds, "path_seconds": &s.path} {
				if *to, err = strconv.ParseFloat(r[column], 64); err != nil {
					return nil, fmt.Errorf("%s:%d:1: %s: %w", name, i+2, column, err)
				}
			}
			if slices.ContainsFunc(by[r["file"]], func(x searched) bool { return x.workers == s.workers }) {
				return nil, fmt.Errorf("%s:%d:1: %s is there twice with %s workers", name, i+2, r["file"], r["workers"])
			}
			by[r["file"]] = append(by[r["file"]], s)
			sizes = max(sizes, len(by[r["file"]]))
		}
	}
	for _, s := range by {
		if len(s) == sizes && !slices.ContainsFunc(s, func(x searched) bool { return !x.decided }) {
			slices.SortFunc(s, func(a, b searched) int { return cmp.Compare(a.workers, b.workers) })
			files = append(files, s)
		}
	}
	slices.SortFunc(files, func(a, b searches) int { return cmp.Compare(a[0].seconds, b[0].seconds) })
	return files, nil
}

// meanSpeedups returns the geometric means of speed-ups, and of those that the critical paths would allow.
func meanSpeedups(files []searches) (mean, bound plotter.XYs) {
	for i, x := range files[0] {
		var up, most measure.LogMean
		for _, s := range files {
			up.Add(s[0].seconds / max(s[i].seconds, shortest))
			most.Add(s[0].seconds / max(s[i].path, shortest))
		}
		mean = append(mean, plotter.XY{X: x.workers, Y: up.Value()})
		bound = append(bound, plotter.XY{X: x.workers, Y: most.Value()})
	}
	return mean, bound
}

// lowest returns the least speed-up of all.
func lowest(files []searches) float64 {
	least := 1.0
	for _, s := range files {
		for _, x := range s.speedups() {
			least = min(least, x.Y)
		}
	}
	return least
}
