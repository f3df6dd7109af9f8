package main

import (
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/musterbench/cnfgen"
	"github.com/muster-smt/muster/cmd/musterbench/growth"
)

func growthCommand(all *shared) *cli.Command {
	var (
		o    growth.Options
		list bool
	)
	c := &cli.Command{
		Use:   "growth [SET...]",
		Short: "Fit how the cost of solvers grows with the size of instances",
		Long: `Growth runs builds of Muster and its peers on families of instances in growing
sizes: those of the sets named, or of the set "growth", in --bench, or with
--generated those that generators make. The table of a set has the columns file,
family and size; the last number of a size counts, and columns whose names begin or
end with "answer" have the answers. --family and --sizes choose.

Every instance (a script, a program or a formula, by the ending of its file) is
solved in a process of its own with a limit of CPU time; of a run of Boogie, elapsed
time is limited. A solver that has missed two instances of a family gets no larger
one. An answer that contradicts the expected one, or another solver's, makes the
command fail.

The output begins with the date, the machine and the versions of the solvers. The
table has, for each family and solver, the instances solved and tried, the largest
size solved, its CPU time, and its growth: n^EXPONENT or BASE^n, whichever has the
smaller squares of errors in the logarithm of the time. The time of starting the
solver is subtracted, and what is left counts from --floor; at least three sizes
must be left. For Muster it also has the three counters that grow fastest, with
their values at that size, and the lemmas resent, divided by those that were new.
Then come the families in which the first solver is behind the best peer: by the
largest size solved, by half an exponent, or by three tenths of a base.

A build of Muster is "muster" (this program) or the path of a binary; several show
what a change does.`,
		Run: func(c *cli.Command, args []string) error {
			if list {
				growth.List(c.OutOrStdout())
				return nil
			}
			o.Sets = all.sets
			return growth.Run(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), &o, args)
		},
	}
	f := c.Flags()
	f.DurationVar(&o.Limit, "limit", 30*time.Second, "CPU time for each instance and solver")
	f.StringSliceVar(&o.Solvers, "muster", nil, "builds of Muster (default: this program)")
	f.StringSliceVar(&o.Peers, "peers", nil, "peers; \"\" is none (default: z3, cvc5, boogie, kissat and cadical if "+
		"they are on PATH)")
	f.StringVar(&o.CSV, "csv", "", "file for the table of all runs, with all counters (default: standard error)")
	f.Float64Var(&o.Floor, "floor", 0.01, "least CPU time, in seconds, from which growth is fitted")
	f.StringSliceVar(&o.Families, "family", nil, "only these families")
	f.BoolVar(&o.Generated, "generated", false, "instances of the generators, not of a set")
	f.IntSliceVar(&o.Sizes, "sizes", nil, "sizes to generate (default: some for each family); implies --generated")
	f.Uint64Var(&o.Seed, "seed", cnfgen.DefaultSeed, "seed of what is random in generated instances")
	f.BoolVar(&o.Twins, "twins", false, "generate instances that differ in one place, so that the answer is the other one")
	f.StringVar(&o.Out, "out", "", "directory in which the generated instances stay")
	f.BoolVar(&list, "list", false, "list the generators")
	pinFlag(c, &o.Pin)

	var bound int
	one := &cli.Command{
		Use: "one FILE", Hidden: true, Args: cli.ExactArgs(1),
		Run: func(c *cli.Command, args []string) error {
			return growth.RunOne(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), args[0], bound)
		},
	}
	one.Flags().IntVar(&bound, "bound", 0, "recursion bound")
	o.Self = []string{c.Name(), one.Name()}
	c.AddCommand(one)
	return c
}
