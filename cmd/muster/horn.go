package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/chc"
	"github.com/muster-smt/muster/verifier/chcpass"
	"github.com/muster-smt/muster/verifier/horn"
	"github.com/muster-smt/muster/verifier/report"
)

// hornOptions are the flags of muster horn.
type hornOptions struct {
	opt        horn.Options
	timeout    time.Duration
	memory     task.ByteSize
	without    string
	derivation bool
	json       bool
	stats      bool
	log        logFlags
	dump       dumpFlags
}

func hornCommand(s streams) *cli.Command {
	var v hornOptions
	c := &cli.Command{
		Use:   "horn FILE",
		Short: "Solve constrained Horn clauses",
		Long: `Horn decides whether the predicates of a script of constrained Horn clauses can be
defined so that all assertions hold. The script is one of logic HORN as CHC-COMP has them;
formulas of any form are taken that are Horn clauses. FILE may be - for standard
input, and may be compressed with gzip, xz or zstd.

A script in Z3's fixedpoint dialect (declare-rel, declare-var, rule, query) is answered
as Z3 answers it, with the opposite names: sat if what is queried can be derived, unsat
if it cannot. There the solution belongs to unsat, and the derivation to sat.

A script may have several checks, with push and pop: what is in force then is asked, and
the answers follow each other, with --json one object for each.

The first line of output is sat, unsat, or unknown with the reason in parentheses. Where
an engine gives up, the others go on; after unknown, and with --stats, the reasons of
those that gave up follow. A solution is checked on the assertions as they were read, a
derivation of false by evaluation, or a solver where quantifiers are left, before the
answer is printed. --timeout is for all checks of a script together, and --dump shows
the first.

Exit codes: 0 sat or unsat, 5 unknown (including a limit or an interrupt; of several
checks, if one is), 1 usage
error, 2 the script cannot be read or is not Horn, 6 internal error.`,
		Args: v.dump.args(cli.ExactArgs(1)),
		Run: func(c *cli.Command, args []string) error {
			if v.dump.lists() {
				return v.dump.list(s.out, chcpass.Rows())
			}
			if v.timeout < 0 {
				return errors.New("--timeout must not be negative")
			}
			if v.without != "" {
				v.opt.Without = strings.Split(v.without, ",")
			}
			return solveHorn(c.Context(), s, args[0], &v)
		},
	}
	f := c.Flags()
	f.StringVar(&v.opt.Engine, "engine", horn.Auto,
		horn.Auto+": all of them, in turns or at once, until one has the answer; or "+strings.Join(horn.Engines(), ", "))
	f.Choices("engine", append([]string{horn.Auto}, horn.Engines()...))
	f.BoolVar(&v.opt.Model, "model", false,
		"print the solution (after sat; of a query: after unsat): a definition for each predicate")
	f.BoolVar(&v.derivation, "derivation", false, "print the derivation of false (after unsat; of a query: after sat)")
	f.BoolVar(&v.opt.NoPasses, "no-passes", false, "ask the engines about the clauses as they are")
	f.StringVar(&v.without, "without", "",
		"leave out some of the passes that make clauses fewer, separated by commas: "+strings.Join(chcpass.Rows(), ", "))
	f.DurationVar(&v.timeout, "timeout", 0, "stop after this time, such as 90 or 90s (default: no limit)")
	f.Var(&v.memory, "memory", "stop above this much memory, such as 2GiB (default: no limit)")
	f.BoolVar(&v.json, "json", false, "print one JSON object for each check, and for errors")
	f.BoolVar(&v.stats, "stats", false, "print statistics")
	v.log.add(f)
	v.dump.add(f, "the clauses", chcpass.Rows())
	return c
}

// solveHorn runs the command.
func solveHorn(ctx context.Context, s streams, file string, v *hornOptions) error {
	name, src, err := task.Read(s.in, file)
	if err != nil {
		return err
	}
	d, err := v.dump.start(s, file, chcpass.Rows())
	if err != nil {
		return err
	}
	ctx, stop := limited(ctx, v.timeout, v.memory)
	defer stop()
	defer task.Sparing()()
	var m *monitor[horn.Progress]
	show := func() func(horn.Progress) {
		m = newMonitor(s.err, hornLine)
		return m.update
	}
	opt := v.opt
	if d != nil {
		opt.Observe = d.clauses()
	}
	log, unlog, err := v.log.open(s.err)
	if err != nil {
		return err
	}
	opt.Log = log
	known := true
	err = awaitHorn(ctx, name, src, opt, show, func(rep *horn.Report) error {
		m.stop()
		known = known && rep.Status != sat.Unknown
		return v.write(s, name, rep)
	})
	m.stop() // of what ended with an error
	if err = errors.Join(err, d.end(), unlog()); err != nil {
		return err
	}
	if !known {
		return exitCode(exitUnknown)
	}
	return nil
}

// write prints the answer of a check.
func (v *hornOptions) write(s streams, name string, rep *horn.Report) (err error) {
	out := bufio.NewWriter(s.out)
	if v.json {
		err = writeHornJSON(out, name, rep, v)
	} else {
		err = writeHorn(out, s.err, rep, v)
	}
	if err = errors.Join(err, out.Flush()); err != nil {
		return fmt.Errorf("writing the answer: %w", err)
	}
	return nil
}

// awaitHorn reads a script, and solves and reports check after check. Show begins to show the progress: of reading and
// the first check, and then of each that follows a report. It reports no answer, and returns, if that does not stop
// soon after a limit.
func awaitHorn(ctx context.Context, name string, src []byte, opt horn.Options, show func() func(horn.Progress),
	report func(*horn.Report) error) error {
	start := time.Now()
	opt.Progress = show()
	scripts, ended, err := soonAfter(ctx, func() ([]*chc.Script, error) { return readHorn(ctx, name, src) })
	stopped := func() bool {
		return !ended || err != nil && ctx.Err() != nil && errors.Is(err, context.Cause(ctx))
	}
	if stopped() {
		scripts, err = []*chc.Script{nil}, nil
	}
	for i, script := range scripts {
		if err != nil {
			return err
		}
		if i > 0 {
			opt.Progress = show()
		}
		var rep *horn.Report
		if script != nil {
			opt := opt
			opt.Model = opt.Model || script.WantsModel
			rep, ended, err = soonAfter(ctx, func() (*horn.Report, error) { return horn.SolveScript(ctx, script, opt) })
		}
		opt.Observe = nil // of the first check alone
		if script == nil || stopped() {
			rep, err = &horn.Report{Engine: opt.Engine, Reason: reason.Of(limit.ContextReason(ctx)),
				Elapsed: time.Since(start)}, nil
		}
		if err == nil {
			err = report(rep)
		}
		if !ended {
			return err
		}
	}
	return err
}

func readHorn(ctx context.Context, name string, src []byte) (all []*chc.Script, err error) {
	defer func() {
		if x := recover(); x != nil {
			all, err = nil, reason.Recovered(x)
		}
	}()
	all, err = chc.ReadAll(name, bytes.NewReader(src), term.NewStore(), func() error { return context.Cause(ctx) })
	if errors.As(err, new(*smtlib.Error)) {
		return nil, &task.InputError{Err: err}
	}
	return all, err
}

// writeHorn prints the answer as text; its first line is the status.
func writeHorn(out, diagnostics io.Writer, rep *horn.Report, v *hornOptions) error {
	fmt.Fprintln(out, hornStatus(rep))
	switch {
	case rep.Status == sat.Sat && (v.opt.Model || rep.Script.WantsModel):
		if rep.Solution == nil {
			fmt.Fprintf(diagnostics, "muster: no model: %v\n", rep.NoSolution)
		} else if _, err := out.Write(rep.AppendModel(nil)); err != nil {
			return err
		}
	case rep.Status == sat.Unsat && v.derivation:
		if _, err := out.Write(rep.AppendDerivation(nil)); err != nil {
			return err
		}
	case rep.Status == sat.Unknown && rep.Depth > 0:
		fmt.Fprintf(out, "no derivation up to depth %d\n", rep.Depth)
	}
	for _, g := range rep.GaveUp {
		if v.stats || rep.Status == sat.Unknown && g.Reason != rep.Reason {
			fmt.Fprintf(out, "%s: %v\n", g.Engine, g.Reason)
		}
	}
	if v.stats {
		fmt.Fprintf(out, "engine: %s\nseconds: %.3f\nmemory-bytes: %d\n", rep.Engine, rep.Elapsed.Seconds(),
			limit.HeldBytes())
		for _, c := range hornCounters(rep) {
			fmt.Fprintf(out, "%s: %d\n", c.Name, c.Value)
		}
	}
	return nil
}

func hornStatus(rep *horn.Report) string {
	if rep.Status == sat.Unknown {
		return fmt.Sprintf("unknown (%v)", rep.Reason)
	}
	return rep.Answer().String()
}

func hornCounters(rep *horn.Report) []stat.Counter {
	all := []stat.Counter{{Name: "depth", Value: int64(rep.Depth)}}
	if rep.Script != nil {
		all = append(all, stat.Counter{Name: "predicates", Value: int64(len(rep.Script.Preds))},
			stat.Counter{Name: "rules", Value: int64(len(rep.Script.Rules))})
	}
	return append(all, report.Numbers(rep.Stats)...)
}

// jsonHorn is the object that --json prints.
type jsonHorn struct {
	Status     string              `json:"status"` // sat, unsat, unknown
	Reason     string              `json:"reason,omitempty"`
	Kind       reason.Kind         `json:"reason_kind,omitempty"`
	Depth      int                 `json:"depth,omitempty"` // unknown: no derivation up to this depth
	File       string              `json:"file"`
	Engine     string              `json:"engine"`
	GaveUp     map[string]string   `json:"gave_up,omitempty"` // engines that had no answer, with the reasons
	Seconds    float64             `json:"seconds"`
	Counters   map[string]int64    `json:"counters"`
	Learning   []verifier.Learning `json:"learning,omitempty"`
	Model      string              `json:"model,omitempty"`
	NoModel    string              `json:"no_model,omitempty"` // why there is none
	Derivation []jsonInference     `json:"derivation,omitempty"`
}

// jsonInference is a step of a derivation.
type jsonInference struct {
	Fact     string      `json:"fact"`
	Line     int         `json:"line"` // of the assertion
	Column   int         `json:"column"`
	Premises []int       `json:"premises"` // numbers of steps, from 1
	Values   []jsonValue `json:"values"`
}

type jsonValue struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

func writeHornJSON(w io.Writer, name string, rep *horn.Report, v *hornOptions) error {
	out := jsonHorn{
		Status: rep.Answer().String(), Reason: rep.Reason.String(), Kind: rep.Reason.Kind, File: name, Engine: rep.Engine,
		Seconds: rep.Elapsed.Seconds(), Counters: map[string]int64{}, Learning: rep.Stats.Learned,
	}
	for _, g := range rep.GaveUp {
		if out.GaveUp == nil {
			out.GaveUp = map[string]string{}
		}
		out.GaveUp[g.Engine] = g.Reason.String()
	}
	for _, c := range hornCounters(rep) {
		out.Counters[c.Name] = c.Value
	}
	switch {
	case rep.Status == sat.Unknown:
		out.Depth = rep.Depth
	case rep.Status == sat.Sat && (v.opt.Model || rep.Script.WantsModel):
		if rep.Solution == nil {
			out.NoModel = rep.NoSolution.String()
		} else {
			out.Model = string(rep.AppendModel(nil))
		}
	case rep.Status == sat.Unsat && v.derivation:
		for i := range rep.Derivation.Steps {
			s := &rep.Derivation.Steps[i]
			pos := rep.Script.Assertions[s.Clause].Pos
			step := jsonInference{Fact: string(rep.AppendFact(nil, s)), Line: pos.Line, Column: pos.Col, Premises: []int{},
				Values: []jsonValue{}}
			for _, p := range s.Premises {
				step.Premises = append(step.Premises, p+1)
			}
			rep.Variables(s, func(name, value string) { step.Values = append(step.Values, jsonValue{name, value}) })
			out.Derivation = append(out.Derivation, step)
		}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(out)
}

// hornLine describes the progress of solving in one line.
func hornLine(p horn.Progress, elapsed time.Duration) string {
	return fmt.Sprintf("%s %s  bound %d, %d instances, %d open, %d queries  %v",
		p.Engine, p.Phase, p.Bound, p.Instances, p.Open, p.Queries, elapsed.Truncate(100*time.Millisecond))
}
