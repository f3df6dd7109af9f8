package task

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/golang"
)

// GoFlags are the flags about Go programs.
type GoFlags struct {
	Opt    golang.Options
	known  *golang.Closures
	others []string // kinds of --check that Go does not have
}

// add adds the flags.
func (o *GoFlags) add(f *cli.FlagSet) {
	o.known = new(golang.Closures) // a command is one question, or many that are asked at once
	f.StringVar(&o.Opt.Tags, "tags", "", "Go: build tags, separated by commas")
	f.BoolVar(&o.Opt.AnyReceiver, "any-receiver", false,
		"Go: the receiver of a method has fields of any values, also where functions of the package make it")
	f.BoolVar(&o.Opt.NilArguments, "nil-args", false,
		"Go: pointers, functions and interfaces that are arguments may be nil")
}

// About returns the front end for a package that has been read.
func (o *GoFlags) About(p *golang.Package) golang.Front {
	return golang.Front{Options: o.Opt, Closures: o.known, Package: p}
}

// Closure returns what the package in a directory consists of, as it was when that was asked first.
func (o *GoFlags) Closure(dir string, tests bool) ([]byte, error) {
	return golang.Front{Options: o.Opt, Closures: o.known}.Closure(dir, tests)
}

// needless returns an error if something is asked about that only Go programs have.
func (o *GoFlags) needless() error {
	if o.Opt.Tags != "" {
		return &driver.OptionError{Msg: "only Go programs have build tags"}
	}
	if o.Opt.AnyReceiver {
		return &driver.OptionError{Msg: "only Go programs have receivers (--any-receiver)"}
	}
	if o.Opt.NilArguments {
		return &driver.OptionError{Msg: "only Go programs have arguments that may be nil (--nil-args)"}
	}
	return nil
}

// AreGo reports whether all names are those of Go packages, of Go files, or of patterns such as ./...
func AreGo(names []string) bool {
	for _, name := range names {
		if !IsGoPattern(name) && !strings.HasSuffix(name, ".go") && !IsGoPackage(name) {
			return false
		}
	}
	return len(names) > 0
}

// IsGoPattern reports whether a name is a pattern that stands for a directory and all those below it.
func IsGoPattern(name string) bool { return filepath.Base(name) == "..." }

// IsGoPackage reports whether a name is one of a directory with Go files, and with no other programs, or is an import
// path of what is no file here.
func IsGoPackage(name string) bool {
	if _, err := os.Stat(name); err != nil {
		first, _, ok := strings.Cut(name, "/")
		return ok && len(first) > 1 && strings.Contains(first[1:len(first)-1], ".") && !IsProgram(name) &&
			!strings.ContainsAny(name, "*?[\\")
	}
	names, err := filepath.Glob(filepath.Join(name, "*"))
	if err != nil {
		return false
	}
	if info, err := os.Stat(name); err != nil || !info.IsDir() {
		return false
	}
	found := false
	for _, n := range names {
		if IsProgram(n) {
			return false
		}
		found = found || strings.HasSuffix(n, ".go")
	}
	return found
}
