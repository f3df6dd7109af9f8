package fuzz

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/confirm"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// cInputsTarget are programs with input. A safe one has no fault for any of some inputs, and an unsafe one is confirmed by running it with its harness.
func cInputsTarget() Target {
	return batches[cInputs](Target{
		Name: "c-inputs", About: "C programs as for c-faults with input, against gcc's sanitizers: unsafe ones with their harness, where they are installed",
		Slow: 1000, Lacks: lacksSanitizers,
	}, gen.FaultyInput)
}

// cInputs are programs that may have a fault for some input.
type cInputs []string

// cInputRuns is how often a program is executed, each time with other input.
const cInputRuns = 6

// Text implements Case.
func (x cInputs) Text() []byte { return []byte(strings.Join(x, cSeparator)) }

// Run implements Case.
func (x cInputs) Run(lim *limit.Limit) error {
	return cFaults(x).each(lim, func(ctx context.Context, binary string, i int) error {
		said := ""
		for seed := 0; seed < cInputRuns && said == ""; seed++ {
			var err error
			if said, err = sanitized(ctx, binary, i, seed); err != nil {
				return err
			}
		}
		return confirmed(ctx, filepath.Dir(binary), x[i], said)
	})
}

// confirmed compares the verdict on a program with what sanitizers said in some executions, and with an execution of its own if it is unsafe.
func confirmed(ctx context.Context, dir, text, said string) error {
	checks, err := c.ParseChecks("all")
	if err != nil {
		return err
	}
	file := prog.File{Name: dir + "/" + caseFile(0), Text: []byte(text)}
	language := c.Front{Options: c.Options{Checks: checks, Record: true}}
	opt := driver.Options{
		Question: driver.Question{Front: language},
		Limits:   driver.Limits{Timeout: cFaultsTime, Unbounded: cFaultsTime / 5},
	}
	rep, err := driver.Verify(ctx, file.Name, file.Text, opt)
	if err != nil || ctx.Err() != nil {
		return err
	}
	switch v := rep.Result.Verdict(); {
	case v == verifier.Safe && said != "":
		return fmt.Errorf("%v; the sanitizers: %q", rep.Result, said)
	case v != verifier.Unsafe && said != "":
		return tally{"unsafe, undecided": 1}
	case v != verifier.Unsafe:
		return tally{v.String(): 1}
	}
	f := report.New(rep, "").Failure
	p := confirm.Program{Files: prog.Files{file}, Units: 1, Options: language.Options, Kind: f.Kind, File: file.Name, Line: f.Place.Line}
	if r := confirm.Run(ctx, &p, rep.Loaded.Source.(*c.Result).Harness(rep.Result.Trace())); !r.Confirmed && ctx.Err() == nil {
		return fmt.Errorf("%v: %s in line %d, %v", rep.Result, f.Message, f.Place.Line, r)
	}
	return tally{"unsafe": 1}
}

// Shrink implements Case.
func (x cInputs) Shrink(b *shrink.Budget, fails func(Case) bool) Case {
	return cInputs(leastProgram(x, b, func(p []string) bool { return fails(cInputs(p)) }))
}
