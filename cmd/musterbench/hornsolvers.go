package main

import (
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/musterbench/horn"
	engines "github.com/muster-smt/muster/verifier/horn"
)

func hornCommand(all *shared) *cli.Command {
	var o horn.Options
	c := &cli.Command{
		Use:   "horn [FILE|DIRECTORY...]",
		Short: "Compare solvers of Horn clauses on scripts with expected answers",
		Long: `Horn runs solvers on the set "chc" of --bench, or on the scripts and directories
named. A directory DIR may have a table DIR.csv beside it, with the columns path, track
and expected, and NAME_verdict and NAME_s for what another solver made of it before:
its columns stand in the table of this run as "NAME (table)".

Every script runs in a process of its own on one processor, with a limit of CPU time.
The output begins with the date, the machine and the versions of the solvers. The table
by track has, for each solver, the scripts decided = those sat + those unsat, the wrong
ones if there are any, and the geometric mean of max(CPU time, 0.1 s), where a miss
counts as twice the limit; then the median times of the first solver and each other one
on what both decide. A wrong answer of the first solver fails the command.

With --cross, each solution is given to z3 and cvc5 (from PATH): in the original script
the definitions stand in the place of the declarations, and the negation of each
assertion must be unsatisfiable. A solution is accepted if each assertion is confirmed by one
of them; an assertion that one of them refutes, and none confirms, is a wrong answer.

A solver is "muster" (this program), one of its engines (` + strings.Join(engines.Engines(), ", ") + `), "z3" (from
PATH), or the path of a muster binary.`,
		Run: func(c *cli.Command, args []string) error {
			o.Sets = all.sets
			return horn.Run(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), &o, args)
		},
	}
	comparisonFlags(c, &o.Comparison, 30*time.Second, "nothing else")
	f := c.Flags()
	f.StringSliceVar(&o.Tracks, "tracks", nil, "only these tracks")
	f.IntVar(&o.Sample, "sample", 0, "maximum number of scripts of each track, spread evenly; 0 is all")
	f.BoolVar(&o.Cross, "cross", false, "have z3 and cvc5 check the solutions")

	var engine string
	var model bool
	one := &cli.Command{
		Use: "one FILE", Hidden: true, Args: cli.ExactArgs(1),
		Run: func(c *cli.Command, args []string) error {
			return horn.RunScript(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), args[0], engine, model)
		},
	}
	one.Flags().StringVar(&engine, "engine", engines.Auto, "the engine")
	one.Flags().BoolVar(&model, "model", false, "print the solution")
	o.Self = []string{c.Name(), one.Name()}
	c.AddCommand(one)
	return c
}
