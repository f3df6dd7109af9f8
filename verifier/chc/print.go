package chc

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// Printer writes systems over one store for reading, in which names mean the same.
type Printer struct {
	terms  smtlib.Printer
	layout func(string) string
	w      io.Writer
	sys    *vc.System
	err    error
}

// NewPrinter returns a printer of systems over st. Formulas are SMT-LIB, laid out by layout.
func NewPrinter(st *term.Store, layout func(string) string) *Printer {
	return &Printer{terms: smtlib.NewPrinter(st), layout: layout}
}

// Fprint writes what the entry of a system reaches: each procedure with its blocks, and of a block what holds there,
// what it calls and where it goes.
func (p *Printer) Fprint(w io.Writer, sys *vc.System) error {
	p.w, p.sys, p.err = w, sys, nil
	p.formulas("", "axiom ", sys.Axioms)
	reached := vc.Closure(sys, []vc.ProcID{sys.Entry})
	slices.Sort(reached)
	for _, id := range reached {
		p.proc(sys.Procs[id])
	}
	return p.err
}

func (p *Printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format+"\n", args...)
	}
}

func (p *Printer) text(t term.Term) string { return string(p.terms.Append(nil, t)) }

func (p *Printer) texts(ts []term.Term) string {
	all := make([]string, len(ts))
	for i, t := range ts {
		all[i] = p.text(t)
	}
	return strings.Join(all, ", ")
}

// formulas writes formulas with a word before each, below an indentation.
func (p *Printer) formulas(indent, word string, ts []term.Term) {
	for _, t := range ts {
		p.line("%s%s%s", indent, word, strings.ReplaceAll(p.layout(p.text(t)), "\n", "\n"+indent))
	}
}

func (p *Printer) proc(q *vc.Proc) {
	p.line("\n%s", p.head(q.Name, q.In, q.Out))
	for _, d := range q.Defs {
		p.formulas("  ", "define "+p.text(d.Name)+" = ", []term.Term{d.Value})
	}
	p.formulas("  ", "summary ", q.Summary)
	p.formulas("  ", "fact ", q.Facts)
	for i := range q.Blocks {
		p.block(q, i)
	}
}

// head returns a procedure with its arguments, and results if there are any.
func (p *Printer) head(name string, in, out []term.Term) string {
	if len(in) == 0 { // as a predicate, whose arguments are the results
		return fmt.Sprintf("%s(%s)", name, p.texts(out))
	}
	return fmt.Sprintf("%s(%s) returns (%s)", name, p.texts(in), p.texts(out))
}

func (p *Printer) block(q *vc.Proc, i int) {
	b := &q.Blocks[i]
	p.line("%d:", i)
	p.formulas("    ", "", b.Conds)
	p.formulas("    ", "fact ", b.Facts)
	for _, k := range b.Sites {
		s := &q.Sites[k]
		p.line("    call %s", p.head(p.sys.Procs[s.Callee].Name, s.Args, s.Outs))
	}
	for _, e := range b.Succs {
		p.line("    goto %d", e.To)
		p.formulas("        ", "with ", e.Eqs)
	}
}
