package task

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/golang"
)

// CFlags are the flags about C programs.
type CFlags struct {
	Opt             c.Options // what they say, once they are complete
	Property        string    // a property file
	Checks          c.Checks
	Only            bool
	model, overflow string
	std             string
	include, define []string
	malloc          string
	argc            string // at least
	leaks           bool
	called          string   // the function that a property file asks about
	others          []string // kinds of --check that C does not have
}

// checkFlag is the value of --check, which is about the answer if it has none, and about the program else: as with
// --trace the value is behind an equals sign.
type checkFlag struct {
	confirm *bool
	c       *CFlags
	golang  *GoFlags
}

// checkUsage says what values --check takes.
func checkUsage() string {
	return "=KIND,...: of a C program also ask about " + strings.Join(c.CheckNames(), ", ") +
		", or all but the last two as all; of a Go program only about " + strings.Join(golang.CheckNames(), ", ")
}

// String implements cli.Value.
func (k *checkFlag) String() string {
	if k.confirm != nil && *k.confirm {
		return "true"
	}
	return ""
}

// IsBoolFlag says that the flag needs no value.
func (k *checkFlag) IsBoolFlag() bool { return true }

// Set implements cli.Value.
func (k *checkFlag) Set(text string) error {
	switch text {
	case "true":
		*k.confirm = true
		return nil
	case "false":
		*k.confirm = false
		return nil
	}
	for _, name := range strings.Split(text, ",") {
		kind, err := c.ParseChecks(name)
		of, none := golang.ParseChecks(name)
		if err != nil && none != nil {
			return fmt.Errorf("%w; and for Go there are %s", err, strings.Join(golang.CheckNames(), ", "))
		}
		if k.c.Checks |= kind; err != nil {
			k.c.others = append(k.c.others, name)
		}
		if k.golang.Opt.Checks |= of; none != nil {
			k.golang.others = append(k.golang.others, name)
		}
	}
	return nil
}

// Misplaced finds the kinds of --check among the files, where they are after a space.
func Misplaced(files []string) error {
	for _, f := range files {
		_, err := c.ParseChecks(f)
		if _, of := golang.ParseChecks(f); err == nil || of == nil {
			if _, err := os.Stat(f); err != nil {
				return fmt.Errorf("there is no file %s; write --check=%s", f, f)
			}
		}
	}
	return nil
}

// add adds the flags.
func (o *CFlags) add(f *cli.FlagSet) {
	f.StringVar(&o.model, "data-model", "LP64", "C: how wide int, long and pointers are: LP64, ILP32 or LLP64")
	f.StringVar(&o.std, "std", syntax.Stds[0], "C: what __STDC_VERSION__ says: "+strings.Join(syntax.Stds[:], ", "))
	f.StringVar(&o.overflow, "overflow", "wrap",
		"C: signed overflow wraps, is checked (check), or does not happen (assume)")
	f.Var((*texts)(&o.include), "I", "C: a directory with headers; may be repeated")
	f.Var((*texts)(&o.define), "D", "C: define a macro, NAME or NAME=VALUE; may be repeated")
	f.BoolVar(&o.Only, "only", false, "C: ask about nothing but --check=KIND,...: executions end where an assertion fails")
	f.StringVar(&o.Property, "prp", "", "C: ask what a property file of SV-COMP asks, and nothing else")
	f.StringVar(&o.malloc, "malloc", "succeeds",
		"C: malloc, calloc and realloc always have memory, or may return a null pointer (may-fail)")
	f.StringVar(&o.argc, "argc-min", "1", "C: main is given at least its name (1), or maybe not even that (0)")
	f.Choices("argc-min", []string{"1", "0"})
	f.Choices("data-model", syntax.Models[:])
	f.Choices("std", syntax.Stds[:])
	f.Choices("overflow", []string{"wrap", "check", "assume"})
	f.Choices("malloc", []string{"succeeds", "may-fail"})
}

// options returns what the flags say, and whether --overflow is among them.
func (o *CFlags) options(overflow bool) (out c.Options, err error) {
	if o.Checks&c.Overflows != 0 && overflow && o.overflow != "check" {
		return out, errors.New("--check=overflow and --overflow " + o.overflow + " exclude each other")
	}
	if o.Only && o.Checks == 0 && o.Property == "" {
		return out, errors.New("--only needs --check=KIND")
	}
	out.Checks, out.Only, out.Called, out.Leaks = o.Checks, o.Only, o.called, o.leaks
	out.Include, out.Define = o.include, o.define
	found := false
	for i, name := range syntax.Models {
		if name == o.model {
			out.Model, found = syntax.Model(i), true
		}
	}
	if !found {
		return out, errors.New("--data-model must be " + strings.Join(syntax.Models[:], ", "))
	}
	i := slices.Index(syntax.Stds[:], o.std)
	if i < 0 {
		return out, errors.New("--std must be " + strings.Join(syntax.Stds[:], ", "))
	}
	out.Std = syntax.Std(i)
	switch o.overflow {
	case "wrap":
	case "check":
		out.Overflow = c.Check
	case "assume":
		out.Overflow = c.Assume
	default:
		return out, errors.New("--overflow must be wrap, check or assume")
	}
	if out.MallocMayFail = o.malloc == "may-fail"; !out.MallocMayFail && o.malloc != "succeeds" {
		return out, errors.New("--malloc must be succeeds or may-fail")
	}
	if out.Nameless = o.argc == "0"; !out.Nameless && o.argc != "1" {
		return out, errors.New("--argc-min must be 1 or 0")
	}
	return out, nil
}

// needless returns an error if something is asked about that only C programs have.
func (o *CFlags) needless() error {
	switch {
	case o.Opt.Checks != 0:
		return &driver.OptionError{Msg: "only C programs are checked for " + o.Opt.Checks.String()}
	case o.Opt.Only:
		return &driver.OptionError{Msg: "only C programs are asked about something else than their assertions"}
	}
	return nil
}

// texts are the values of a flag that may be repeated.
type texts []string

// String implements cli.Value.
func (t *texts) String() string { return "" }

// Set implements cli.Value.
func (t *texts) Set(text string) error {
	*t = append(*t, text)
	return nil
}
