package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/muster-smt/muster/cmd/cli"
	"github.com/muster-smt/muster/cmd/dump"
	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/chc"
	"github.com/muster-smt/muster/verifier/vc"
)

// dumpFlags are the flags that ask what passes do.
type dumpFlags struct{ pass, dir string }

// add adds the flags. The passes are those of the command.
func (d *dumpFlags) add(f *cli.FlagSet, of string, passes []string) {
	f.StringVar(&d.pass, "dump", "", "write "+of+" before and after a pass, as text and as a page with the passes beside "+
		"each other; "+dump.All+": each pass; "+dump.List+": print their names")
	f.StringVar(&d.dir, "dump-dir", ".", "the directory for the files of --dump")
	f.Choices("dump", append([]string{dump.All, dump.List}, passes...))
}

// lists reports whether only the names of the passes are asked for.
func (d *dumpFlags) lists() bool { return d.pass == dump.List }

// args checks the arguments of a command, unless they are of no use.
func (d *dumpFlags) args(check func(*cli.Command, []string) error) func(*cli.Command, []string) error {
	return func(c *cli.Command, args []string) error {
		if d.lists() {
			return nil
		}
		return check(c, args)
	}
}

// list prints the names of the passes.
func (d *dumpFlags) list(w io.Writer, passes []string) error {
	_, err := fmt.Fprintln(w, strings.Join(passes, "\n"))
	return err
}

// start returns what receives the texts of a run about an input; nil if nothing is asked for.
func (d *dumpFlags) start(s streams, input string, passes []string) (*dumper, error) {
	if d.pass == "" {
		return nil, nil
	}
	if err := dump.Check(d.pass, passes); err != nil {
		return nil, &task.InputError{Err: err}
	}
	if info, err := os.Stat(d.dir); err != nil {
		return nil, &task.InputError{Err: err}
	} else if !info.IsDir() {
		return nil, &task.InputError{Err: fmt.Errorf("--dump-dir: %s is no directory", d.dir)}
	}
	if input == "-" {
		input = "stdin"
	}
	return &dumper{flags: d, input: input, w: s.err, rec: dump.New(d.pass)}, nil
}

// dumper records a run and writes its files. A run that does not stop at its limit may still go on meanwhile.
type dumper struct {
	flags *dumpFlags
	input string
	w     io.Writer // which names what was written

	mu  sync.Mutex
	rec *dump.Recorder // nil once the files are written
	err error
}

// observe takes what a pass has made; a pass without a name is the beginning, which has a head.
func (d *dumper) observe(head, pass string, print func(io.Writer) error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.rec == nil {
		return
	}
	var text strings.Builder
	if err := print(&text); err != nil {
		d.err = errors.Join(d.err, err)
		return
	}
	if pass == "" {
		d.rec.Start(head, text.String())
	} else {
		d.rec.Add(pass, text.String())
	}
}

// end writes the files, unless that is done. It does nothing if d is nil.
func (d *dumper) end() error {
	if d == nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.rec == nil || d.err != nil {
		return d.err
	}
	rec := d.rec
	d.rec = nil
	if rec.Empty() {
		fmt.Fprintf(d.w, "muster: --dump %s: no such pass has run\n", d.flags.pass)
		return nil
	}
	names, err := rec.Files(d.flags.dir, d.input)
	if err != nil {
		d.err = &task.InputError{Err: err}
		return d.err
	}
	fmt.Fprintf(d.w, "muster: wrote %s\n", strings.Join(names, " and "))
	return nil
}

// clauses returns what observes the passes over Horn clauses.
func (d *dumper) clauses() func(string, *vc.System) {
	var p *chc.Printer
	return func(pass string, sys *vc.System) {
		if p == nil {
			p = chc.NewPrinter(sys.Store, dump.Layout)
		}
		d.observe("before all passes", pass, func(w io.Writer) error { return p.Fprint(w, sys) })
	}
}

// assertions returns what observes the passes over assertions: those of a check and a scope at a time.
func (d *dumper) assertions() func(*term.Store, string, []term.Term) {
	var p smtlib.Printer
	batch := 0
	return func(st *term.Store, pass string, formulas []term.Term) {
		if batch == 0 {
			p = smtlib.NewPrinter(st)
		}
		if pass == "" {
			batch++
		}
		d.observe(fmt.Sprintf("batch %d before all passes", batch), pass, func(w io.Writer) error {
			for _, t := range formulas {
				if _, err := fmt.Fprintln(w, dump.Layout(string(p.Append(nil, t)))); err != nil {
					return err
				}
			}
			return nil
		})
	}
}
