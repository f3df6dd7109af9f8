// Command muster decides whether a program can go wrong: it verifies Boogie
// programs by stratified inlining over an SMT solver of its own. See README.md.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/passes"
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

// exitCode is the error of a command that has said all it has to say.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// run runs a command line and returns the exit code.
func run(args []string, s streams) (code int) {
	defer func() {
		if r := recover(); r != nil {
			code = s.report(&driver.InternalError{Msg: fmt.Sprint(r), Stack: debug.Stack()})
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

// report prints an error and returns the exit code for it.
func (s streams) report(err error) int {
	var (
		code     exitCode
		input    *driver.InputError
		internal *driver.InternalError
		entry    *passes.EntryError
	)
	switch {
	case err == nil:
		return exitSafe
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &input):
		fmt.Fprintln(s.err, input)
		return exitInput
	case errors.As(err, &internal):
		fmt.Fprintf(s.err, "muster: %v\n%s", internal, internal.Stack)
		fmt.Fprintf(s.err, "This is a fault of muster, not of the program. Please report it at\n"+
			"https://github.com/muster-smt/muster/issues with the program, the command line\n"+
			"and this version: %s\n", version())
		return exitInternal
	case errors.As(err, &entry):
		fmt.Fprintf(s.err, "muster: %v (--entry NAME)\n", entry)
		return exitUsage
	}
	fmt.Fprintf(s.err, "muster: %v\nRun 'muster help' for usage.\n", err)
	return exitUsage
}
