package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/script"
)

// foreignFlag is a flag of another solver.
type foreignFlag struct {
	// name is the flag as the other solver takes it. If it ends in ":" or "=", or if the
	// flags below have VALUE, it has a value: behind the name, after "=", or in the next
	// word.
	name string
	// flags are those of muster, separated by spaces; none if the flag has no effect.
	flags string
}

// solveFlags are the flags of Z3 and cvc5 that muster solve takes, and its own flag with
// a value that looks like one of Z3's.
var solveFlags = [...]foreignFlag{
	{"--set", "--set VALUE"},
	{"-in", ""}, {"-smt2", ""}, {"-nw", ""}, {"-st", "--stats"}, {"-model", "--model"},
	{"-v:", "--set :verbosity=VALUE"}, {"-rs:", "--set :random-seed=VALUE"}, {"-file:", "VALUE"},
	{"-T:", "--timeout=VALUEs"}, {"-t:", "--check-timeout=VALUEms"}, {"-memory:", "--memory=VALUEMiB"},

	{"--lang", "--lang=VALUE"}, {"--input-language", "--lang=VALUE"}, {"-L", "--lang=VALUE"},
	{"--output-lang", "--lang=VALUE"}, {"--output-language", "--lang=VALUE"},
	{"--incremental", ""}, {"--no-incremental", ""}, {"-i", ""},
	{"--interactive", ""}, {"--no-interactive", ""},
	{"--produce-models", ""}, {"--no-produce-models", ""}, {"-m", ""},
	{"--quiet", ""}, {"-q", ""}, {"--verbose", ""}, {"-v", ""}, {"--verbosity", "--set :verbosity=VALUE"},
	{"--tlimit", "--timeout=VALUEms"}, {"--tlimit-per", "--check-timeout=VALUEms"},
	{"--rlimit", "--set :rlimit=VALUE"}, {"--rlimit-per", "--set :rlimit=VALUE"},
	{"--reproducible-resource-limit", "--set :reproducible-resource-limit=VALUE"},
	{"--seed", "--set :random-seed=VALUE"}, {"--random-seed", "--set :random-seed=VALUE"},
	{"-s", "--set :random-seed=VALUE"},
	{"--stats-internal", "--stats"}, {"--stats-all", "--stats"}, {"--stats-every-query", "--stats"}, {"--no-stats", ""},
	{"--no-check-models", ""},
	{"--dump-models", "--set :dump_models=true"}, {"--no-dump-models", ""},
}

// solveOptionFlags are cvc5's flags for options of a script; before each name, --no-
// turns it off.
var solveOptionFlags = [...]string{
	"produce-unsat-cores", "produce-proofs", "produce-assertions", "interactive-mode", "produce-assignments",
	"produce-unsat-assumptions", "print-success", "minimal-unsat-cores", "global-declarations",
	"print-unsat-cores-full",
}

// commands are the subcommands. Those after the first ones are also names of links to
// muster.
var commands = [...]string{
	"verify", "horn", "solve", "sat", "btor2", "check", "version", "help", "completion", "--generate-shell-completion",
	"z3", "cvc5", "cvc4", kissat, cadical, minisat, "corral",
}

// imitated are the programs that muster can stand in for.
func imitated() []string { return commands[9:] }

// programArgs returns the arguments of a process. A link that is named after another
// solver, such as z3 or z3-4.8, is its subcommand.
func programArgs(argv []string) []string {
	if len(argv) == 0 {
		return nil
	}
	name, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(argv[0]), ".exe"), "-")
	if slices.Contains(imitated(), name) {
		return append([]string{name}, argv[1:]...)
	}
	return argv[1:]
}

// foreignArgs rewrites the flags of other solvers to those of muster solve and muster
// sat. Without a subcommand, they make a command line one of muster solve.
func foreignArgs(args []string) []string {
	if len(args) == 0 {
		return args
	}
	switch args[0] {
	case "solve":
		out, _ := solveArgs(args[1:])
		return append([]string{"solve"}, out...)
	case "sat", kissat, cadical, minisat:
		if slices.Contains(args, "--version") {
			return []string{"version"}
		}
		return append([]string{args[0]}, satArgs(args[1:])...)
	case "cvc5", "cvc4":
		return cvcArgs(args)
	case "--version":
		return append([]string{"version"}, args[1:]...)
	case "-version":
		return []string{"z3", "-version"}
	}
	if slices.Contains(commands[:], args[0]) {
		return args
	}
	out, found := solveArgs(args)
	if found || strings.HasSuffix(args[0], ".smt2") {
		return append([]string{"solve"}, out...)
	}
	if strings.HasSuffix(args[0], ".btor2") || strings.HasSuffix(args[0], ".btor") {
		return append([]string{"btor2"}, args...)
	}
	return args
}

// solverName returns the name under which muster solve runs.
func solverName(args []string) string {
	if len(args) > 0 && (args[0] == "cvc5" || args[0] == "cvc4") {
		return args[0]
	}
	return "muster"
}

// cvcArgs rewrites a command line of cvc5 or cvc4, which is the first word.
func cvcArgs(args []string) []string {
	for _, a := range args {
		if a == "--version" || a == "-V" {
			return args
		}
	}
	out, _ := solveArgs(args[1:])
	return append([]string{"solve"}, out...)
}

// solveArgs rewrites the flags for muster solve, and reports whether there are any.
func solveArgs(args []string) (out []string, found bool) {
	for i := 0; i < len(args); i++ {
		if args[i] == "--" {
			return append(out, args[i:]...), found
		}
		flags, used, ok := translate(solveFlags[:], args[i:])
		if !ok {
			flags, used, ok = solveOption(args[i:])
		}
		if !ok {
			out = append(out, args[i])
			continue
		}
		found = true
		out = append(out, flags...)
		i += used - 1
	}
	return out, found
}

// translate rewrites the first word, together with the next one if that is its value;
// used is their number.
func translate(table []foreignFlag, args []string) (flags []string, used int, ok bool) {
	word := args[0]
	for _, f := range table {
		value, used := "", 1
		switch rest, ok := strings.CutPrefix(word, f.name); {
		case !ok:
			continue
		case strings.HasSuffix(f.name, ":"), strings.HasSuffix(f.name, "="):
			value = rest
		case !strings.Contains(f.flags, "VALUE") && rest != "":
			continue
		case rest == "" && strings.Contains(f.flags, "VALUE"):
			if len(args) < 2 {
				return nil, 0, false
			}
			value, used = args[1], 2
		case rest != "" && rest[0] == '=':
			value = rest[1:]
		case rest != "":
			continue
		}
		for flag := range strings.FieldsSeq(f.flags) {
			flags = append(flags, strings.ReplaceAll(flag, "VALUE", value))
		}
		return flags, used, true
	}
	return nil, 0, false
}

// solveOption rewrites a flag of cvc5 for an option, or Z3's NAME=VALUE.
func solveOption(args []string) (flags []string, used int, ok bool) {
	word, long := strings.CutPrefix(args[0], "--")
	name, value, given := strings.Cut(word, "=")
	if !long {
		if !given || !isOption(name) || exists(word) {
			return nil, 0, false
		}
		if strings.EqualFold(strings.TrimPrefix(name, ":"), "memory_max_size") {
			return []string{"--memory=" + value + "MiB"}, 1, true
		}
		return []string{"--set", word}, 1, true
	}
	known, isFlag := foreignOption(name)
	on := "true"
	if rest, no := strings.CutPrefix(name, "no-"); no && !known && !given {
		if _, known = foreignOption(rest); known {
			name, on, isFlag = rest, "false", true
		}
	}
	switch {
	case !known:
		return nil, 0, false
	case given:
		return []string{"--set", ":" + name + "=" + value}, 1, true
	case isFlag:
		return []string{"--set", ":" + name + "=" + on}, 1, true
	case len(args) < 2:
		return nil, 0, false
	}
	return []string{"--set", ":" + name + "=" + args[1]}, 2, true
}

// foreignOption reports whether cvc5 has an option of this name that muster accepts, and
// whether it is true or false.
func foreignOption(name string) (known, flag bool) {
	if slices.Contains(solveOptionFlags[:], name) {
		return true, true
	}
	return script.ForeignOption(name)
}

// isOption reports whether a text can be the name of an option of Z3.
func isOption(name string) bool {
	rest := strings.TrimLeft(strings.ToLower(name), ":abcdefghijklmnopqrstuvwxyz0123456789_.-")
	return name != "" && name[0] != '-' && rest == ""
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// settings are the values of --set.
type settings []script.Setting

// String implements cli.Value.
func (*settings) String() string { return "" }

// Set implements cli.Value.
func (l *settings) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return errors.New("want NAME=VALUE")
	}
	*l = append(*l, script.Setting{Name: ":" + strings.TrimPrefix(name, ":"), Value: value})
	return nil
}

// language is the value of --lang.
type language string

// String implements cli.Value.
func (l *language) String() string { return string(*l) }

// Set implements cli.Value.
func (l *language) Set(text string) error {
	switch strings.ToLower(text) {
	case "smt", "smtlib", "smt2", "smtlib2", "smt2.0", "smt2.5", "smt2.6", "smtlib2.0", "smtlib2.5", "smtlib2.6", "auto":
		*l = language(text)
		return nil
	}
	return errors.New("unsupported; Muster reads smt2")
}
