package main

import (
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/musterbench/answers"
)

func answersCommand() *cli.Command {
	var o answers.Options
	c := &cli.Command{
		Use:   "answers TABLE.csv DIR",
		Short: "Run a table of inputs with expected answers, and count right, wrong and missing ones",
		Long: `Answers runs the binary --muster on each row of a table, in the directory of the inputs. Rows
whose answer is not the expected one are written to the standard error, and tables in Markdown, by
--group, to the standard output. A safe answer for a bound counts as bounded. A wrong answer, a false
alarm or a crash fails the command. What the columns mean: go doc ./cmd/musterbench/answers.`,
		Args: cli.ExactArgs(2),
		Run: func(c *cli.Command, args []string) error {
			o.Table, o.Dir = args[0], args[1]
			return answers.Run(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), &o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.Muster, "muster", "muster", "the binary")
	f.DurationVar(&o.Limit, "limit", 10*time.Second, "limit for each input, elapsed")
	f.IntVar(&o.Every, "every", 1, "only each n-th row")
	f.BoolVar(&o.Daily, "daily", false, "only the rows marked daily")
	f.StringVar(&o.Only, "only", "", "only inputs whose name this regular expression matches")
	f.StringVar(&o.Argued, "argued", "", "file of rows whose expectation is wrong: name, right answer and reason, with "+
		"tabs between")
	f.StringSliceVar(&o.Groups, "group", []string{"family"},
		"a table for each of these columns: family, features, or another one")
	f.StringVar(&o.Apart, "apart", "", "one more table, without rows that have a feature that this regular expression "+
		"matches")
	return c
}
