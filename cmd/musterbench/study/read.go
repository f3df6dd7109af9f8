package study

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
)

// Options says what a study is about, and what it writes.
type Options struct {
	Out     []string      // files for the figure: .png and .svg, .csv for its points
	Limit   time.Duration // a run that takes longer has solved nothing; 0 is the time of the longest run
	Elapsed bool          // the time is elapsed time, not CPU time
	Verdict string        // only instances that some run found to be so: safe or unsafe; empty means all
}

// Verdicts that decide an instance.
const (
	safe   = "safe"
	unsafe = "unsafe"
)

// run is what a configuration made of an instance. Solver is the configuration's name.
type run struct {
	measure.Result
	set, file, bound string
	seconds          float64
	allBounds        bool // it is safe whatever the recursion bound
	farther          bool // the failing execution needs a greater bound than was asked about
	cells            map[string]string
}

// grid holds the runs that a study is about.
type grid struct {
	measure.Grid[*run]
	limit float64 // seconds
	unit  string  // of time
}

// solved reports whether the run of a configuration has solved an instance.
func (g *grid) solved(input, solver string) (*run, bool) {
	r, ok := g.At(input, solver)
	return r, ok && g.counts(r)
}

// counts reports whether a run has solved its instance.
func (g *grid) counts(r *run) bool {
	return decided(r.Verdict) && r.Wrong == "" && r.seconds <= g.limit
}

func decided(verdict string) bool { return verdict == safe || verdict == unsafe }

// verdict returns what some run has found an instance to be; it is empty if none has solved it.
func (g *grid) verdict(input string) string {
	for _, s := range g.Solvers {
		if r, ok := g.solved(input, s); ok {
			return r.Verdict
		}
	}
	return ""
}

// byAll returns the instances that all configurations have solved.
func (g *grid) byAll() []string {
	var all []string
	for _, in := range g.Inputs {
		if !slices.ContainsFunc(g.Solvers, func(s string) bool { _, ok := g.solved(in, s); return !ok }) {
			all = append(all, in)
		}
	}
	return all
}

// read reads the tables named and reports wrong verdicts to w.
func (o *Options) read(w io.Writer, args []string) (*grid, error) {
	if o.Verdict != "" && !decided(o.Verdict) {
		return nil, fmt.Errorf("the verdict is %s or %s, not %q", safe, unsafe, o.Verdict)
	}
	all := &grid{unit: "seconds of CPU"}
	if o.Elapsed {
		all.unit = "seconds"
	}
	for _, a := range args {
		if err := o.table(all, a, len(args) == 1); err != nil {
			return nil, err
		}
	}
	all.contradictions()
	var wrong []*run
	for _, s := range all.Solvers {
		for _, r := range all.Of(s) {
			all.limit = max(all.limit, r.seconds)
			wrong = append(wrong, r)
		}
	}
	measure.WriteWrong(w, wrong)
	if o.Limit > 0 {
		all.limit = o.Limit.Seconds()
	}
	if o.Verdict == "" {
		return all, nil
	}
	some := &grid{limit: all.limit, unit: all.unit}
	for _, s := range all.Solvers {
		for _, r := range all.Of(s) {
			if all.verdict(r.Input) == o.Verdict {
				some.Add(r)
			}
		}
	}
	return some, nil
}

// table adds the rows of a table. The engines of a table that is the only one, without a name, name themselves.
func (o *Options) table(all *grid, arg string, only bool) error {
	name, path, named := strings.Cut(arg, "=")
	if !named {
		path = arg
		name = strings.TrimSuffix(filepath.Base(path), ".csv")
	}
	rows, err := measure.ReadTable(path)
	if err != nil {
		return err
	}
	engines := map[string]bool{}
	for _, x := range rows {
		engines[x["engine"]] = true
	}
	for _, x := range rows {
		solver := name
		switch {
		case len(engines) > 1 && only && !named:
			solver = x["engine"]
		case len(engines) > 1:
			solver += " " + x["engine"]
		}
		r, err := o.newRun(solver, x)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", path, x["file"], err)
		}
		if _, ok := all.At(r.Input, solver); ok {
			return fmt.Errorf("%s: a second run of %s on %s", path, solver, r.Input)
		}
		all.Add(r)
	}
	return nil
}

// newRun reads a row of a table.
func (o *Options) newRun(solver string, x map[string]string) (*run, error) {
	column := "cpu_seconds"
	if o.Elapsed {
		column = "seconds"
	}
	seconds, err := strconv.ParseFloat(x[column], 64)
	if err != nil {
		return nil, fmt.Errorf("column %s: %w", column, err)
	}
	r := &run{set: x["set"], file: x["file"], bound: x["bound"], seconds: seconds, cells: x}
	r.Solver, r.Verdict, r.Remark = solver, x["verdict"], x["remark"]
	if why := x["disputed"]; why != "" {
		r.Wrong = fmt.Sprintf("%s, reference %s (%s)", r.Verdict, x["reference"], why)
	}
	r.Input = filepath.Join(r.set, r.file)
	if r.bound != "" {
		r.Input += ", bound " + r.bound
	}
	r.allBounds = r.Verdict == safe && !strings.HasPrefix(r.Remark, "safe up to ")
	r.farther = r.Verdict == unsafe && strings.Contains(r.Remark, "needs recursion bound ")
	return r, nil
}

// contradictions has runs be wrong of which one found an instance to be safe and the other to be unsafe. Both may be
// right if the execution that fails is not one that the safe answer is about.
func (g *grid) contradictions() {
	for _, in := range g.Inputs {
		var first *run
		for _, s := range g.Solvers {
			r, ok := g.At(in, s)
			switch {
			case !ok || !decided(r.Verdict) || r.Wrong != "":
			case first == nil:
				first = r
			case r.Verdict != first.Verdict && !(first.farther && !r.allBounds) && !(r.farther && !first.allBounds):
				why := fmt.Sprintf("%s says %s, %s says %s", first.Solver, first.Verdict, r.Solver, r.Verdict)
				first.Wrong, r.Wrong = why, why
			}
		}
	}
}
