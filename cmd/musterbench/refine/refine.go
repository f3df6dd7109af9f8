// Package refine compares the algorithms that refine variable abstractions (verifier/abstract) on the spurious
// counterexamples of programs, as Fig. 9 of Corral's paper does.
package refine

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/cmd/musterbench/programs"
	"github.com/muster-smt/muster/verifier/abstract"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
)

// Options says what is measured.
type Options struct {
	Sets   string        // directory of the sets
	Bound  int           // recursion bound; 0 is the default
	Engine string        // of the abstractions
	Limit  time.Duration // for each program
	CSV    string        // file for the table
}

// algorithm is a row of the table of algorithms.
type algorithm struct {
	name    string
	refiner abstract.Refiner
	once    bool
}

func algorithms() []algorithm {
	return []algorithm{
		{"alg2", abstract.Hierarchical{}, true},
		{"alg1", abstract.Hierarchical{}, false},
		{"storm", abstract.Linear{}, false},
	}
}

// outcome is what an algorithm did with a counterexample.
type outcome struct {
	found, checks int
	seconds       float64
}

// row is a counterexample.
type row struct {
	file     string
	globals  int
	outcomes []outcome // by algorithm
}

// Run measures all counterexamples of the programs named.
func Run(ctx context.Context, out io.Writer, o *Options, args []string) error {
	progs, err := programs.Find(o.Sets, false, args)
	if err != nil {
		return err
	}
	var rows []row
	for _, p := range progs {
		if ctx.Err() != nil {
			break
		}
		src, err := os.ReadFile(p.Path)
		if err != nil {
			return err
		}
		n := len(rows)
		rep, err := driver.Verify(ctx, p.Path, src, driver.Options{
			Question: driver.Question{Front: boogie.Front{}, Bound: o.Bound},
			Limits:   driver.Limits{Timeout: o.Limit, Unbounded: -1},
			Engines: driver.Engines{
				Engine: o.Engine, Abstract: driver.AbstractOn,
				Counterexample: func(x *abstract.Counterexample) {
					rows = append(rows, compare(ctx, filepath.Base(p.Path), x))
				},
			},
			Output: driver.Output{NoCheck: true},
		})
		if err != nil {
			return fmt.Errorf("%s: %w", p.Path, err)
		}
		fmt.Fprintf(out, "%s: %v, %d spurious counterexamples\n", filepath.Base(p.Path), rep, len(rows)-n)
	}
	summarize(out, rows)
	return measure.WriteTable(o.CSV, table(rows))
}

func compare(ctx context.Context, file string, x *abstract.Counterexample) row {
	r := row{file: file, globals: len(x.Vars())}
	for _, a := range algorithms() {
		begin := time.Now()
		checks := x.Checks(ctx, a.once)
		found := a.refiner.Refine(checks, x.Vars())
		checks.Close()
		r.outcomes = append(r.outcomes, outcome{len(found), checks.Number, time.Since(begin).Seconds()})
	}
	return r
}

// summarize prints means of how many times the checks and the time of the first algorithm the others take.
func summarize(out io.Writer, rows []row) {
	if len(rows) == 0 {
		return
	}
	n := float64(len(rows))
	fmt.Fprintf(out, "%d counterexamples\n", len(rows))
	for i, a := range algorithms() {
		var checks, seconds, logs, mean float64
		for _, r := range rows {
			checks += float64(r.outcomes[i].checks)
			seconds += r.outcomes[i].seconds
			ratio := r.outcomes[i].seconds / r.outcomes[0].seconds
			mean += ratio / n
			logs += math.Log(ratio) / n
		}
		fmt.Fprintf(out, "%s: %.0f checks, %.3f s; time in units of %s: mean %.1f, geometric mean %.1f\n",
			a.name, checks, seconds, algorithms()[0].name, mean, math.Exp(logs))
	}
}

func table(rows []row) [][]string {
	head := []string{"file", "globals"}
	for _, a := range algorithms() {
		head = append(head, a.name+"_found", a.name+"_checks", a.name+"_seconds")
	}
	out := [][]string{head}
	for _, r := range rows {
		line := []string{r.file, strconv.Itoa(r.globals)}
		for _, x := range r.outcomes {
			line = append(line, strconv.Itoa(x.found), strconv.Itoa(x.checks), strconv.FormatFloat(x.seconds, 'f', 6, 64))
		}
		out = append(out, line)
	}
	return out
}
