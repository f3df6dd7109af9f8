package main

import (
	"fmt"
	"strings"

	"github.com/muster-smt/muster/cmd/cli"
)

// conflict says with which other flags one has no meaning, and why. A flag may have a value behind an equals sign, for
// which alone it holds.
type conflict struct {
	flag, excludes, why string
}

// conflicts are those between the flags of muster verify.
var conflicts = []conflict{
	{"check=true", "no-check", "one says the contrary of the other"},
	{"annotate", "property", "what is written has all assertions"},
	{"all", "annotate summaries", "the facts assume that what fails does not"},
	{"coverage", "all property", "it asks about no assertions"},
	{"coverage", "annotate summaries", "there is one proof for each question"},
	{"coverage", "abstract=on", "all questions are about one program"},
	{"coverage", "cores", "all questions are about one tree"},
	{"coverage", "sarif junit dot witness", "these reports are about assertions"},
	{"argc-min=0", "harness run", "Linux starts no program without a name"},
	{"modular", "all coverage annotate summaries property entry engine learn bound contexts cores abstract no-facts " +
		"unbounded report sarif junit dot html witness harness run dump-boogie",
		"each procedure is checked on its own, for all executions"},
	{"dump-boogie", "coverage", "it prints the program, and asks nothing"},
}

// needed are the flags that mean something only beside another one.
var needed = []struct{ flag, beside string }{
	{"proc", "modular"},
	{"explain", "modular"},
	{"houdini", "modular"},
}

// coherent returns an error if flags are given that have no meaning together.
func coherent(f *cli.FlagSet) error {
	given := func(flag string) bool {
		name, value, only := strings.Cut(flag, "=")
		got, ok := f.Given(name)
		return ok && (!only || got == value)
	}
	for _, c := range conflicts {
		if !given(c.flag) {
			continue
		}
		for other := range strings.FieldsSeq(c.excludes) {
			if given(other) {
				return fmt.Errorf("--%s excludes --%s: %s", spelled(c.flag), spelled(other), c.why)
			}
		}
	}
	for _, n := range needed {
		if f.Changed(n.flag) && !given(n.beside) {
			return fmt.Errorf("--%s needs --%s", n.flag, n.beside)
		}
	}
	return nil
}

// spelled returns a flag as users write it.
func spelled(flag string) string {
	return strings.Replace(strings.TrimSuffix(flag, "=true"), "=", " ", 1)
}
