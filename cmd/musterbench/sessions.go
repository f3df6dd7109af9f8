package main

import (
	"errors"
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/musterbench/corpus"
	"github.com/muster-smt/muster/cmd/musterbench/lab"
	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/cmd/musterbench/refine"
	"github.com/muster-smt/muster/cmd/musterbench/scale"
)

var errNoOut = errors.New("--out is missing")

func corpusCommand(all *shared) *cli.Command {
	var o corpus.Options
	c := &cli.Command{
		Use:   "corpus --out DIR SET|FILE...",
		Short: "Record what the engines ask the solver, as SMT-LIB",
		Long: `Corpus runs the engines on programs with the native solver and writes sessions of
what they ask it, as SMT-LIB scripts: the assertions in order, the checks under
assumptions with each answer as (set-info :status ...), and
(get-unsat-assumptions) after each refutation. Each run is cut at several checks,
so that the sizes spread from one check to many.

Checks, assertions, conflicts and propagations limit a run, not time, so that equal
seeds give equal files. Only --guard is a time limit: the manifest says which runs
it has ended, and such a session ends before the check that was interrupted.`,
		Args: cli.MinimumNArgs(1),
		Run: func(c *cli.Command, args []string) error {
			if o.Out == "" {
				return errNoOut
			}
			o.Sets, o.Bound = all.sets, all.bound
			return corpus.Record(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), &o, args)
		},
	}
	f := c.Flags()
	f.StringVar(&o.Out, "out", "", "directory for the sessions and manifest.csv")
	f.IntVar(&o.Count, "count", 200, "number of sessions")
	f.IntVar(&o.Cuts, "cuts", 3, "maximum number of sessions from one run")
	f.Uint64Var(&o.Seed, "seed", 1, "seed of the order of the runs and their lengths")
	f.IntVar(&o.Budget.Checks, "checks", 300, "maximum number of checks in a run")
	f.IntVar(&o.Budget.Asserts, "asserts", 200_000, "no check after this many assertions")
	f.Int64Var(&o.Budget.Conflicts, "conflicts", 1_000,
		"maximum number of conflicts in a check, which then answers unknown")
	f.Int64Var(&o.Budget.Propagations, "propagations", 5_000_000, "no check after this many propagations in the run")
	f.IntVar(&o.MinChecks, "min-checks", 1, "minimum number of checks in a session")
	f.IntVar(&o.MaxBytes, "max-bytes", 16<<20, "maximum size of a session, uncompressed")
	f.DurationVar(&o.Guard, "guard", 5*time.Minute, "end a run after this time, as a safety net")
	f.BoolVar(&o.Gzip, "gzip", false, "compress the sessions")
	return c
}

func proverlogCommand(all *shared) *cli.Command {
	var o corpus.ProverlogOptions
	c := &cli.Command{
		Use:   "proverlog --out DIR SET|FILE...",
		Short: "Record what Boogie asks Z3, as SMT-LIB",
		Long: `Proverlog runs boogie (2.4.1, as in Debian) with /proverLog: on programs with an
entry point by stratified inlining, on others procedure by procedure. Each part of
a log between two resets becomes a session. It keeps the options, declarations,
assertions, scopes and checks as Boogie wrote them, including labels in formulas.
It leaves out commands that do not belong to a question, such as labels, get-model
and get-info, and the option model_compress, which Z3 4.8 does not know. A session
is cut after a check, and the status of each check is the answer of the peer.`,
		Args: cli.MinimumNArgs(1),
		Run: func(c *cli.Command, args []string) error {
			if o.Out == "" {
				return errNoOut
			}
			o.Sets, o.Bound = all.sets, all.bound
			return corpus.Proverlog(c.Context(), c.OutOrStdout(), &o, args)
		},
	}
	f := c.Flags()
	f.StringVar(&o.Out, "out", "", "directory for the sessions and manifest.csv")
	f.DurationVar(&o.Limit, "limit", 10*time.Second,
		"time limit for each run of boogie; what it has asked by then is kept")
	f.StringVar(&o.Peer, "peer", lab.DefaultPeer, "command line of the solver that answers; a session ends before a "+
		"check that it does not answer")
	f.DurationVar(&o.PeerLimit, "peer-limit", 10*time.Second, "its limit of CPU time for each session")
	f.IntVar(&o.MaxBytes, "max-bytes", 4<<20, "maximum size of a session")
	f.IntVar(&o.MaxChecks, "max-checks", 300, "maximum number of checks in a session")
	return c
}

func labCommand() *cli.Command {
	var (
		o       lab.Options
		profile measure.Profile
	)
	c := &cli.Command{
		Use:   "lab DIR|FILE...",
		Short: "Replay recorded sessions through the native solver and another one",
		Long: `Lab replays sessions that corpus or proverlog has written through the native solver
and, at the end of a pipe, through another one, and compares answers and times: by
session, and by query (from one answer to the next, including reading). There is a
line for each session, then the percentiles of the queries: of the time, of its
ratio to the other solver's, and of each counter. Sums and ratios of queries are
over those that both solvers have answered. A session that the limit ends counts
with the time until then.`,
		Args: cli.MinimumNArgs(1),
		Run: func(c *cli.Command, args []string) error {
			return profile.Around(func() error { return lab.Run(c.Context(), c.OutOrStdout(), o, args) })
		},
	}
	f := c.Flags()
	f.StringVar(&o.Peer, "peer", lab.DefaultPeer, "command line of the other solver; empty for none")
	f.DurationVar(&o.Limit, "limit", time.Minute, "limit of CPU time for each session and solver")
	f.StringVar(&o.CSV, "csv", "", "file for a table with a line for each session")
	f.StringVar(&o.Queries, "queries", "", "file for a table with a line for each query, with all counters")
	f.StringVar(&o.Proof, "proof", "", "directory for proof logs of the native solver, which are checked")
	profileFlags(c, &profile)
	return c
}

func scaleCommand(all *shared) *cli.Command {
	var (
		o       scale.Options
		profile measure.Profile
	)
	c := &cli.Command{
		Use:   "scale " + scale.Synthetic + "|SET|FILE...",
		Short: "Measure the cost of stamping and of a query as the tree grows",
		Long: `Scale grows the tree of each program breadth first, within the recursion bound, in
batches with a query after each, as the engines do. At the given numbers of
instances it reports the CPU time of stamping since the size before, per instance
and per assertion, and the fixed cost of a query: the median time of asking it
again. The under-approximate query blocks all open call sites, the
over-approximate query those beyond the recursion bound. "` + scale.Synthetic + `" is a program
whose instances all have the same size.`,
		Args: cli.MinimumNArgs(1),
		Run: func(c *cli.Command, args []string) error {
			o.Sets, o.Bound = all.sets, all.bound
			return profile.Around(func() error { return scale.Run(c.Context(), c.OutOrStdout(), &o, args) })
		},
	}
	f := c.Flags()
	f.IntSliceVar(&o.Sizes, "sizes", []int{500, 1000, 2000, 4000}, "numbers of instances at which to measure")
	f.IntVar(&o.Batch, "batch", 25, "call sites to open between two queries")
	f.IntVar(&o.Repeat, "repeat", 5, "how often to ask the same query again")
	f.Int64Var(&o.Conflicts, "conflicts", 1000, "maximum number of conflicts in a query, which then answers unknown")
	f.DurationVar(&o.Limit, "limit", time.Minute, "time limit for each program")
	f.StringVar(&o.CSV, "csv", "", "file for the table, in CSV")
	profileFlags(c, &profile)
	return c
}

func refineCommand(all *shared) *cli.Command {
	var o refine.Options
	c := &cli.Command{
		Use:   "refine SET|FILE...",
		Short: "Compare the algorithms that refine variable abstractions",
		Long: `Refine verifies each program with variable abstraction, and has each spurious
counterexample refined by three algorithms: divide and conquer with one formula
for all sets of globals (alg2), with a formula for each (alg1), and leaving out one
global after the other (storm).`,
		Args: cli.MinimumNArgs(1),
		Run: func(c *cli.Command, args []string) error {
			o.Sets, o.Bound = all.sets, all.bound
			return refine.Run(c.Context(), c.OutOrStdout(), &o, args)
		},
	}
	f := c.Flags()
	f.StringVar(&o.Engine, "engine", "legion", "engine that looks for the counterexamples")
	f.DurationVar(&o.Limit, "limit", time.Minute, "time limit for each program, with all refinements")
	f.StringVar(&o.CSV, "csv", "", "file for the table, in CSV")
	return c
}
