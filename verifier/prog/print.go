package prog

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// maxPrintDepth bounds the depth to which terms are printed.
const maxPrintDepth = 1000

// Fprint writes the program in a notation close to Boogie's, for reading and
// for golden tests.
func Fprint(w io.Writer, p *Program) error {
	b := bufio.NewWriter(w)
	x := p.forReading()
	x.declarations(b)
	for _, q := range p.Procs {
		fmt.Fprintln(b)
		p.fprintProc(b, q)
	}
	return b.Flush()
}

// forReading writes terms with the names that symbols have.
func (p *Program) forReading() *texts {
	name := func(v VarID) string { return p.Vars[v].Name }
	return &texts{p, p.TermString, p.sortString, name, func(q ProcID) string { return p.Procs[q].Name }}
}

func (p *Program) sortString(s term.Sort) string {
	switch p.Store.SortKind(s) {
	case term.KindBool:
		return "bool"
	case term.KindInt:
		return "int"
	case term.KindReal:
		return "real"
	case term.KindBitVec:
		return "bv" + strconv.Itoa(p.Store.Width(s))
	case term.KindArray:
		i, e := p.Store.ArraySorts(s)
		return "[" + p.sortString(i) + "]" + p.sortString(e)
	}
	return p.Store.SortString(s)
}

func (p *Program) fprintProc(w io.Writer, q *Proc) {
	attrs := ""
	if q.ID == p.Entry {
		attrs += "{:entrypoint} "
	}
	if q.ExtraBound != 0 {
		attrs += fmt.Sprintf("{:SIextraRecBound %d} ", q.ExtraBound)
	}
	if q.Eager {
		attrs += "{:ForceInline} "
	}
	if q.CountName != q.Name {
		attrs += fmt.Sprintf("{:count %q} ", q.CountName)
	}
	x := p.forReading()
	x.signature(w, attrs, q)
	for _, c := range q.Candidates {
		word := "ensures"
		if c.Entry {
			word = "requires"
		}
		fmt.Fprintf(w, "  propose %s %s;\n", word, p.TermString(c.Cond))
	}
	if !q.HasBody() {
		return
	}
	fmt.Fprintln(w, "{")
	x.locals(w, q)
	labels := q.labels()
	for i := range q.Blocks {
		p.fprintBlock(w, labels, i, &q.Blocks[i])
	}
	fmt.Fprintln(w, "}")
}

// labels returns names of the blocks: the labels, with a number where another block has the same one.
func (q *Proc) labels() []string {
	given := map[string]bool{}
	at := make([]string, len(q.Blocks))
	for i := range q.Blocks {
		at[i] = fresh(q.Blocks[i].Label, given)
	}
	return at
}

func (p *Program) fprintBlock(w io.Writer, all []string, at int, b *Block) {
	fmt.Fprintf(w, "%s:\n", all[at])
	for i := range b.Cmds {
		fmt.Fprintf(w, "  %s;\n", p.CmdString(&b.Cmds[i]))
	}
	switch {
	case b.Dead:
		fmt.Fprintln(w, "  // dead")
	case len(b.Succs) == 0:
		fmt.Fprintln(w, "  return;")
	default:
		labels := make([]string, len(b.Succs))
		for i, s := range b.Succs {
			labels[i] = all[s]
		}
		fmt.Fprintf(w, "  goto %s;\n", strings.Join(labels, ", "))
	}
}

// CmdString returns a command in Boogie's notation, without the semicolon.
func (p *Program) CmdString(c *Cmd) string {
	return p.forReading().command(c)
}

// TermString returns a term in Boogie's notation. Deep terms are cut.
func (p *Program) TermString(t term.Term) string {
	q := termPrinter{st: p.Store, p: p}
	q.term(t, 0, 0)
	return q.b.String()
}

// LambdaString returns a lambda expression for parameters that are given as text.
func (p *Program) LambdaString(l Lambda, params []string) string {
	q := termPrinter{st: p.Store, p: p, named: map[term.Term]string{}}
	for i, t := range l.Params {
		q.named[t] = params[i]
	}
	var index []string
	for i, t := range l.Index {
		q.named[t] = l.Names[i]
		index = append(index, l.Names[i]+": "+p.sortString(p.Store.Sort(t)))
	}
	q.term(l.Elem, 0, 0)
	return "(lambda " + strings.Join(index, ", ") + " :: " + q.b.String() + ")"
}

type termPrinter struct {
	st    *term.Store
	p     *Program
	b     strings.Builder
	src   *source              // nil: for reading only
	named map[term.Term]string // bound variables that have a text
}

// Binding strengths.
const (
	precOr = iota + 1
	precAnd
	precRel
	precConcat
	precAdd
	precMul
	precUnary
)

// open begins an operator of the given strength below one of strength outer.
func (q *termPrinter) open(prec, outer int) bool {
	if prec <= outer {
		q.b.WriteByte('(')
		return true
	}
	return false
}

func (q *termPrinter) close(opened bool) {
	if opened {
		q.b.WriteByte(')')
	}
}

func (q *termPrinter) infix(t term.Term, op string, prec, outer, depth int) {
	o := q.open(prec, outer)
	if q.src != nil && prec == precOr {
		prec = precAnd // Boogie does not take a && b || c
	}
	for i, a := range q.st.Args(t) {
		if i > 0 {
			q.b.WriteString(op)
		}
		q.term(a, prec, depth)
	}
	q.close(o)
}

func (q *termPrinter) list(args []term.Term, depth int) {
	for i, a := range args {
		if i > 0 {
			q.b.WriteString(", ")
		}
		q.term(a, 0, depth)
	}
}

func (q *termPrinter) term(t term.Term, outer, depth int) {
	if depth++; depth > maxPrintDepth || q.src.full(&q.b) {
		q.src.tooLarge()
		q.b.WriteString("...")
		return
	}
	st := q.st
	switch st.Op(t) {
	case term.OpTrue, term.OpFalse:
		q.b.WriteString(st.Op(t).String())
	case term.OpNum:
		q.b.WriteString(st.Num(t).String())
	case term.OpRat:
		q.rational(st.RatValue(t), outer)
	case term.OpBits:
		q.b.WriteString(st.Num(t).String() + "bv" + strconv.Itoa(st.WidthOf(t)))
	case term.OpConcat:
		q.infix(t, " ++ ", precConcat, outer, depth)
	case term.OpNot:
		q.negation(t, outer, depth)
	case term.OpAnd:
		q.infix(t, " && ", precAnd, outer, depth)
	case term.OpOr:
		if q.src != nil && q.implication(t, outer, depth) {
			return
		}
		q.infix(t, " || ", precOr, outer, depth)
	case term.OpEq:
		q.infix(t, " == ", precRel, outer, depth)
	case term.OpLe:
		q.infix(t, " <= ", precRel, outer, depth)
	case term.OpAdd:
		q.sum(t, outer, depth)
	case term.OpMul:
		q.infix(t, " * ", precMul, outer, depth)
	case term.OpDiv:
		q.infix(t, " div ", precMul, outer, depth)
	case term.OpMod:
		q.infix(t, " mod ", precMul, outer, depth)
	case term.OpQuo:
		q.infix(t, " / ", precMul, outer, depth)
	default:
		q.special(t, depth)
	}
}

// rational prints a number as a decimal one, or as a quotient.
func (q *termPrinter) rational(r num.Rat, outer int) {
	x := r.Big()
	if digits, exact := x.FloatPrec(); exact {
		q.b.WriteString(x.FloatString(max(1, digits)))
		return
	}
	o := q.open(precMul, outer)
	q.b.WriteString(x.Num().String() + ".0 / " + x.Denom().String() + ".0")
	q.close(o)
}

// sum prints + with negated summands as subtractions.
func (q *termPrinter) sum(t term.Term, outer, depth int) {
	o := q.open(precAdd, outer)
	for i, a := range q.st.Args(t) {
		if i > 0 {
			switch {
			case q.st.IsNum(a) && q.st.Num(a).Sign() < 0:
				q.b.WriteString(" - ")
				q.b.WriteString(q.st.Num(a).Neg().String())
				continue
			case q.st.Op(a) == term.OpMul && q.st.Arg(a, 0) == q.st.Int(-1):
				q.b.WriteString(" - ")
				q.term(q.st.Arg(a, 1), precAdd, depth)
				continue
			}
			q.b.WriteString(" + ")
		}
		q.term(a, precAdd, depth)
	}
	q.close(o)
}

func (q *termPrinter) negation(t term.Term, outer, depth int) {
	a := q.st.Arg(t, 0)
	op := ""
	x, y := 0, 1
	switch q.st.Op(a) {
	case term.OpEq:
		op = " != "
	case term.OpLe:
		op, x, y = " < ", 1, 0
	}
	if op == "" {
		q.b.WriteByte('!')
		q.term(a, precUnary, depth)
		return
	}
	o := q.open(precRel, outer)
	q.term(q.st.Arg(a, x), precRel, depth)
	q.b.WriteString(op)
	q.term(q.st.Arg(a, y), precRel, depth)
	q.close(o)
}

func (q *termPrinter) special(t term.Term, depth int) {
	st := q.st
	args := st.Args(t)
	switch st.Op(t) {
	case term.OpApp:
		name, fn := q.symbol(t)
		q.b.WriteString(name)
		if fn {
			q.b.WriteByte('(')
			q.list(args, depth)
			q.b.WriteByte(')')
		}
	case term.OpBound:
		q.b.WriteString(q.bound(t))
	case term.OpIte:
		q.b.WriteString("(if ")
		q.term(args[0], 0, depth)
		q.b.WriteString(" then ")
		q.term(args[1], 0, depth)
		q.b.WriteString(" else ")
		q.term(args[2], 0, depth)
		q.b.WriteByte(')')
	case term.OpSelect:
		q.term(args[0], precUnary, depth)
		q.b.WriteByte('[')
		q.term(args[1], 0, depth)
		q.b.WriteByte(']')
	case term.OpStore:
		q.term(args[0], precUnary, depth)
		q.b.WriteByte('[')
		q.term(args[1], 0, depth)
		q.b.WriteString(" := ")
		q.term(args[2], 0, depth)
		q.b.WriteByte(']')
	case term.OpExtract:
		hi, lo := st.ExtractBounds(t)
		q.term(args[0], precUnary, depth)
		fmt.Fprintf(&q.b, "[%d:%d]", hi+1, lo)
	case term.OpToReal, term.OpToInt:
		q.b.WriteString(map[term.Op]string{term.OpToReal: "real(", term.OpToInt: "int("}[st.Op(t)])
		q.term(args[0], 0, depth)
		q.b.WriteByte(')')
	case term.OpForall, term.OpExists:
		q.quantifier(t, depth)
	case term.OpDistinct:
		if q.src != nil {
			q.distinct(args, depth)
			return
		}
		q.operator(t, depth)
	default:
		q.operator(t, depth)
	}
}

// symbol returns the name of the symbol of an application, and whether arguments follow.
func (q *termPrinter) symbol(t term.Term) (name string, fn bool) {
	if q.src != nil {
		return q.src.symbol(t)
	}
	return q.st.SymName(q.st.Sym(t)), q.st.NumArgs(t) > 0
}

// bound returns the name of a bound variable.
func (q *termPrinter) bound(t term.Term) string {
	if name, ok := q.named[t]; ok {
		return name
	}
	if q.src != nil {
		return q.src.bound(t)
	}
	return q.st.SymName(q.st.BoundSym(t))
}

// operator prints an operator for which Boogie has no notation as a function.
func (q *termPrinter) operator(t term.Term, depth int) {
	st := q.st
	name := st.Op(t).String()
	if q.src != nil {
		if st.Op(t) == term.OpConstArray {
			q.everywhere(t, depth)
			return
		}
		if name = q.src.operator(t); name == "" {
			return
		}
	} else if indices := st.Indices(t); indices != "" {
		name = "(_ " + name + indices + ")"
	}
	q.b.WriteString(name)
	q.b.WriteByte('(')
	q.list(st.Args(t), depth)
	q.b.WriteByte(')')
}

func (q *termPrinter) quantifier(t term.Term, depth int) {
	x := q.st.Quant(t)
	q.b.WriteString("(" + q.st.Op(t).String() + " ")
	for i, v := range x.Vars {
		if i > 0 {
			q.b.WriteString(", ")
		}
		q.term(v, 0, depth)
		q.b.WriteString(": " + q.p.sortString(q.st.Sort(v)))
	}
	q.b.WriteString(" ::")
	for _, p := range x.Patterns {
		q.b.WriteString(" {")
		q.list(p, depth)
		q.b.WriteByte('}')
	}
	q.b.WriteByte(' ')
	q.term(x.Body, 0, depth)
	q.b.WriteByte(')')
}
