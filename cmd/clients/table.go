package main

import (
	"context"
	"os/exec"
	"strings"
)

// A client is a program that drives a solver. In its commands, {solver} is the solver's
// path, {program} the name of the input, {name} the same without the ending, {home} a
// directory for its configuration, and {dir} the directory in which they run: it has
// copies of the client's corpus. The solver's directory is first on PATH.
type client struct {
	name   string
	tell   string     // how its users name a solver
	needs  []string   // programs on PATH, the client itself first
	probe  []string   // a command that succeeds if it is completely installed
	ext    string     // of its inputs
	corpus string     // the directory of its inputs in the corpus, if it is not its name
	bench  []string   // its inputs, if they come from the bench
	solver string     // the name under which it expects the solver
	config string     // a file below {home}, and its text
	text   string     //
	setup  []string   // run once for each solver
	build  [][]string // run once for each program, and not measured
	run    [][]string // what is measured; all print to one place
	read   func(out string) verdict
}

// clients is the table of clients.
var clients = []client{
	{
		name: "boogie", tell: "/proverOpt:PROVER_PATH=MUSTER", needs: []string{"boogie"}, ext: ".bpl", solver: "z3",
		run:  [][]string{{"boogie", "/proverOpt:PROVER_PATH={solver}", "{program}"}},
		read: boogie,
	},
	{
		name: "boogie-inline", tell: "/proverOpt:PROVER_PATH=MUSTER", needs: []string{"boogie"}, ext: ".bpl", solver: "z3",
		bench: []string{
			"sdv/hw_irqlreturn_0.bpl", "sdv/hw_markstartdevice_0.bpl", "sdv/filter_lowerdriverreturn_1.bpl",
			"sdv/filter_completerequeststatuscheck_1.bpl", "sdv/driver_irqlapclte_0.bpl", "sdv/driver_irqlexallocatepool_3.bpl",
			"sdv/hw_completerequest_0.bpl", "sdv/hw_irqlkeraiselower_0.bpl", "sdv/mouser_removelockforward2_0.bpl",
			"sdv/mouser_removelockforward2_1.bpl",
		},
		run: [][]string{{"boogie", "/stratifiedInline:1", "/recursionBound:3", "/extractLoops",
			"/proverOpt:PROVER_PATH={solver}", "{program}"}},
		read: boogie,
	},
	{
		name: "dafny", tell: "/proverOpt:PROVER_PATH=MUSTER", needs: []string{"dafny"}, ext: ".dfy", solver: "z3",
		run:  [][]string{{"dafny", "/compile:0", "/proverOpt:PROVER_PATH={solver}", "{program}"}},
		read: boogie,
	},
}

// missing says what stands in the way of running a client, or nothing.
func (c *client) missing(ctx context.Context) string {
	for _, name := range c.needs {
		if _, err := exec.LookPath(name); err != nil {
			return name + " is not installed"
		}
	}
	if c.probe != nil && exec.CommandContext(ctx, c.probe[0], c.probe[1:]...).Run() != nil {
		return "not completely installed: " + strings.Join(c.probe, " ")
	}
	return ""
}
