package study

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
)

// figure is a figure as a drawing, and as a table of its points.
type figure struct {
	plot  *plot.Plot // nil if there is only the table
	table [][]string
}

const (
	width  = 14 * vg.Centimeter
	height = 11 * vg.Centimeter
)

// write writes a figure to files, in the format that the ending of each name says.
func (f *figure) write(files []string) error {
	for _, name := range files {
		var err error
		switch ext := filepath.Ext(name); {
		case ext == ".csv":
			err = measure.WriteTable(name, f.table)
		case f.plot == nil:
			err = fmt.Errorf("%s: a table is written as .csv, not as %q", name, ext)
		case ext == ".png", ext == ".svg":
			err = f.plot.Save(width, height, name)
		default:
			err = fmt.Errorf("%s: a figure is written as .png, .svg or .csv, not as %q", name, ext)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// shortest is what shorter times are drawn as, in seconds: tables have hundredths.
const shortest = 0.01

// logarithmic makes an axis one of times, from the power of ten below the least one. (The ticks of package plot may
// miss that power.)
func logarithmic(a *plot.Axis, least, most float64) {
	low := int(math.Floor(math.Log10(least)))
	var ticks plot.ConstantTicks
	for e := low; e == low || math.Pow10(e) <= most; e++ {
		ten := math.Pow10(e)
		ticks = append(ticks, plot.Tick{Value: ten, Label: strconv.FormatFloat(ten, 'f', -1, 64)})
		for i := 2.0; i < 10 && i*ten <= most; i++ {
			ticks = append(ticks, plot.Tick{Value: i * ten})
		}
	}
	a.Scale, a.Tick.Marker = plot.LogScale{}, ticks
	a.Min, a.Max = math.Pow10(low), max(most, 2*math.Pow10(low))
}

// line draws a line with points, and names it in the legend.
func (f *figure) line(name string, xys plotter.XYs, number int) error {
	if len(xys) == 0 {
		return nil
	}
	line, points, err := plotter.NewLinePoints(xys)
	if err != nil {
		return err
	}
	line.Color, line.Dashes = plotutil.Color(number), plotutil.Dashes(number)
	line.Width = vg.Points(1.5)
	points.GlyphStyle = glyph(number, number)
	f.plot.Add(line, points)
	f.plot.Legend.Add(name, line, points)
	return nil
}

// frame draws the axes of a scatter plot of times, the diagonal, and the borders at the limit.
func (f *figure) frame(least, limit float64) error {
	const room, legend = 1.2, 4 // beyond the borders
	p := f.plot
	logarithmic(&p.X, least, limit*room)
	logarithmic(&p.Y, least, limit*legend)
	low := p.X.Min
	for _, xys := range []plotter.XYs{
		{{X: low, Y: low}, {X: limit, Y: limit}},
		{{X: limit, Y: low}, {X: limit, Y: limit}},
		{{X: low, Y: limit}, {X: limit, Y: limit}},
	} {
		line, err := plotter.NewLine(xys)
		if err != nil {
			return err
		}
		line.Color = color.Gray{Y: 170}
		p.Add(line)
	}
	p.Legend.Top, p.Legend.Left = true, true
	return nil
}

// marks draws points, and names them in the legend.
func (f *figure) marks(name string, xys plotter.XYs, style draw.GlyphStyle) error {
	points, err := plotter.NewScatter(xys)
	if err != nil {
		return err
	}
	points.GlyphStyle = style
	f.plot.Add(points)
	f.plot.Legend.Add(name, points)
	return nil
}

// glyph is the mark of a point.
func glyph(colour, shape int) draw.GlyphStyle {
	return draw.GlyphStyle{Color: plotutil.Color(colour), Shape: plotutil.Shape(shape), Radius: vg.Points(2.5)}
}

// format writes a number of a table.
func format(x float64) string { return strings.TrimSuffix(fmt.Sprintf("%.2f", x), ".00") }

// printTable prints a table with columns of their widths: the first one flush left, the others flush right.
func printTable(w io.Writer, table [][]string) {
	var widths []int
	for _, row := range table {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range table {
		var line strings.Builder
		fmt.Fprintf(&line, "%-*s", widths[0], row[0])
		for i, cell := range row[1:] {
			fmt.Fprintf(&line, "  %*s", widths[i+1], cell)
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}
