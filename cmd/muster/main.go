// Command muster verifies Boogie and C programs by stratified inlining, runs SMT-LIB
// scripts, decides formulas in DIMACS, and checks proofs. See README.md.
package main

import (
	"io"
	"os"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/theory/reason"
)

// The exit codes of muster verify, some of which other commands share.
const (
	exitSafe     = task.ExitSafe
	exitUsage    = task.ExitUsage
	exitInput    = task.ExitInput
	exitUnknown  = task.ExitUnknown
	exitInternal = task.ExitInternal
	exitUnsafe   = task.ExitUnsafe
)

func main() {
	args := programArgs(os.Args)
	code, done := supervise(args)
	if !done {
		code = run(args, streams{os.Stdin, os.Stdout, os.Stderr})
	}
	os.Exit(code)
}

// streams are what a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// run runs a command line and returns the exit code.
func run(args []string, s streams) (code int) {
	if file, rest := cutBundle(args); file != "" {
		return s.bundled(file, rest)
	}
	report := s.report
	if wantsJSON(args) {
		report = s.reportJSON
	}
	defer func() {
		if r := recover(); r != nil {
			code = report(reason.Recovered(r))
		}
	}()
	root := &cli.Command{
		Use:   "muster",
		Short: "Verify programs, and solve SMT and SAT problems",
		Long: `Muster decides whether a program can go wrong, in Boogie or in C. Its SMT and SAT
solvers can be used alone: they run SMT-LIB scripts and decide formulas in DIMACS CNF, with proofs that muster can
check.`,
		Args: cli.NoArgs,
		Run:  func(c *cli.Command, _ []string) error { return c.Help() },
	}
	var bundle string // for help: cutBundle has taken the flag
	root.PersistentFlags().StringVar(&bundle, bundleFlag[2:], "",
		"write the input, the arguments, the version, and all that is printed, with statistics, to an archive (.zip): "+
			"for a report of an error")
	root.SetArgs(foreignArgs(args))
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.AddCommand(verifyCommand(s), hornCommand(s), solveCommand(s, solverName(args)), satCommand(s, "sat"),
		btorCommand(s), checkCommand(s), task.VersionCommand(s.out, version()), playCommand(s), z3Command(s),
		cvcCommand(s, "cvc5", cvc5Version), cvcCommand(s, "cvc4", cvc4Version),
		foreignSATCommand(s, kissat), foreignSATCommand(s, cadical), foreignSATCommand(s, minisat), corralCommand(s))
	return report(root.Execute())
}
