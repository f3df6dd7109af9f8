package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
)

// options are the flags of the command.
type options struct {
	bench     string
	engine    string
	bound     int
	limit     time.Duration
	solverCmd string
	dump      string
	csv       string
	check     bool
	daily     bool
}

func main() {
	if err := command().Execute(); err != nil {
		fmt.Fprintln(os.Stderr, "musterbench:", err)
		os.Exit(1)
	}
}

func command() *cobra.Command {
	var o options
	root := &cobra.Command{
		Use:           "musterbench [flags] sdv|svcomp|FILE...",
		Short:         "Measure the verifier on programs with reference verdicts",
		Args:          cobra.MinimumNArgs(1),
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return bench(cmd.Context(), cmd.OutOrStdout(), o, args)
		},
	}
	f := root.PersistentFlags()
	f.StringVar(&o.bench, "bench", "/work/bench", "directory with the sets and their tables")
	f.StringVar(&o.engine, "engine", "both", "corral, legion or both")
	f.IntVar(&o.bound, "bound", 0, "recursion bound; 0 is the default")
	f.DurationVar(&o.limit, "limit", time.Minute, "time limit for each file and engine")
	f.StringVar(&o.solverCmd, "solver-cmd", "", `external solver at the end of a pipe instead of the native one, such as "z3 -in"`)
	f.StringVar(&o.dump, "dump-queries", "", "directory for the final query of each run, as SMT-LIB")
	f.StringVar(&o.csv, "csv", "", "file for the table; default standard output")
	f.BoolVar(&o.check, "check", false, "refute again what was found safe")
	f.BoolVar(&o.daily, "daily", false, "only the files marked daily")
	one := &cobra.Command{
		Use: "one FILE", Hidden: true, Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runOne(cmd.Context(), cmd.OutOrStdout(), o, args[0])
		},
	}
	root.AddCommand(one)
	return root
}
