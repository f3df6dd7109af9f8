package main

import (
	"bufio"
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
	"github.com/muster-smt/muster/theory/btor2"
	"github.com/muster-smt/muster/theory/reason"
)

// btorOptions are the flags of muster btor2.
type btorOptions struct {
	opt     btor2.Options
	timeout time.Duration
	memory  task.ByteSize
	stats   bool
	json    bool
}

// btorCommand is muster btor2.
func btorCommand(s streams) *cli.Command {
	var v btorOptions
	c := &cli.Command{
		Use:   "btor2 [FILE]",
		Short: "Look for a bad state of a transition system in BTOR2",
		Long: `Btor2 looks for an execution of a transition system in BTOR2 that reaches a bad state,
by bounded model checking: it asks for each step up to --depth whether a state is bad there,
given the constraints at all steps so far. Without FILE, or if FILE is -, it reads standard
input. FILE may be compressed with gzip, xz or zstd.

The answer is one of

  sat                     with a witness in BTOR2's format: the bad-state properties that hold
                          at its last step (b0), the states that nothing defines (#0), and the
                          inputs of each step (@0, @1 and so on), up to a line with a dot
  unsat up to depth K     no bad state can be reached in at most K transitions
  unsat                   no bad state can be reached at all, since no execution is longer
  unknown                 with a comment that says why, and how deep the search has come

A witness is confirmed by simulation, step by step, before it is printed. With --check, the
proof of each refutation is verified, and without a proof the answer is unknown.

Elements of arrays that a witness does not list are 0. Justice and fairness are refused.

Exit codes: 10 a bad state was found, 0 none can be reached within the depth, 5 unknown
(including a limit or an interrupt), 1 usage error, 2 the input cannot be read, 6 internal
error.`,
		Args: cli.MaximumNArgs(1),
		Run: func(c *cli.Command, args []string) error {
			switch {
			case v.timeout < 0:
				return errors.New("--timeout must not be negative")
			case v.opt.Depth < 0:
				return errors.New("--depth must not be negative")
			}
			return runBtor2(c.Context(), s, append(args, "-")[0], &v)
		},
	}
	f := c.Flags()
	f.IntVarP(&v.opt.Depth, "depth", "k", 20, "the largest number of transitions")
	f.DurationVar(&v.timeout, "timeout", 0, "stop after this time, such as 90 or 90s (default: no limit)")
	f.Var(&v.memory, "memory", "stop above this much memory, such as 2GiB (default: no limit)")
	f.Uint64Var(&v.opt.Seed, "seed", 0, "seed that perturbs the first decisions")
	f.BoolVar(&v.opt.Check, "check", false, "verify the proof of each refutation (turns simplification off)")
	f.BoolVar(&v.stats, "stats", false, "print statistics to standard error")
	f.BoolVar(&v.json, "json", false, "print one JSON object, for errors too")
	return c
}

// btorRun is a run of muster btor2.
type btorRun struct {
	file    string
	opt     *btorOptions
	sys     *btor2.System // nil before it was read
	answer  btor2.Answer
	err     error
	monitor *monitor[btor2.Progress]
}

// runBtor2 runs the command. It returns without its result if it does not stop soon after a
// limit: the search polls the limit, but reading does not.
func runBtor2(ctx context.Context, s streams, file string, v *btorOptions) error {
	ctx, stop := limited(ctx, v.timeout, v.memory)
	defer stop()
	m := newMonitor(s.err, func(p btor2.Progress, elapsed time.Duration) string {
		return fmt.Sprintf("depth %d of %d, %d terms  %v", p.Step, v.opt.Depth, p.Terms,
			elapsed.Truncate(100*time.Millisecond))
	})
	defer m.stop()
	done := make(chan *btorRun, 1)
	go func() {
		r := &btorRun{file: task.DisplayName(file), opt: v, monitor: m}
		r.run(ctx, s.in, file)
		done <- r
	}()
	select {
	case r := <-done:
		return s.printBtor2(r)
	case <-ctx.Done():
	}
	select {
	case r := <-done:
		return s.printBtor2(r)
	case <-time.After(task.Grace):
		why := reason.Of(limit.ContextReason(ctx))
		return s.printBtor2(&btorRun{file: task.DisplayName(file), opt: v, monitor: m,
			answer: btor2.Answer{Depth: -1, Reason: why}})
	}
}

// run reads the system and searches it.
func (r *btorRun) run(ctx context.Context, stdin io.Reader, file string) {
	defer func() {
		if x := recover(); x != nil {
			r.err = reason.Recovered(x)
		}
	}()
	in, err := task.Open(stdin, file)
	if err != nil {
		r.err = task.AsInput(err)
		return
	}
	defer in.Close()
	if r.sys, err = btor2.Read(in, r.file); err != nil {
		r.err = task.AsInput(err)
		return
	}
	opt := r.opt.opt
	opt.Progress = r.monitor.update
	r.answer = btor2.Check(ctx, r.sys, opt)
}

// printBtor2 prints the answer.
func (s streams) printBtor2(r *btorRun) error {
	r.monitor.stop()
	a := &r.answer
	if r.err == nil && a.Reason.Kind == reason.Internal {
		r.err = a.Reason
	}
	if r.err != nil {
		return r.err
	}
	_, elapsed := r.monitor.last()
	var err error
	if r.opt.json {
		err = r.writeJSON(s.out, elapsed)
	} else {
		err = r.writeText(s.out)
	}
	if err != nil {
		return fmt.Errorf("writing the answer: %w", err)
	}
	if r.opt.stats {
		fmt.Fprintf(s.err, "seconds: %.3f\n", elapsed.Seconds())
		for _, c := range a.Stats {
			fmt.Fprintf(s.err, "%s: %d\n", c.Name, c.Value)
		}
	}
	return exitCode(map[sat.Status]int{sat.Sat: exitUnsafe, sat.Unsat: exitSafe, sat.Unknown: exitUnknown}[a.Status])
}

// writeText prints the answer as text.
func (r *btorRun) writeText(w io.Writer) error {
	b := bufio.NewWriter(w)
	switch a := &r.answer; {
	case a.Status == sat.Sat:
		return a.Witness.Write(w, r.sys)
	case a.Status == sat.Unknown && a.Depth < 0:
		fmt.Fprintf(b, "unknown\n; %v\n", a.Reason)
	case a.Status == sat.Unknown:
		fmt.Fprintf(b, "unknown\n; %v; no bad state up to depth %d\n", a.Reason, a.Depth)
	case r.sys.Bads() == 0:
		fmt.Fprintln(b, "unsat\n; the system names no bad state")
	case a.Closed:
		fmt.Fprintln(b, "unsat")
	default:
		fmt.Fprintf(b, "unsat up to depth %d\n", a.Depth)
	}
	return b.Flush()
}

// jsonBtor2 is the object that --json prints.
type jsonBtor2 struct {
	File     string           `json:"file"`
	Status   string           `json:"status"`        // sat, unsat, unknown
	Depth    int              `json:"depth"`         // sat: of the bad state; else the last step without one, or -1
	Closed   bool             `json:"closed"`        // unsat: at any depth
	Bad      []int            `json:"bad,omitempty"` // sat: the bad-state properties
	Witness  []string         `json:"witness,omitempty"`
	Reason   string           `json:"reason,omitempty"` // of unknown
	Kind     reason.Kind      `json:"reason_kind,omitempty"`
	Proofs   int              `json:"proofs,omitempty"` // verified
	Seconds  float64          `json:"seconds"`
	Counters map[string]int64 `json:"counters"`
}

// writeJSON prints the answer as one object.
func (r *btorRun) writeJSON(w io.Writer, elapsed time.Duration) error {
	a := &r.answer
	out := jsonBtor2{
		File: r.file, Status: a.Status.String(), Depth: a.Depth, Closed: a.Closed, Reason: a.Reason.String(),
		Kind:   a.Reason.Kind,
		Proofs: a.Proofs, Seconds: elapsed.Seconds(), Counters: map[string]int64{},
	}
	for _, c := range a.Stats {
		out.Counters[c.Name] = c.Value
	}
	if a.Witness != nil {
		var text strings.Builder
		if err := a.Witness.Write(&text, r.sys); err != nil {
			return err
		}
		out.Bad, out.Witness = a.Witness.Bads, strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(&out)
}
