package main

import (
	"cmp"
	"io"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/musterbench/study"
)

func studyCommand() *cli.Command {
	var o study.Options
	c := &cli.Command{
		Use:   "study",
		Short: "Draw and tabulate what was measured, as papers do",
		Long: `Study reads tables that "musterbench SET... --csv FILE" has written. Each is a
configuration: NAME=FILE names it, else the name of the file does, and tables of one
name are one configuration. If a table has several engines, each is one. An
instance is a program with a recursion bound. It is solved by a run that finds it
safe or unsafe within the limit. Verdicts that are disputed, or contradict each
other, are printed, and solve nothing.`,
	}
	f := c.PersistentFlags()
	f.StringSliceVar(&o.Out, "out", nil, "files to write: .png and .svg, or .csv for the points")
	f.DurationVar(&o.Limit, "limit", 0, "a run that took longer has solved nothing; 0 is the time of the longest run")
	f.BoolVar(&o.Elapsed, "elapsed", false, "elapsed time instead of CPU time")
	f.StringVar(&o.Verdict, "verdict", "", "only the instances found to be safe, or unsafe (default: all)")
	for _, s := range []struct {
		name, short, long string
		run               func(io.Writer, *study.Options, []string) error
		args              string // if they have no names
	}{
		{"cactus", "Draw how many instances are solved within a time", "Cactus is Figure 6 of the paper on Legion.",
			study.Cactus, ""},
		{"scatter", "Draw two configurations against each other, by verdict and bound",
			`Scatter is Figure 7 of the paper on Legion, and Fig. 10 of Corral's. What one of them
has not solved lies on the border. It also prints the instances solved by both and by
one alone, and the ratio of times (geometric mean of max(time, 0.1 s)).`, study.Scatter, ""},
		{"cumulative", "Draw the time for the instances that all solve", "Cumulative is Figure 8 of the paper on Legion.",
			study.Cumulative, ""},
		{"table", "Print what is solved, and in which time",
			`Table is Table 3 of the paper on Legion, with what a configuration alone solves, the
time for what all solve, and the ratio to the first one there (geometric mean of
max(time, 0.1 s)). The last line is the best run of each instance. Proofs are the
safe answers for all recursion bounds, and their share, as in section 4.2 of Corral's
paper.`, study.Table, ""},
		{"abstraction", "Print what variable abstraction tracks and costs",
			`Abstraction is Fig. 6 of Corral's paper, of tables with --abstract: lines of the
program, its globals and procedures, the globals tracked at last, the rounds, and
the shares of the elapsed time that abstraction with refinement, and the search of
abstractions took.`, study.Abstraction, ""},
		{"refinement", "Draw algorithms that refine abstractions against each other",
			`Refinement is Fig. 9 of Corral's paper, of a table of "musterbench refine --csv".`,
			study.Refinement, "TABLE.csv..."},
		{"speedup", "Draw how many times faster larger clusters are",
			`Speedup draws tables of "musterbench cluster --csv": the geometric mean, each file that
clusters of all sizes decide, and what Hydra's authors published.`, study.Speedup, "TABLE.csv..."},
	} {
		c.AddCommand(&cli.Command{
			Use: s.name + " " + cmp.Or(s.args, "[NAME=]TABLE.csv..."), Short: s.short, Long: s.long, Args: cli.MinimumNArgs(1),
			Run: func(c *cli.Command, args []string) error { return s.run(c.OutOrStdout(), &o, args) },
		})
	}
	return c
}
