// Command fuzz looks for wrong answers, panics and hangs of everything that there
// is, until it is interrupted: see package fuzz. What it finds lies, made small and
// ready to be replayed, in the directory -dir, and goes to fuzz/testdata once it
// is mended. Its exit code is 1 if it has found something.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/muster-smt/muster/fuzz"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	c := command()
	c.SetArgs(doubled(os.Args[1:]))
	if err := c.ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
		os.Exit(1)
	}
}

// doubled makes two dashes of one, so that -for works as --for does.
func doubled(args []string) []string {
	out := make([]string, len(args))
	for i, a := range args {
		if out[i] = a; len(a) > 2 && a[0] == '-' && a[1] != '-' {
			out[i] = "-" + a
		}
	}
	return out
}

func command() *cobra.Command {
	var (
		o      fuzz.Options
		target string
		about  strings.Builder
	)
	for _, t := range fuzz.Targets() {
		fmt.Fprintf(&about, "\n  %-8s %s", t.Name, t.About)
	}
	c := &cobra.Command{
		Use:   "fuzz [-target T] [-for D] [-seed N]",
		Short: "Look for wrong answers, panics and hangs",
		Long: `Fuzz runs random cases of all targets in turn, compares the answers with oracles,
and writes what it finds, made small, to a directory. Without -seed it goes on where
it ended, and appends a row for each target to runs.csv there: when, build, target, cases,
finds, processor seconds. A file of the directory as argument is run again.

Targets:` + about.String(),
		Args:          cobra.ArbitraryArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if o.Targets, err = choose(target); err != nil {
				return err
			}
			o.Out, o.Fresh = cmd.OutOrStdout(), cmd.Flags().Changed("seed")
			if len(args) > 0 {
				return replay(cmd.Context(), o, args)
			}
			return search(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.StringVar(&target, "target", "", "only this target, or these, with commas between them")
	f.DurationVar(&o.For, "for", 0, "how long; 0 is until it is interrupted")
	f.Uint64Var(&o.Seed, "seed", 0, "number of the first case")
	f.Uint64Var(&o.Cases, "cases", 0, "stop when each target has had so many; 0 is never")
	f.StringVar(&o.Dir, "dir", "fuzz-findings", "directory for findings and the state")
	f.BoolVar(&o.First, "first", false, "stop at the first find, and leave it as it is")
	return c
}

// choose returns the targets of the names, or all.
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
		return nil, fmt.Errorf("there is no target %q", name)
	}
	return chosen, nil
}

func search(ctx context.Context, o fuzz.Options) error {
	state, err := fuzz.Run(ctx, o)
	if err != nil {
		return err
	}
	for _, t := range o.Targets {
		if n := state[t.Name].Finds; n > 0 {
			return fmt.Errorf("%d found, see %s", n, o.Dir)
		}
	}
	return nil
}

// replay runs the cases of files, and ends with the context.
func replay(ctx context.Context, o fuzz.Options, files []string) error {
	if len(o.Targets) != 1 {
		return errors.New("a file needs its -target")
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
		return fmt.Errorf("%d of %d fail", bad, len(files))
	}
	return nil
}
