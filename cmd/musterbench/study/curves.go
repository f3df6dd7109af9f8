package study

import (
	"io"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
)

// Cactus draws for each configuration how many instances it solves within a time.
func Cactus(w io.Writer, o *Options, args []string) error {
	g, err := o.read(w, args)
	if err != nil {
		return err
	}
	f := newCurves("instances solved", "within "+g.unit)
	logarithmic(&f.plot.Y, g.least(), g.limit)
	if err := f.curves(g, g.Inputs, func(seconds, _ float64) float64 { return max(seconds, shortest) }); err != nil {
		return err
	}
	return f.write(o.Out)
}

// Cumulative draws for each configuration the time that it takes for the instances that all of them solve, its
// easiest ones first.
func Cumulative(w io.Writer, o *Options, args []string) error {
	g, err := o.read(w, args)
	if err != nil {
		return err
	}
	f := newCurves("instances that all solve", g.unit+", sum")
	f.plot.Y.Min = 0
	if err := f.curves(g, g.byAll(), func(_, sum float64) float64 { return sum }); err != nil {
		return err
	}
	return f.write(o.Out)
}

// curves draws a line for each configuration through the instances that it solves, the easiest one first. The height
// is that of a time and of the sum of times so far.
func (f *figure) curves(g *grid, inputs []string, height func(seconds, sum float64) float64) error {
	for i, s := range g.Solvers {
		var points plotter.XYs
		sum := 0.0
		for n, seconds := range g.times(s, inputs) {
			sum += seconds
			y := height(seconds, sum)
			points = append(points, plotter.XY{X: float64(n + 1), Y: y})
			f.table = append(f.table, []string{s, strconv.Itoa(n + 1), format(y)})
		}
		if err := f.line(s, points, i); err != nil {
			return err
		}
	}
	return nil
}

// least returns the least time that is drawn.
func (g *grid) least() float64 {
	least := g.limit
	for _, s := range g.Solvers {
		if all := g.times(s, g.Inputs); len(all) > 0 {
			least = min(least, max(all[0], shortest))
		}
	}
	return least
}

// newCurves returns a figure for a line for each configuration.
func newCurves(x, y string) *figure {
	f := &figure{plot: plot.New(), table: [][]string{{"configuration", "solved", "seconds"}}}
	f.plot.X.Label.Text, f.plot.Y.Label.Text = x, y
	f.plot.X.Min = 0
	f.plot.Legend.Top, f.plot.Legend.Left = true, true
	f.plot.Add(plotter.NewGrid())
	return f
}

// times returns the times in which a configuration has solved instances, sorted.
func (g *grid) times(solver string, inputs []string) []float64 {
	var all []float64
	for _, in := range inputs {
		if r, ok := g.solved(in, solver); ok {
			all = append(all, r.seconds)
		}
	}
	slices.Sort(all)
	return all
}
