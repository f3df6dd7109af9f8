package script

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/muster-smt/muster/bv"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// placed is a formula with its place.
type placed struct {
	t  term.Term
	at smtlib.Pos
}

// remember keeps an assertion for Options.DumpCNF, and those that may be Horn clauses.
func (x *interpreter) remember(at smtlib.Pos, top *scope, t term.Term) {
	if x.opt.DumpCNF != nil || x.logic == horn {
		top.placed = append(top.placed, placed{t, at})
	}
}

// dumps reports whether a command is the check that Options.DumpCNF wants.
func (x *interpreter) dumps(c *smtlib.Command) bool {
	return x.opt.DumpCNF != nil && (c.Kind == smtlib.CheckSat || c.Kind == smtlib.CheckSatAssuming)
}

// dump writes the CNF of a check.
func (x *interpreter) dump(c *smtlib.Command) (err error) {
	refuse := func(at smtlib.Pos, format string, args ...any) error {
		return &smtlib.Error{Pos: at, Msg: "no CNF: " + fmt.Sprintf(format, args...)}
	}
	var all []term.Term
	given := []placed{}
	for _, s := range x.scope {
		for _, r := range s.refused {
			return refuse(r.err.Pos, "%s", r.err.Msg)
		}
		given = append(given, s.placed...)
	}
	for _, t := range c.Terms {
		given = append(given, placed{t, c.Pos})
	}
	for _, p := range given {
		if what := impure(x.st, p.t); what != "" {
			return refuse(p.at, "%s is not about bit-vectors alone", what)
		}
		all = append(all, p.t)
	}
	ctx, cancel := x.limited()
	defer cancel()
	var lim limit.Limit
	defer lim.Watch(ctx)()
	cnf, ok := bv.Translate(rewrite.New(x.st), &lim, all)
	switch {
	case cnf.TooLarge != 0:
		return refuse(c.Pos, "it would be too large")
	case !ok:
		return context.Cause(ctx)
	}
	out, err := x.opt.DumpCNF()
	if err != nil {
		return err
	}
	x.rep.Dumped = true
	return errors.Join(writeCNF(x.st, cnf, out), out.Close())
}

// impure names something in a formula that is not about Booleans and bit-vectors, if there is
// anything.
func impure(st *term.Store, f term.Term) (what string) {
	st.Visit(func(t term.Term) bool {
		if what != "" || bv.Pure(st, t) {
			return what == ""
		}
		switch op := st.Op(t); {
		case op == term.OpForall || op == term.OpExists:
			what = "a quantifier"
		case op == term.OpApp && st.NumArgs(t) > 0:
			what = "the function " + string(smtlib.AppendSymbol(nil, st.SymName(st.Sym(t))))
		case st.Sort(t) == term.Bool || st.IsBitVec(st.Sort(t)):
			what = "the operator " + op.String()
		default:
			what = "a term of sort " + st.SortString(st.Sort(t))
		}
		return false
	}, f)
	return what
}

// writeCNF writes a CNF in DIMACS. A comment for each bit of a constant gives its variable.
func writeCNF(st *term.Store, cnf *bv.Translation, out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintln(w, "c Constants and their variables; bit 0 is the least significant. Constants and bits")
	fmt.Fprintln(w, "c that are not listed may have any value.")
	cnf.Constants(func(c term.Term, bits []sat.Lit) bool {
		name := string(smtlib.AppendSymbol(nil, st.SymName(st.Sym(c))))
		for k, l := range bits {
			index := ""
			if st.Sort(c) != term.Bool {
				index = "[" + strconv.Itoa(k) + "]"
			}
			fmt.Fprintf(w, "c %s%s %d\n", name, index, l.Dimacs())
		}
		return true
	})
	vars, clauses := cnf.Size()
	fmt.Fprintf(w, "p cnf %d %d\n", vars, clauses)
	var line []byte
	cnf.Clauses(func(c []sat.Lit) bool {
		line = line[:0]
		for _, l := range c {
			line = append(strconv.AppendInt(line, int64(l.Dimacs()), 10), ' ')
		}
		_, err := w.Write(append(line, "0\n"...))
		return err == nil
	})
	return w.Flush()
}
