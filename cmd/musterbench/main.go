package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/muster-smt/muster/verifier/driver"
)

// options are the flags of the command.
type options struct {
	bench      string
	engine     string
	bound      int
	limit      time.Duration
	solverCmd  string
	dump       string
	csv        string
	peer       string
	pin        int
	check      bool
	certify    bool
	daily      bool
	firstQuery bool
	profile    profileFlags // of one run
	profiles   string       // directory for those of all
}

// The values of --engine beside the names of engines.
const (
	bothEngines  = "both"
	eitherEngine = "either"
)

// engines returns the engines to run one after the other; with untilDecided
// the later ones run only where the earlier ones did not decide.
func (o *options) engines() (names []string, untilDecided bool, err error) {
	if o.firstQuery {
		return []string{driver.DefaultEngine}, false, nil // they all come to it in the same way
	}
	switch o.engine {
	case bothEngines:
		return driver.Engines(), false, nil
	case eitherEngine:
		names = []string{driver.DefaultEngine}
		for _, e := range driver.Engines() {
			if e != driver.DefaultEngine {
				names = append(names, e)
			}
		}
		return names, true, nil
	}
	for _, e := range driver.Engines() {
		if o.engine == e {
			return []string{e}, false, nil
		}
	}
	return nil, false, fmt.Errorf("no engine %q; there are %s, %s and %s",
		o.engine, strings.Join(driver.Engines(), ", "), bothEngines, eitherEngine)
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := command().ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "musterbench:", err)
		os.Exit(1)
	}
}

func command() *cobra.Command {
	var o options
	root := &cobra.Command{
		Use:   "musterbench [flags] sdv|svcomp|FILE...",
		Short: "Measure the verifier on programs with reference verdicts",
		Long: `Musterbench verifies every program of the sets, or every file named, in a
process of its own, and writes a table as CSV: verdicts against the reference
first, with the evidence in the column disputed. The summary goes to the
standard output if --csv names a file, else to the standard error.`,
		Args:          cobra.MinimumNArgs(1),
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return bench(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o, args)
		},
	}
	all := root.PersistentFlags()
	all.StringVar(&o.bench, "bench", os.Getenv("MUSTER_BENCH"), "directory with the sets and their tables (MUSTER_BENCH)")
	all.IntVar(&o.bound, "bound", 0, "recursion bound; 0 is the default")
	f := root.Flags()
	runFlags(root, &o)
	f.StringVar(&o.csv, "csv", "", "file for the table; default standard output")
	f.StringVar(&o.peer, "peer", "", `other verifier to run beside: "boogie" is Boogie's stratified inlining, if it is on PATH`)
	f.IntVar(&o.pin, "pin", -1, "run on this one processor (GOMAXPROCS=1 and taskset); -1 is off")
	f.StringVar(&o.profiles, "profile", "", "directory for profiles of each run: CPU and memory (pprof)")
	f.BoolVar(&o.daily, "daily", false, "only the files marked daily")
	one := &cobra.Command{
		Use: "one FILE", Hidden: true, Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.profile.around(func() error { return runOne(cmd.Context(), cmd.OutOrStdout(), o, args[0]) })
		},
	}
	runFlags(one, &o)
	o.profile.add(one)
	root.AddCommand(one, corpusCommand(&o), labCommand(), proverlogCommand(&o), scaleCommand(&o), smtCommand(&o), satCommand(&o), cnfgenCommand())
	return root
}

// runFlags are those of a single run.
func runFlags(c *cobra.Command, o *options) {
	f := c.Flags()
	f.StringVar(&o.engine, "engine", bothEngines, strings.Join(driver.Engines(), ", ")+", "+bothEngines+", or "+eitherEngine+": the second only where the first does not decide")
	f.DurationVar(&o.limit, "limit", time.Minute, "time limit for each file and engine")
	f.StringVar(&o.solverCmd, "solver-cmd", "", `external solver at the end of a pipe instead of the native one, such as "z3 -in"`)
	f.StringVar(&o.dump, "dump-queries", "", "directory for the final query of each run, as SMT-LIB")
	f.BoolVar(&o.check, "check", false, "refute again what was found safe")
	f.BoolVar(&o.certify, "certify", false, "check the certificate of every theory lemma and conflict; one that is not accepted is an error")
	f.BoolVar(&o.firstQuery, "first-query", false, "stop at the first query; measure what leads there")
}
