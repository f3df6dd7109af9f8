package main

import (
	"slices"
	"strings"
)

// z3Flags rewrites Z3's single-dash flags to those of muster solve. Without a
// subcommand, they make a command line one of muster solve.
func z3Flags(args []string) []string {
	out := make([]string, 0, len(args)+1)
	found := -1
	for i, a := range args {
		flag, ok := z3Flag(a)
		switch {
		case !ok:
			out = append(out, a)
			continue
		case found < 0:
			found = i
		}
		if flag != "" {
			out = append(out, flag)
		}
	}
	if found == 0 || found > 0 && args[0] != "solve" && !slices.Contains([]string{"verify", "sat", "check", "help"}, args[0]) {
		out = append([]string{"solve"}, out...)
	}
	return out
}

// z3Flag translates one flag; the translation may be empty.
func z3Flag(arg string) (string, bool) {
	switch arg {
	case "-in", "-smt2":
		return "", true
	case "-st":
		return "--stats", true
	}
	for _, f := range [...]struct{ z3, flag, unit string }{
		{"-T:", "--timeout=", "s"}, {"-t:", "--check-timeout=", "ms"}, {"-memory:", "--memory=", "MiB"},
	} {
		if n, ok := strings.CutPrefix(arg, f.z3); ok {
			return f.flag + n + f.unit, true
		}
	}
	return "", false
}
