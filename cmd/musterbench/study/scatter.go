package study

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
)

// point is an instance that one of two configurations has solved, or both.
type point struct {
	x, y           *run
	xSolved        bool
	ySolved        bool
	verdict, bound string
}

// Scatter draws the times of two configurations against each other, instance by instance, by verdict and bound. What
// one of them has not solved lies on the border, at the limit. It prints how often that is so, and the ratio of the
// times where it is not.
func Scatter(w io.Writer, o *Options, args []string) error {
	g, err := o.read(w, args)
	if err != nil {
		return err
	}
	if len(g.Solvers) != 2 {
		return fmt.Errorf("a scatter plot is of two configurations, not of %d: %q", len(g.Solvers), g.Solvers)
	}
	points := g.points()
	printTable(w, g.beside(points))
	f := &figure{plot: plot.New(), table: [][]string{{
		"file", "set", "bound", "verdict", g.Solvers[0], g.Solvers[1], g.Solvers[0] + " seconds", g.Solvers[1] + " seconds",
	}}}
	f.plot.X.Label.Text, f.plot.Y.Label.Text = g.Solvers[0]+", "+g.unit, g.Solvers[1]+", "+g.unit
	if err := f.frame(g.least(), g.limit); err != nil {
		return err
	}
	for _, c := range classes(points) {
		var xys plotter.XYs
		for _, p := range c.of(points) {
			x, y := g.clipped(p.x, p.xSolved), g.clipped(p.y, p.ySolved)
			xys = append(xys, plotter.XY{X: x, Y: y})
			f.table = append(f.table, []string{p.x.file, p.x.set, p.bound, p.verdict, p.x.Verdict, p.y.Verdict, format(x),
				format(y)})
		}
		if err := f.marks(c.name, xys, glyph(c.color, c.shape)); err != nil {
			return err
		}
	}
	return f.write(o.Out)
}

// points returns the instances that both configurations have run and one has solved.
func (g *grid) points() []point {
	var all []point
	for _, in := range g.Inputs {
		x, xSolved := g.solved(in, g.Solvers[0])
		y, ySolved := g.solved(in, g.Solvers[1])
		if x != nil && y != nil && (xSolved || ySolved) {
			all = append(all, point{x, y, xSolved, ySolved, g.verdict(in), x.bound})
		}
	}
	return all
}

// clipped returns where a run is drawn: at its time, or at the limit if it has not solved its instance.
func (g *grid) clipped(r *run, solved bool) float64 {
	if solved {
		return max(r.seconds, shortest)
	}
	return g.limit
}

// class is the points of a verdict and a bound; empty ones are of all.
type class struct {
	name, verdict, bound string
	color, shape         int
}

// classes returns the classes of points, by verdict and then by bound.
func classes(points []point) []class {
	var bounds []string
	for _, p := range points {
		if !slices.Contains(bounds, p.bound) {
			bounds = append(bounds, p.bound)
		}
	}
	slices.Sort(bounds)
	var all []class
	for v, verdict := range []string{safe, unsafe} {
		for b, bound := range bounds {
			c := class{verdict, verdict, bound, v, b}
			if len(bounds) > 1 {
				c.name += ", bound " + bound
			} else {
				c.shape = v
			}
			if len(c.of(points)) > 0 {
				all = append(all, c)
			}
		}
	}
	return all
}

// of returns the points of a class.
func (c class) of(points []point) []point {
	var all []point
	for _, p := range points {
		if (c.verdict == "" || c.verdict == p.verdict) && (c.name == "all" || c.bound == p.bound) {
			all = append(all, p)
		}
	}
	return all
}

// beside returns a table of what both configurations solve, and each of them alone.
func (g *grid) beside(points []point) [][]string {
	x, y := g.Solvers[0], g.Solvers[1]
	table := [][]string{{"", "solved", "both", x + " alone", y + " alone", y + " faster", y + " / " + x}}
	for _, c := range append(classes(points), class{name: "all"}) {
		var both, first, second, faster int
		var ratio measure.LogMean
		of := c.of(points)
		for _, p := range of {
			switch {
			case !p.ySolved:
				first++
			case !p.xSolved:
				second++
			default:
				both++
				ratio.Add(max(p.y.seconds, measure.LeastCPU) / max(p.x.seconds, measure.LeastCPU))
				if p.y.seconds < p.x.seconds {
					faster++
				}
			}
		}
		row := []string{c.name}
		for _, n := range []int{len(of), both, first, second, faster} {
			row = append(row, strconv.Itoa(n))
		}
		table = append(table, append(row, ratio.String()))
	}
	return table
}
