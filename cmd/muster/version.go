package main

import (
	"fmt"
	"runtime"
	"strconv"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/task"
)

// version describes this build.
func version() string {
	return fmt.Sprintf("muster %s %s %s/%s", task.Build(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// The versions of the solvers that muster stands in for.
const (
	z3Version   = "4.8.12"
	cvc5Version = "1.0.3"
	cvc4Version = "1.8"
)

// z3Banner is Z3's line about its version, with the truth at its end.
func z3Banner() string {
	return fmt.Sprintf("Z3 version %s - %d bit - imitated by %s\n", z3Version, strconv.IntSize, version())
}

// cvcCommand stands in for cvc5 or cvc4. What is no question for the version is a command
// line of muster solve.
func cvcCommand(s streams, name, number string) *cli.Command {
	return &cli.Command{
		Use:   name + " [FILE]",
		Short: "Stand in for " + name + ": its flags",
		Long: "Runs an SMT-LIB script, as muster solve does, with the flags of " + name + `. A link to muster
that is named ` + name + " does the same.\n",
		Raw: true,
		Run: func(*cli.Command, []string) error {
			shown := name
			if name == "cvc4" {
				shown = "CVC4"
			}
			_, err := fmt.Fprintf(s.out, "This is %s version %s - imitated by %s\n", shown, number, version())
			return err
		},
	}
}
