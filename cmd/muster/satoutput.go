package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/dimacs"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/portfolio"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/reason"
)

// satOutput prints the results of a run of muster sat: at once, or as one JSON
// object at the end.
type satOutput struct {
	w        *bufio.Writer // keeps the first error
	run      *satRun
	queries  int
	answered int
	last     satAnswer // unknown if there is none
	json     jsonSAT
}

// jsonSAT is the object that --json prints.
type jsonSAT struct {
	File      string           `json:"file"`
	Solver    string           `json:"solver"`
	Variables int              `json:"variables"`
	Clauses   int              `json:"clauses"`
	Answers   []jsonSATAnswer  `json:"answers"`
	Reason    string           `json:"reason,omitempty"` // of unknown
	Kind      reason.Kind      `json:"reason_kind,omitempty"`
	Seconds   float64          `json:"seconds"`
	Counters  map[string]int64 `json:"counters"`
	Stages    []satStage       `json:"stages,omitempty"`  // with --stats
	Workers   []jsonSATWorker  `json:"workers,omitempty"` // with -j
}

// jsonSATWorker has the statistics of a worker.
type jsonSATWorker struct {
	Name     string           `json:"name"`
	Answered bool             `json:"answered"`
	Exported int64            `json:"exported"`
	Counters map[string]int64 `json:"counters"`
}

// jsonSATAnswer is the answer to a query, with literals as in DIMACS.
type jsonSATAnswer struct {
	Status string `json:"status"` // SATISFIABLE, UNSATISFIABLE, UNKNOWN
	Model  []int  `json:"model,omitempty"`
	Core   []int  `json:"core,omitempty"`
}

func newSATOutput(w io.Writer, r *satRun) *satOutput {
	o := &satOutput{w: bufio.NewWriter(w), run: r, queries: 1}
	o.json = jsonSAT{File: r.file, Solver: r.opt.backend, Answers: []jsonSATAnswer{}, Counters: map[string]int64{}}
	o.remark("%s", version())
	return o
}

// remark prints a line that begins with c.
func (o *satOutput) remark(format string, args ...any) {
	if !o.run.opt.json && !o.run.opt.quiet {
		fmt.Fprintf(o.w, "c "+format+"\n", args...)
	}
}

// read reports the size of the formula.
func (o *satOutput) read(f *dimacs.Formula) {
	_, elapsed := o.run.monitor.last()
	o.json.Variables, o.json.Clauses = f.Vars, f.Len()
	o.remark("%s: %d variables, %d clauses, read in %.2f s", o.run.file, f.Vars, f.Len(), elapsed.Seconds())
	if f.Incremental && len(f.Queries) > 0 {
		o.queries = len(f.Queries)
		o.remark("%d queries", o.queries)
	}
	o.flush()
}

// flush writes what is known, since the next answer may take long. finish reports
// an error of writing.
func (o *satOutput) flush() { _ = o.w.Flush() }

var satWords = map[sat.Status]string{sat.Sat: "SATISFIABLE", sat.Unsat: "UNSATISFIABLE", sat.Unknown: "UNKNOWN"}

// answer prints the answer to a query.
func (o *satOutput) answer(a satAnswer) {
	o.answered++
	o.last = a
	if o.run.opt.json {
		o.json.Answers = append(o.json.Answers, jsonSATAnswer{satWords[a.status], numbersOf(a.model), numbersOf(a.core)})
		return
	}
	if o.run.opt.minisat {
		word := satWords[a.status]
		if a.status == sat.Unknown {
			word = "INDETERMINATE"
		}
		fmt.Fprintln(o.w, word)
		o.flush()
		return
	}
	fmt.Fprintf(o.w, "s %s\n", satWords[a.status])
	switch {
	case a.status == sat.Sat && !o.run.opt.noModel:
		o.literals("v", a.model)
	case len(a.core) > 0 && !o.run.opt.quiet:
		o.literals("c core", a.core)
	}
	o.flush()
}

// lineWidth bounds the columns of a line with literals.
const lineWidth = 78

// literals prints literals and a final 0, in lines that begin with word.
func (o *satOutput) literals(word string, lits []sat.Lit) {
	line := []byte(word)
	var number [16]byte
	for i := range len(lits) + 1 {
		n := 0
		if i < len(lits) {
			n = lits[i].Dimacs()
		}
		text := strconv.AppendInt(append(number[:0], ' '), int64(n), 10)
		if len(line)+len(text) > lineWidth {
			_, _ = o.w.Write(append(line, '\n'))
			line = append(line[:0], word...)
		}
		line = append(line, text...)
	}
	_, _ = o.w.Write(append(line, '\n'))
}

func numbersOf(lits []sat.Lit) []int {
	ns := make([]int, len(lits))
	for i, l := range lits {
		ns[i] = l.Dimacs()
	}
	return ns
}

// finish reports why an answer is unknown, prints statistics, and returns the
// outcome of the command.
func (o *satOutput) finish(err error, why limit.Reason) error {
	if err != nil {
		o.flush()
		return err
	}
	if o.answered == 0 || o.answered < o.queries && o.last.status != sat.Unknown {
		o.answer(satAnswer{status: sat.Unknown})
	}
	if err := o.files(); err != nil {
		o.flush()
		return err
	}
	_, elapsed := o.run.monitor.last()
	if why == limit.None {
		why = o.last.why
	}
	if o.last.status == sat.Unknown {
		o.remark("stopped: %v", why)
		o.json.Reason, o.json.Kind = why.String(), reason.Of(why).Kind
	}
	o.remark("%.2f s", elapsed.Seconds())
	workers := o.run.board.all()
	if o.run.opt.stats {
		o.statistics(workers)
	}
	if o.run.opt.json {
		o.json.Seconds = elapsed.Seconds()
		o.json.Counters = countersByName(workers)
		o.json.Stages = o.run.clock.sorted()
		for i := range workers {
			if w := &workers[i]; len(workers) > 1 {
				o.json.Workers = append(o.json.Workers, jsonSATWorker{w.Name, w.Answered, w.Exported,
					countersByName(workers[i : i+1])})
			}
		}
		e := json.NewEncoder(o.w)
		e.SetEscapeHTML(false)
		_ = e.Encode(&o.json)
	}
	if err := o.w.Flush(); err != nil {
		return fmt.Errorf("writing the answer: %w", err)
	}
	return exitCode(map[sat.Status]int{sat.Sat: exitSatisfiable, sat.Unsat: exitUnsatisfiable,
		sat.Unknown: exitUndecided}[o.last.status])
}

// files writes the last answer to the files that want it.
func (o *satOutput) files() error {
	if name := o.run.opt.result; name != "" {
		text := []byte(map[sat.Status]string{sat.Sat: "SAT\n", sat.Unsat: "UNSAT\n", sat.Unknown: "INDET\n"}[o.last.status])
		if o.last.status == sat.Sat {
			for _, l := range o.last.model {
				text = append(strconv.AppendInt(text, int64(l.Dimacs()), 10), ' ')
			}
			text = append(text, "0\n"...)
		}
		if err := os.WriteFile(name, text, 0o666); err != nil {
			return err
		}
	}
	if name := o.run.opt.written; name != "" {
		file, err := os.Create(name)
		if err != nil {
			return err
		}
		copied := &satOutput{w: bufio.NewWriter(file), run: &satRun{opt: &satOptions{quiet: true}}}
		copied.answer(o.last)
		return errors.Join(copied.w.Flush(), file.Close())
	}
	return nil
}

// satCounters are the statistics of the SAT solver, as they are named.
func satCounters(s *sat.Stats) []stat.Counter {
	return []stat.Counter{
		{Name: "conflicts", Value: s.Conflicts},
		{Name: "decisions", Value: s.Decisions},
		{Name: "propagations", Value: s.Propagations},
		{Name: "ticks", Value: s.Ticks},
		{Name: "restarts", Value: s.Restarts},
		{Name: "reused-levels", Value: s.Reused},
		{Name: "mode-switches", Value: s.ModeSwitches},
		{Name: "reductions", Value: s.Reductions},
		{Name: "collections", Value: s.Collections},
		{Name: "added-clauses", Value: s.Added},
		{Name: "learned-clauses", Value: s.Learned},
		{Name: "imported-clauses", Value: s.Imported},
		{Name: "learned-literals", Value: s.LearnedLiterals},
		{Name: "minimized-literals", Value: s.MinimizedLiterals},
		{Name: "glue-sum", Value: s.GlueSum},
		{Name: "trail-sum", Value: s.TrailSum},
		{Name: "level-sum", Value: s.LevelSum},
		{Name: "jump-sum", Value: s.JumpSum},
		{Name: "shrunken-literals", Value: s.ShrunkenLiterals},
		{Name: "dropped-clauses", Value: s.Reduced},
		{Name: "rephases", Value: s.Rephases},
		{Name: "walks", Value: s.Walks},
		{Name: "walk-ticks", Value: s.WalkTicks},
		{Name: "lucky-answers", Value: s.Lucky},
		{Name: "inprocessing-rounds", Value: s.Rounds},
		{Name: "inprocessing-ticks", Value: s.SimplifyTicks},
		{Name: "failed-literals", Value: s.Failed},
		{Name: "transitive-clauses", Value: s.Transitive},
		{Name: "substituted-variables", Value: s.Substituted},
		{Name: "swept-variables", Value: s.Swept},
		{Name: "swept-units", Value: s.SweptUnits},
		{Name: "congruent-gates", Value: s.Congruent},
		{Name: "gate-units", Value: s.GateUnits},
		{Name: "eliminated-variables", Value: s.Eliminated},
		{Name: "gates", Value: s.Gates},
		{Name: "definitions", Value: s.Definitions},
		{Name: "resolvents", Value: s.Resolvents},
		{Name: "restored-variables", Value: s.Restored},
		{Name: "blocked-clauses", Value: s.Blocked},
		{Name: "unblocked-clauses", Value: s.Unblocked},
		{Name: "xors", Value: s.Xors},
		{Name: "xor-units", Value: s.XorUnits},
		{Name: "xor-equivalences", Value: s.XorEquivalences},
		{Name: "xor-sums-too-wide", Value: s.XorWide},
		{Name: "hall-violations", Value: s.HallViolations},
		{Name: "subsumed-clauses", Value: s.Subsumed},
		{Name: "strengthened-clauses", Value: s.Strengthened},
		{Name: "strengthened-on-the-fly", Value: s.OnTheFly},
		{Name: "vivified-clauses", Value: s.Vivified},
		{Name: "vivified-literals", Value: s.VivifiedLiterals},
		{Name: "implied-clauses", Value: s.VivifyImplied},
		{Name: "clause-bytes", Value: s.Bytes},
		{Name: "variables", Value: s.Variables, Gauge: true},
		{Name: "fixed", Value: s.Fixed, Gauge: true},
		{Name: "irredundant-clauses", Value: s.Irredundant, Gauge: true},
		{Name: "redundant-clauses", Value: s.Redundant, Gauge: true},
	}
}

// totals are the statistics of all workers together: sums, and maxima of gauges.
func totals(workers []portfolio.Worker) []stat.Counter {
	if len(workers) == 0 {
		return nil
	}
	all := satCounters(&workers[0].Stats)
	for i := range workers[1:] {
		for k, c := range satCounters(&workers[i+1].Stats) {
			if c.Gauge {
				all[k].Value = max(all[k].Value, c.Value)
			} else {
				all[k].Value += c.Value
			}
		}
	}
	return all
}

func countersByName(workers []portfolio.Worker) map[string]int64 {
	m := map[string]int64{}
	for _, c := range totals(workers) {
		m[c.Name] = c.Value
	}
	return m
}

// means are quotients of counters, printed unless the divisor is 0.
var means = [...]struct{ name, sum, of string }{
	{"mean-glue", "glue-sum", "learned-clauses"},
	{"mean-learned-size", "learned-literals", "learned-clauses"},
	{"mean-minimized", "minimized-literals", "learned-clauses"},
	{"mean-trail", "trail-sum", "conflicts"},
	{"mean-level", "level-sum", "conflicts"},
	{"mean-jump", "jump-sum", "learned-clauses"},
	{"decisions-per-conflict", "decisions", "conflicts"},
	{"propagations-per-conflict", "propagations", "conflicts"},
}

// statistics prints the statistics of all workers together and, of several, of
// each.
func (o *satOutput) statistics(workers []portfolio.Worker) {
	for _, c := range totals(workers) {
		o.remark("%s: %d", c.Name, c.Value)
	}
	counters := countersByName(workers)
	for _, m := range means {
		if n := counters[m.of]; n > 0 {
			o.remark("%s: %.2f", m.name, float64(counters[m.sum])/float64(n))
		}
	}
	for _, s := range o.run.clock.sorted() {
		o.remark("stage %-10s %8.3f seconds %11d ticks %6d runs %7.1f MB", s.Name, s.Seconds, s.Ticks, s.Runs, s.PeakMB)
	}
	if len(workers) < 2 {
		return
	}
	for i, w := range workers {
		answered := ""
		if w.Answered {
			answered = ", answered"
		}
		o.remark("worker %d (%s%s): %d conflicts, %d restarts, %d propagations, %d clauses out, %d in, %d left",
			i+1, w.Name, answered, w.Stats.Conflicts, w.Stats.Restarts, w.Stats.Propagations, w.Exported,
			w.Stats.Imported, w.Stats.ImportsLeft)
	}
}

// satLine describes the progress of the workers in one line.
func satLine(phase string, workers []portfolio.Worker, elapsed time.Duration) string {
	at := elapsed.Truncate(100 * time.Millisecond)
	if phase == "read" {
		return fmt.Sprintf("read  %v", at)
	}
	if len(workers) == 0 {
		return fmt.Sprintf("%s  %v", phase, at)
	}
	var n struct{ conflicts, restarts, clauses, fixed, variables int64 }
	for i := range workers {
		s := &workers[i].Stats
		n.conflicts += s.Conflicts
		n.restarts += s.Restarts
		n.clauses = max(n.clauses, s.Irredundant+s.Redundant)
		n.fixed = max(n.fixed, s.Fixed)
		n.variables = max(n.variables, s.Variables)
	}
	return fmt.Sprintf("%s  %d conflicts, %d restarts, %d clauses, %d of %d variables fixed  %v",
		phase, n.conflicts, n.restarts, n.clauses, n.fixed, n.variables, at)
}
