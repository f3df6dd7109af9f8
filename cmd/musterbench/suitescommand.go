package main

import (
	"time"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/musterbench/suites"
)

func suitesCommand() *cli.Command {
	var o suites.Options
	c := &cli.Command{
		Use:   "suites DIR",
		Short: "Run the tests of Boogie, Z3, cvc5, Bitwuzla or Yices from a checkout, and compare the answers",
		Long: `Suites runs the binary --muster on each test below a directory that says what is expected, in the form
of one of these tools: go doc ./cmd/musterbench/suites. Tests whose answer is not equal are written to the
standard error, and how many are equal, fewer (something is not decided), refused (with the constructs) and
differing to the standard output, as tables in Markdown. An answer that differs fails the command.`,
		Args: cli.ExactArgs(1),
		Run: func(c *cli.Command, args []string) error {
			o.Dir = args[0]
			return suites.Run(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), &o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.Muster, "muster", "muster", "the binary")
	f.DurationVar(&o.Limit, "limit", 10*time.Second, "limit for each test, elapsed")
	f.StringVar(&o.Only, "only", "", "only files whose name this regular expression matches")
	return c
}
