package main

import (
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/musterbench/cnfgen"
	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/cmd/musterbench/sat"
	"github.com/muster-smt/muster/cmd/musterbench/smt"
)

// comparisonFlags are the flags of a comparison of solvers.
func comparisonFlags(c *cli.Command, o *measure.Comparison, limit time.Duration, others string) {
	f := c.Flags()
	f.DurationVar(&o.Limit, "limit", limit, "CPU time for each input and solver")
	f.StringSliceVar(&o.Solvers, "solvers", nil, "the solvers (default: muster, and "+others+")")
	f.StringVar(&o.CSV, "csv", "", "file for the table of all runs (default: standard error)")
	pinFlag(c, &o.Pin)
}

func smtCommand(all *shared) *cli.Command {
	var o smt.Options
	c := &cli.Command{
		Use:   "smt [FILE...]",
		Short: "Compare SMT solvers on scripts with expected answers",
		Long: `Smt runs solvers on the set "smt" of --bench, whose table has the columns path,
logic and verdicts (the expected answers, separated by blanks), or on the scripts
named, which need no table.

Every script runs in a process of its own with a limit of CPU time. A script is
solved if all its checks are answered, and none by unknown unless that is expected.
One wrong answer makes it wrong; if it is the first solver's, the command fails.
The output begins with the date, the machine and the versions of the solvers. The
table by logic has, for each solver, the scripts solved, the wrong ones if there
are any, and the geometric mean of max(CPU time, 0.1 s), where a miss counts as
twice the limit; then the ratios of the first solver's mean to the others'.

A solver is "muster" (this program), "z3", "cvc5" or "boolector" (from PATH), or the path of a
muster binary. With --check, muster evaluates its models, solves its cores again,
and verifies its proofs; an answer that fails is wrong.`,
		Run: func(c *cli.Command, args []string) error {
			o.Sets = all.sets
			return smt.Run(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), &o, args)
		},
	}
	comparisonFlags(c, &o.Comparison, 20*time.Second, "z3, cvc5 and boolector if they are on PATH")
	f := c.Flags()
	f.StringSliceVar(&o.Logics, "logics", nil, "only these logics")
	f.IntVar(&o.Sample, "sample", 0, "maximum number of scripts of each logic, spread evenly; 0 is all")
	const check = "check models, cores and proofs of muster"
	f.BoolVar(&o.Check, "check", false, check)

	var checked bool
	one := &cli.Command{
		Use: "one FILE", Hidden: true, Args: cli.ExactArgs(1),
		Run: func(c *cli.Command, args []string) error {
			return smt.RunScript(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), args[0], checked)
		},
	}
	one.Flags().BoolVar(&checked, "check", false, check)
	o.Self = []string{c.Name(), one.Name()}
	c.AddCommand(one)
	return c
}

func satCommand(all *shared) *cli.Command {
	var o sat.Options
	c := &cli.Command{
		Use:   "sat [FILE|DIRECTORY...]",
		Short: "Compare SAT solvers on formulas in DIMACS CNF",
		Long: `Sat runs SAT solvers on the set "cnf" of --bench, or on the files and directories
named, and with --generated or --large also on the formulas that cnfgen makes.

Every formula is solved in a process of its own with a limit of CPU time. Every
model is evaluated. With --check, muster also writes a proof in LRAT for each
unsatisfiable formula, which is checked; writing it counts as its time. An answer
is wrong if its model or proof is rejected, if it contradicts another solver's, or
if a first line "c expected ANSWER" contradicts it. If it is the first solver's,
the command fails.

The output begins with the date, the machine and the versions of the solvers. There
is a table for each directory, and one for all. For each solver it has the formulas
solved and, as geometric means of the first solver's value divided by this one's:
the CPU time, over the formulas that both solve and one needs 0.1 s for; the peak
memory; and the propagations per second, over the formulas for which both print
them and need 0.1 s. The last column counts the formulas for which the first solver's peak
memory is above twice this one's plus 64 MB.

With --stages, the table of all is preceded, for each formula, by what the solvers say
of their runs: conflicts, mean glue, sizes and levels (of cadical and kissat: averages
of the last conflicts), simplifications, and the CPU time of each stage; of muster's
stages also ticks, runs, and by how much they raised the peak of memory.

A solver is "muster", "gini" (muster sat --sat=gini), "cadical", "kissat" or "minisat"
(from PATH), or the path of a muster binary.`,
		Run: func(c *cli.Command, args []string) error {
			o.Sets = all.sets
			return sat.Run(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), &o, args)
		},
	}
	comparisonFlags(c, &o.Comparison, time.Minute, "gini, and cadical, kissat and minisat if they are on PATH")
	f := c.Flags()
	f.StringVar(&o.Muster, "muster", "muster", "the muster binary, also for gini")
	f.BoolVar(&o.Check, "check", false, "check proofs of muster")
	f.BoolVar(&o.Stages, "stages", false, "for each formula, print where the time went and what the search was like")
	f.BoolVar(&o.Generated, "generated", false, "also the formulas that cnfgen makes")
	f.BoolVar(&o.Large, "large", false, "also the large formulas that cnfgen makes")
	return c
}

func cnfgenCommand() *cli.Command {
	var (
		o                cnfgen.Options
		clauses, queries int
	)
	c := &cli.Command{
		Use:   "cnfgen DIRECTORY",
		Short: "Make formulas in DIMACS CNF",
		Long: `Cnfgen writes formulas for the command sat to a directory: commutativity of
bit-blasted multipliers, factoring with them, bounded model checking of a counter
and of two FIFOs that must agree, the pigeonhole principle, parity on random cubic
graphs, and random 3-SAT at the threshold. A comment in each formula gives the
expected answer, which is unknown for random ones. Equal seeds give equal formulas.

With --large it writes the large families instead, structured formulas of 200,000
clauses to five million, each with an unsatisfiable and a satisfiable variant: barrel
shifters, multiplexer trees, leading-zero counters and multipliers built in two ways,
bounded model checking of FIFOs and caches, keys of AES and of a stream cipher of
which a part is known, plans for blocks, and schedules. --family and --sizes choose.

With --queries it writes incremental formulas instead, with that many queries each:
about outputs of an unrolled circuit, induction of clauses, one more frame for each
query, thousands of assumptions, and equality of gates.`,
		Args: cli.ExactArgs(1),
		Run: func(_ *cli.Command, args []string) error {
			if queries > 0 {
				return cnfgen.WriteQueries(args[0], o.Seed, clauses, queries)
			}
			return cnfgen.Write(args[0], &o)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.Large, "large", false, "the large families")
	f.StringSliceVar(&o.Families, "family", nil, "only these families")
	f.IntSliceVar(&o.Sizes, "sizes", nil, "sizes instead of those chosen for each family")
	f.IntVar(&queries, "queries", 0, "write incremental formulas with this many queries")
	f.IntVar(&clauses, "clauses", 500_000, "clauses of an incremental formula, about")
	f.Uint64Var(&o.Seed, "seed", cnfgen.DefaultSeed, "seed of what is random")
	return c
}
