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
	named  string     // how its users name a solver
	needs  []string   // programs on PATH, the client itself first
	probe  []string   // a command that succeeds if it is completely installed
	ext    string     // of its inputs
	corpus string     // the directory of its inputs in the corpus, if it is not its name
	bench  []string   // the sets of the bench whose smallest programs are its inputs
	slow   bool       // its inputs may take ten times as long
	solver string     // the name under which it expects the solver
	config string     // a file below {home}, and its text
	text   string     //
	setup  []string   // run once for each solver
	build  [][]string // run once for each program, and not measured
	run    [][]string // what is measured; all print to one place
	read   func(out string) verdict
}

// smtbmc looks for a violation in ten steps, and then for a proof by induction.
var smtbmc = [][]string{
	{"yosys-smtbmc", "-s", "z3", "-t", "10", "{name}.smt2"},
	{"yosys-smtbmc", "-s", "z3", "-i", "-t", "10", "{name}.smt2"},
}

// clients is the table of clients.
var clients = []client{
	{
		name: "boogie", named: "/proverOpt:PROVER_PATH=MUSTER", needs: []string{"boogie"}, ext: ".bpl", solver: "z3",
		run:  [][]string{{"boogie", "/proverOpt:PROVER_PATH={solver}", "{program}"}},
		read: boogie,
	},
	{
		name: "boogie-inline", named: "/proverOpt:PROVER_PATH=MUSTER", needs: []string{"boogie"}, ext: ".bpl", solver: "z3",
		slow:  true,
		bench: []string{"sdv", "svcomp"},
		run: [][]string{{"boogie", "/stratifiedInline:1", "/recursionBound:1", "/extractLoops",
			"/proverOpt:PROVER_PATH={solver}", "{program}"}},
		read: boogie,
	},
	{
		name: "dafny", named: "/proverOpt:PROVER_PATH=MUSTER", needs: []string{"dafny"}, ext: ".dfy", solver: "z3",
		run:  [][]string{{"dafny", "/compile:0", "/proverOpt:PROVER_PATH={solver}", "{program}"}},
		read: boogie,
	},
	{
		name: "why3", named: "why3 config detect, with a link named z3 on PATH", needs: []string{"why3"}, ext: ".mlw",
		solver: "z3",
		setup:  []string{"why3", "config", "detect"},
		run:    [][]string{{"why3", "prove", "-P", "z3", "{program}"}},
		read:   why3,
	},
	{
		name: "why3-cvc", named: "a section partial_prover in ~/.why3.conf", needs: []string{"why3"}, ext: ".mlw",
		corpus: "why3", solver: "cvc4",
		config: ".why3.conf",
		text: "[main]\nmagic = 14\nmemlimit = 1000\ntimelimit = 5\n\n[partial_prover]\nname = \"CVC4\"\npath = " +
			"\"{solver}\"\nversion = \"1.8\"\n",
		run:  [][]string{{"why3", "prove", "-P", "CVC4,1.8,", "{program}"}},
		read: why3,
	},
	{
		name: "frama-c", named: "why3 config detect, with a link named z3 on PATH", needs: []string{"frama-c", "why3"},
		ext: ".c", solver: "z3",
		setup: []string{"why3", "config", "detect"},
		run: [][]string{{"frama-c", "-wp", "-wp-prover", "z3", "-wp-par", "1", "-wp-timeout", "5", "-wp-cache", "none",
			"{program}"}},
		read: framaC,
	},
	{
		name: "sbv", named: "SBV_Z3=MUSTER, or a link named z3 on PATH", needs: []string{"ghc"}, probe: []string{"ghc-pkg",
			"describe", "sbv"}, ext: ".hs", solver: "z3",
		build: [][]string{{"ghc", "-v0", "-O0", "-outputdir", "{name}.o", "-o", "{name}.exe", "{program}"}},
		run:   [][]string{{"{dir}/{name}.exe"}},
		read:  said,
	},
	{
		name: "simple-smt", named: "newSolver with the path and the arguments of z3", needs: []string{"ghc"},
		probe: []string{"ghc-pkg", "describe", "simple-smt"}, ext: ".hs", solver: "z3",
		build: [][]string{{"ghc", "-v0", "-O0", "-outputdir", "{name}.o", "-o", "{name}.exe", "{program}"}},
		run:   [][]string{{"{dir}/{name}.exe"}},
		read:  said,
	},
	{
		name: "rumur", named: "--smt-path MUSTER", needs: []string{"rumur", "cc"}, ext: ".m", solver: "z3",
		run: [][]string{
			{"rumur", "--smt-simplification", "on", "--smt-path", "{solver}", "--smt-arg=-smt2", "--smt-arg=-in",
				"--smt-arg=-t:5000",
				"--output", "{name}.c", "{program}"},
			{"cc", "-O0", "-std=c11", "-mcx16", "-o", "{name}.exe", "{name}.c", "-lpthread", "-latomic"},
			{"{dir}/{name}.exe", "--threads", "1"},
			{"grep", "-c", "", "{name}.c"},
		},
		read: rumur,
	},
	{
		name: "smtbmc", named: "a link named z3 on PATH", needs: []string{"yosys-smtbmc", "yosys"}, ext: ".v", solver: "z3",
		build: [][]string{{"yosys", "-q", "-p", "read_verilog -formal {program}; prep -top top -nordff; simplemap; " +
			"techmap; write_smt2 -nobv -wires {name}.smt2"}},
		run:  smtbmc,
		read: bmc,
	},
	{
		name: "smtbmc-words", named: "a link named z3 on PATH", needs: []string{"yosys-smtbmc", "yosys"}, ext: ".v",
		solver: "z3",
		build: [][]string{{"yosys", "-q", "-p", "read_verilog -formal {program}; prep -top top -nordff; write_smt2 -wires " +
			"{name}.smt2"}},
		run:  smtbmc,
		read: bmc,
	},
	{
		name: "yosys-sat", named: "sat -dump_cnf FILE", needs: []string{"yosys"}, ext: ".v", solver: "kissat",
		build: [][]string{{"yosys", "-q", "-p", "read_verilog -formal {program}; prep -top top; flatten; simplemap; sat " +
			"-prove-asserts -dump_cnf {name}.cnf"}},
		run:  [][]string{{"{solver}", "{name}.cnf"}},
		read: satCompetition,
	},
	{
		name: "yosys-btor", named: "write_btor FILE, then MUSTER btor2 FILE", needs: []string{"yosys"}, ext: ".v",
		solver: "muster",
		build: [][]string{{"yosys", "-q", "-p", "read_verilog -formal {program}; prep -top top -nordff; flatten; " +
			"write_btor {name}.btor2"}},
		run:  [][]string{{"{solver}", "btor2", "--depth", "8", "{name}.btor2"}},
		read: firstLine,
	},
	{
		name: "abc", named: "a link named kissat in the working directory or on PATH", needs: []string{"berkeley-abc"},
		ext: ".abc", solver: "kissat",
		setup: []string{"ln", "-sf", "{solver}", "kissat"},
		run:   [][]string{{"berkeley-abc", "-f", "{program}"}},
		read:  abc,
	},
	{
		name: "z3py", named: "muster on what Solver.to_smt2 returns", needs: []string{"/usr/bin/python3"},
		probe: []string{"/usr/bin/python3", "-c", "import z3"}, ext: ".py", solver: "z3",
		build: [][]string{{"sh", "-c", "/usr/bin/python3 {program} > {name}.smt2"}},
		run:   [][]string{{"{solver}", "{name}.smt2"}},
		read:  said,
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
