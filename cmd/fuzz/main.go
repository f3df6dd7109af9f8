// Command fuzz looks for wrong answers, panics and hangs in all parts of Muster until
// it is interrupted; see package fuzz. It writes each failing case, shrunk and ready
// to be replayed, to the directory --dir. Once the fault is fixed, the case belongs in
// fuzz/testdata. The exit code is 1 if a case has failed.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/fuzz"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if os.Getenv("GOGC") == "" {
		// Most of what a case makes is soon garbage: 3,000 scripts took 18 s of CPU in place of 30.
		debug.SetGCPercent(800)
	}
	c := command()
	c.SetArgs(doubled(os.Args[1:]))
	if err := c.ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
		os.Exit(1)
	}
}

// doubled turns a single dash into two, so that -for works like --for.
func doubled(args []string) []string {
	out := make([]string, len(args))
	for i, a := range args {
		if out[i] = a; len(a) > 2 && a[0] == '-' && a[1] != '-' {
			out[i] = "-" + a
		}
	}
	return out
}

func command() *cli.Command {
	var (
		o      fuzz.Options
		target string
		family string
		plan   []string
		about  strings.Builder
	)
	for _, t := range fuzz.Targets() {
		fmt.Fprintf(&about, "\n  %-8s %s", t.Name, t.About)
	}
	c := &cli.Command{
		Use:   "fuzz [FILE...]",
		Short: "Look for wrong answers, panics and hangs",
		Long: `Fuzz runs random cases of all targets in turn, compares the answers with oracles,
and writes each failing case, shrunk, to a directory. It resumes where the last run
in this directory stopped, unless --seed is given. At the end it appends a row for
each target to runs.csv there: time, build, target, cases, failures, CPU seconds.

With arguments, it replays the cases in these files, all of one --target.

Targets:` + about.String(),

		Run: func(cmd *cli.Command, args []string) error {
			var err error
			if o.Targets, err = choose(target); err != nil {
				return err
			}
			if o.Targets, err = fuzz.Family(o.Targets, family); err != nil {
				return err
			}
			if len(plan) > 0 {
				if o.Targets, err = fuzz.Under(o.Targets, plan); err != nil {
					return err
				}
			}
			o.Out, o.Fresh = cmd.OutOrStdout(), cmd.Flags().Changed("seed")
			if len(args) > 0 {
				return replay(cmd.Context(), o, args)
			}
			return search(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.StringVar(&target, "target", "", "only these targets, separated by commas")
	f.StringVar(&family, "family", "", "of target smt, only scripts of families with this in their names (bv: those "+
		"with bit-vectors)")
	f.StringSliceVar(&plan, "plan", nil, "run scripts (targets smt, mutant, terms) by these plans alone, separated by "+
		"commas")
	f.DurationVar(&o.For, "for", 0, "duration; 0 means until interrupted")
	f.Uint64Var(&o.Seed, "seed", 0, "number of the first case")
	f.Uint64Var(&o.Cases, "cases", 0, "stop when each target has run this many cases, in all runs; 0 means no limit")
	f.StringVar(&o.Dir, "dir", "fuzz-findings", "directory for failing cases and the state")
	f.BoolVar(&o.First, "first", false, "stop at the first failing case, and do not shrink it")
	return c
}

// choose returns the targets with these names, or all.
func choose(names string) ([]fuzz.Target, error) {
	all := fuzz.Targets()
	if names == "" {
		return all, nil
	}
	var chosen []fuzz.Target
next:
	for name := range strings.SplitSeq(names, ",") {
		for _, t := range all {
			if t.Name == name {
				chosen = append(chosen, t)
				continue next
			}
		}
		return nil, fmt.Errorf("unknown target %q", name)
	}
	return chosen, nil
}

func search(ctx context.Context, o fuzz.Options) error {
	state, err := fuzz.Run(ctx, o)
	if err != nil {
		return err
	}
	for _, t := range o.Targets {
		if p := state[t.Name]; p != nil && p.Finds > 0 { // nil: it was left out
			return fmt.Errorf("%d failing cases; see %s", p.Finds, o.Dir)
		}
	}
	return nil
}

// replay runs the cases in files until the context is done.
func replay(ctx context.Context, o fuzz.Options, files []string) error {
	if len(o.Targets) != 1 {
		return errors.New("to replay files, name their --target")
	}
	bad := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		c, err := o.Targets[0].Read(text, file)
		if err != nil {
			return err
		}
		err = o.Targets[0].Replay(ctx, c)
		if ctx.Err() != nil {
			return err
		}
		if err != nil {
			bad++
			fmt.Fprintf(o.Out, "%s: %v\n", file, err)
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d cases fail", bad, len(files))
	}
	return nil
}
