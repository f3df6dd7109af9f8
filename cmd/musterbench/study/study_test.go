package study

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Tables as package verify writes them, with fewer columns.
const (
	head   = "file,set,engine,bound,verdict,reference,disputed,seconds,cpu_seconds,remark\n"
	corral = head + `a.bpl,sdv,corral,3,safe,safe,,1,0.5,safe up to bound 3
b.bpl,sdv,corral,3,safe,safe,,9,4,safe
c.bpl,sdv,corral,3,unknown,,,20,10.2,unknown (timeout)
d.bpl,sdv,corral,3,unsafe,,,4,2,unsafe (needs recursion bound 4)
e.bpl,sdv,corral,3,safe,unsafe,"none: refuted once, see --check",1,1,safe
f.bpl,sdv,corral,3,safe,,,1,1,safe
g.bpl,sdv,corral,3,error,,,0,0,g.bpl:1:1: bad
`
	legion = head + `a.bpl,sdv,legion,3,safe,safe,,2,1,safe up to bound 3
b.bpl,sdv,legion,3,safe,safe,,0.02,0,safe up to bound 3
c.bpl,sdv,legion,3,unsafe,,,8,7,unsafe
d.bpl,sdv,legion,3,safe,,,1,1,safe up to bound 3
e.bpl,sdv,legion,3,unsafe,unsafe,,1,1,unsafe
f.bpl,sdv,legion,3,unsafe,,,1,1,unsafe
g.bpl,sdv,legion,3,unknown,,,20,10,unknown (timeout)
`
	deeper = head + `a.bpl,sdv,corral,2,unsafe,,,2,1,unsafe
a.bpl,sdv,legion,2,unsafe,,,4,3,unsafe
`
)

// tables writes tables to files and returns their names.
func tables(t *testing.T, texts ...string) []string {
	t.Helper()
	dir := t.TempDir()
	var files []string
	for i, text := range texts {
		name := filepath.Join(dir, []string{"corral", "legion", "more"}[i]+".csv")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		files = append(files, name)
	}
	return files
}

const wrong = `WRONG corral: sdv/e.bpl, bound 3: safe, reference unsafe (none: refuted once, see --check)
WRONG corral: sdv/f.bpl, bound 3: corral says safe, legion says unsafe
WRONG legion: sdv/f.bpl, bound 3: corral says safe, legion says unsafe
`

// Each study prints what it should, and its figure has the right points, and can be read.
func TestStudies(t *testing.T) {
	for _, c := range []struct {
		name   string
		study  func(io.Writer, *Options, []string) error
		o      Options
		tables []string
		text   string
		points string
	}{
		{"cactus", Cactus, Options{Limit: 6 * time.Second}, []string{corral, legion}, wrong, `configuration,solved,seconds
corral,1,0.50
corral,2,2
corral,3,4
legion,1,0.01
legion,2,1
legion,3,1
legion,4,1
`},
		{"cumulative", Cumulative, Options{}, []string{corral, legion}, wrong, `configuration,solved,seconds
corral,1,0.50
corral,2,2.50
corral,3,6.50
legion,1,0
legion,2,1
legion,3,2
`},
		{"elapsed", Cactus, Options{Elapsed: true, Verdict: "unsafe"}, []string{deeper}, "", `configuration,solved,seconds
corral,1,2
legion,1,4
`},
		{"scatter", Scatter, Options{}, []string{corral + strings.Split(deeper, "\n")[1] + "\n", legion + strings.Split(deeper, "\n")[2] + "\n"},
			wrong + `                 solved  both  corral alone  legion alone  legion faster  legion / corral
safe, bound 3         2     2             0             0              1         0.22 (2)
unsafe, bound 2       1     1             0             0              0         3.00 (1)
unsafe, bound 3       3     1             0             2              1         0.50 (1)
all                   6     4             0             2              2         0.52 (4)
`, `file,set,bound,verdict,corral,legion,corral seconds,legion seconds
a.bpl,sdv,3,safe,safe,safe,0.50,1
b.bpl,sdv,3,safe,safe,safe,4,0.01
a.bpl,sdv,2,unsafe,unsafe,unsafe,1,3
c.bpl,sdv,3,unsafe,unknown,unsafe,10.20,7
d.bpl,sdv,3,unsafe,unsafe,safe,2,1
e.bpl,sdv,3,unsafe,safe,unsafe,10.20,1
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for _, ext := range []string{"png", "svg", "csv"} {
				c.o.Out = append(c.o.Out, filepath.Join(dir, "figure."+ext))
			}
			var out bytes.Buffer
			if err := c.study(&out, &c.o, tables(t, c.tables...)); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.text, out.String()); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(c.points, string(read(t, c.o.Out[2]))); d != "" {
				t.Error(d)
			}
			if _, err := png.Decode(bytes.NewReader(read(t, c.o.Out[0]))); err != nil {
				t.Error(err)
			}
			svg := read(t, c.o.Out[1])
			if err := wellFormed(svg); err != nil {
				t.Error(err)
			}
			for _, want := range []string{"corral", "legion"} {
				if !bytes.Contains(svg, []byte(want)) {
					t.Errorf("%s is not named", want)
				}
			}
		})
	}
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func wellFormed(text []byte) error {
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		if _, err := d.Token(); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}

func TestTable(t *testing.T) {
	const want = wrong + `        runs  solved  safe         proofs  unsafe  alone  seconds of CPU  of the 3 that all solve  ratio to the first
corral     7       3     2  1 (50 in 100)       1      0            6.50                     6.50                1.00
legion     7       5     3   0 (0 in 100)       2      2              10                        2                0.29
best       7       5     3   0 (0 in 100)       2      2            9.50                     1.50                0.23
`
	var out bytes.Buffer
	if err := Table(&out, &Options{}, tables(t, corral, legion)); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, out.String()); d != "" {
		t.Error(d)
	}
}

func TestAbstraction(t *testing.T) {
	const table = `file,set,engine,verdict,seconds,cpu_seconds,remark,lines,procedures,globals,abstracted,tracked,rounds,refine_seconds,search_seconds
a.bpl,sdv,corral,safe,4,4,safe,900,20,30,12,4,2,1,2
b.bpl,sdv,corral,unsafe,2,1,unsafe,90,2,3,0,0,0,0,1
c.bpl,sdv,corral,unknown,6,6,unknown,800,10,14,13,13,3,2,3
`
	const want = `corral  lines  globals  procedures  verdict  tracked  of  rounds  seconds  refinement  search
a.bpl     900       30          20     safe        4  12       2        4         25%     50%
c.bpl     800       14          10  unknown       13  13       3        6         33%     50%
all                                                            5       10         30%     50%
`
	var out bytes.Buffer
	if err := Abstraction(&out, &Options{}, tables(t, table)); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, out.String()); d != "" {
		t.Error(d)
	}
}

func TestRefinement(t *testing.T) {
	const table = `file,globals,alg2_found,alg2_checks,alg2_seconds,alg1_found,alg1_checks,alg1_seconds,storm_found,storm_checks,storm_seconds
a.bpl,9,2,4,0.001,2,4,0.002,2,9,0.01
a.bpl,9,2,4,0.002,2,4,0.002,2,9,0.08
`
	const want = `       counterexamples  seconds  time in units of alg2
alg1                 2    0.004                   1.41
alg2                 2    0.003                   1.00
storm                2    0.090                  20.00
`
	const points = `file,algorithm,seconds,alg2 seconds
a.bpl,alg1,0.002000,0.001000
a.bpl,alg1,0.002000,0.002000
a.bpl,storm,0.010000,0.001000
a.bpl,storm,0.080000,0.002000
`
	var out bytes.Buffer
	to := filepath.Join(t.TempDir(), "points.csv")
	if err := Refinement(&out, &Options{Out: []string{to}}, tables(t, table)); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want+points, out.String()+string(read(t, to))); d != "" {
		t.Error(d)
	}
}

// Files that a size does not decide, or was not asked about, are left out.
func TestSpeedup(t *testing.T) {
	names := tables(t, `file,workers,verdict,engine,seconds,speedup,path_seconds,cpu_seconds,parts,messages
a.bpl,1,safe,auto,8,1,4,8,1,0
a.bpl,8,safe,auto,4,2,2,9,5,4
b.bpl,8,unsafe,auto,2,8,1,20,5,4
b.bpl,1,unsafe,auto,16,1,8,16,1,0
c.bpl,1,unknown (timeout),auto,60,1,60,60,1,0
c.bpl,8,safe,auto,2,30,2,16,5,4
d.bpl,1,safe,auto,60,1,60,60,1,0
`)
	out := filepath.Join(t.TempDir(), "speedup.png")
	var got bytes.Buffer
	if err := Speedup(&got, &Options{Out: []string{out}}, names); err != nil {
		t.Fatal(err)
	}
	want := "2 files\nworkers  times faster  critical path\n1                   1              2\n8                   4              8\n"
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
	if err := Speedup(io.Discard, &Options{}, tables(t, "file,workers,verdict,seconds,path_seconds\na,1,safe,x,1\n")); err == nil {
		t.Error("no error where seconds are no number")
	}
}

// Names are those of tables, of engines, or given; what cannot be drawn is an error.
func TestNames(t *testing.T) {
	files := tables(t, corral, deeper)
	for _, c := range []struct {
		args []string
		want string
	}{
		{files[:1], "corral"},
		{files[1:], "corral, legion"},
		{[]string{"x=" + files[0], "x=" + files[1]}, "x, x corral, x legion"},
		{files, "corral, legion corral, legion legion"},
		{[]string{files[0], files[0]}, "a second run of corral on sdv/a.bpl, bound 3"},
		{[]string{"none.csv"}, "no such file"},
	} {
		g, err := (&Options{}).read(io.Discard, c.args)
		if err != nil {
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v: %v", c.args, err)
			}
			continue
		}
		if got := strings.Join(g.Solvers, ", "); got != c.want {
			t.Errorf("%v: %s, want %s", c.args, got, c.want)
		}
	}
	for _, c := range []struct {
		study func(io.Writer, *Options, []string) error
		o     Options
		want  string
	}{
		{Cactus, Options{Out: []string{"x.pdf"}}, "x.pdf: a figure is written as .png, .svg or .csv"},
		{Table, Options{Out: []string{"x.png"}}, "x.png: a table is written as .csv"},
		{Table, Options{Verdict: "unknown"}, "the verdict is safe or unsafe"},
		{Scatter, Options{}, "a scatter plot is of two configurations, not of 1"},
		{Abstraction, Options{}, "column rounds"},
		{Refinement, Options{}, "column cpu_seconds: \"0\" is no time"},
	} {
		if err := c.study(io.Discard, &c.o, files[:1]); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
