// Command muster decides whether a program can go wrong: it verifies Boogie
// programs by stratified inlining over an SMT solver of its own. See README.md.
package main

import (
	"io"
	"os"

	"github.com/spf13/cobra"
)

// The exit codes.
const (
	exitSafe     = 0 // safe, or safe up to the bound
	exitUsage    = 1
	exitInput    = 2
	exitUnknown  = 5
	exitInternal = 6
	exitUnsafe   = 10
)

func main() {
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// run runs a command line and returns the exit code.
func run(args []string, s streams) (code int) {
	defer func() {
		if r := recover(); r != nil {
			code = s.report(fault(r))
		}
	}()
	root := &cobra.Command{
		Use:   "muster",
		Short: "Decide whether a program can go wrong",
		Long: `Muster decides whether a program can go wrong. It reads Boogie programs and
verifies them by stratified inlining over an SMT solver of its own, which also
runs SMT-LIB scripts, as its SAT solver decides formulas in DIMACS.`,
		Args:          cobra.NoArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetArgs(z3Flags(args))
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.AddCommand(verifyCommand(s), solveCommand(s), satCommand(s), checkCommand(s), versionCommand(s))
	return s.report(root.Execute())
}
