package main

import (
	"errors"
	"os"
	"strings"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/prog"
)

// cOptions are the flags about C programs.
type cOptions struct {
	model, overflow string
	include, define []string
	malloc, harness string
	dump            bool
}

// add adds the flags.
func (o *cOptions) add(f *cli.FlagSet) {
	f.StringVar(&o.model, "data-model", "LP64", "C: how wide int, long and pointers are: LP64, ILP32 or LLP64")
	f.StringVar(&o.overflow, "overflow", "wrap", "C: signed overflow wraps, is checked (check), or does not happen (assume)")
	f.Var((*texts)(&o.include), "I", "C: a directory with headers; may be repeated")
	f.Var((*texts)(&o.define), "D", "C: define a macro, NAME or NAME=VALUE; may be repeated")
	f.StringVar(&o.harness, "harness", "", "C: write a file that, compiled beside an unsafe program with gcc -fwrapv, makes it reach the error")
	f.BoolVar(&o.dump, "dump-boogie", false, "C: print the program as Boogie text, and verify nothing")
	f.StringVar(&o.malloc, "malloc", "succeeds", "C: malloc, calloc and realloc always have memory, or may return a null pointer (may-fail)")
	f.Choices("data-model", syntax.Models[:])
	f.Choices("overflow", []string{"wrap", "check", "assume"})
	f.Choices("malloc", []string{"succeeds", "may-fail"})
}

// options returns what the flags say.
func (o *cOptions) options() (out c.Options, err error) {
	out.Include, out.Define, out.Record = o.include, o.define, o.harness != ""
	found := false
	for i, name := range syntax.Models {
		if name == o.model {
			out.Model, found = syntax.Model(i), true
		}
	}
	if !found {
		return out, errors.New("--data-model must be " + strings.Join(syntax.Models[:], ", "))
	}
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
	return out, nil
}

// print prints a C program as Boogie text.
func (o *cOptions) print(s streams, file string, opt driver.Options) error {
	name, src, err := readInput(s.in, file)
	if err != nil {
		return err
	}
	opt.C.Entry = opt.Entry
	r, err := c.Load(name, src, term.NewStore(), opt.C)
	if err != nil {
		return &inputError{err}
	}
	return prog.WriteSource(s.out, r.Program, prog.Source{
		Header: []string{"made of " + name},
		Attrs: func(q *prog.Proc) string {
			if q.ID == r.Program.Entries[0] {
				return "{:entrypoint} "
			}
			return ""
		},
	})
}

// write writes the harness, if it is asked for and there is one.
func (o *cOptions) write(r *driver.Report) error {
	if o.harness == "" || r == nil || r.Harness == "" {
		return nil
	}
	return os.WriteFile(o.harness, []byte(r.Harness), 0o666)
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
