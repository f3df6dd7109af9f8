package smtlib

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/theory/term"
)

// Options of a Writer.
type Options struct {
	Logic string // "ALL" if empty
	// Options are pairs like {":produce-models", "true"}, written in order
	// before the logic.
	Options [][2]string
	// GlobalDeclarations keeps declarations and definitions beyond a pop, which
	// saves sending them again. Solvers must support the option of this name.
	GlobalDeclarations bool
	// DefineAssumptions defines the constants that stand for assumptions, so that a
	// reader of the text gets the same formulas as assumptions again. Without it the
	// constants imply the assumptions, which is easier to solve.
	DefineAssumptions bool
}

// Writer writes commands. The first error of the underlying writer is kept and
// returned by Flush; commands that expect an answer flush.
type Writer struct {
	out     *bufio.Writer
	st      *term.Store
	opt     Options
	started bool
	buf     []byte // the command under construction

	names     names // symbols, definitions, let-bound variables
	sortNames names
	sortText  []string                  // by sort
	qids      map[string]string         // quoted names of quantifiers
	symbols   []bool                    // by symbol: declared now
	sorts     []bool                    // by sort: declared now
	defs      []string                  // by term: the constant that is defined as it now
	lets      []string                  // by term: the let-bound variable that stands for it here
	owner     []uint32                  // by term: see findOwners
	owned     map[term.Term][]term.Term // by quantifier: the terms to bind by lets in its body
	seen      []bool                    // by term: written before
	depth     []uint32                  // by term: nesting of its text in the present command
	numDefs   int
	numLets   int

	trail []undo // declarations and definitions, for pop
	marks []mark

	proxies   []proxy // assumption literals that are not constants
	assumed   map[string]term.Term
	scan, sub scanner
	acts      []action
}

// undo records something that a pop removes.
type undo struct {
	kind undoKind
	id   uint32
}

type undoKind uint8

const (
	undoSort undoKind = iota
	undoSymbol
	undoDef
)

type mark struct{ trail, proxies int }

type proxy struct {
	t    term.Term
	name string
}

// NewWriter returns a Writer of terms of st. It writes nothing before the first
// command.
func NewWriter(out io.Writer, st *term.Store, opt Options) *Writer {
	return &Writer{out: bufio.NewWriterSize(out, 1<<16), st: st, opt: opt,
		names: newNames(), sortNames: newNames(), assumed: map[string]term.Term{}, owned: map[term.Term][]term.Term{},
		qids: map[string]string{}}
}

// Dump writes a script that asserts the given formulas and asks for a verdict.
func Dump(out io.Writer, st *term.Store, formulas []term.Term, opt Options) error {
	w := NewWriter(out, st, opt)
	for _, f := range formulas {
		w.Assert(f)
	}
	w.CheckSat()
	w.Exit()
	return w.Flush()
}

// Flush sends buffered text.
func (w *Writer) Flush() error { return w.out.Flush() }

func (w *Writer) start() {
	if w.started {
		return
	}
	w.started = true
	for _, o := range w.opt.Options {
		w.line("(set-option " + o[0] + " " + o[1] + ")")
	}
	if w.opt.GlobalDeclarations {
		w.line("(set-option :global-declarations true)")
	}
	logic := w.opt.Logic
	if logic == "" {
		logic = "ALL"
	}
	w.line("(set-logic " + logic + ")")
}

// line writes one line; errors stay in w.out until Flush.
func (w *Writer) line(s string) {
	_, _ = w.out.WriteString(s)
	_ = w.out.WriteByte('\n')
}

// put appends to the command under construction.
func (w *Writer) put(texts ...string) {
	for _, s := range texts {
		w.buf = append(w.buf, s...)
	}
}

// separator returns what comes before item i of a list.
func separator(i int) string {
	if i > 0 {
		return " "
	}
	return ""
}

func (w *Writer) end() {
	w.buf = append(w.buf, '\n')
	_, _ = w.out.Write(w.buf)
	w.buf = w.buf[:0]
}

// Comment writes a comment line.
func (w *Writer) Comment(text string) { w.line("; " + printableLine(text)) }

func printableLine(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c < ' ' {
			b[i] = ' '
		}
	}
	return string(b)
}

// SetInfo writes a set-info, for example of ":status" with "unsat".
func (w *Writer) SetInfo(keyword, value string) {
	w.command("(set-info " + keyword + " " + value + ")")
}

// command writes a command given as text.
func (w *Writer) command(s string) {
	w.start()
	w.line(s)
}

// ask writes a command that has an answer.
func (w *Writer) ask(s string) {
	w.command(s)
	_ = w.out.Flush() // the error stays and comes back from Flush
}

// Push opens a scope.
func (w *Writer) Push() {
	w.marks = append(w.marks, mark{len(w.trail), len(w.proxies)})
	w.command("(push 1)")
}

// Pop closes n scopes.
func (w *Writer) Pop(n int) {
	if n == 0 {
		return
	}
	m := w.marks[len(w.marks)-n]
	w.marks = w.marks[:len(w.marks)-n]
	for _, p := range w.proxies[m.proxies:] {
		delete(w.assumed, p.name)
	}
	w.proxies = w.proxies[:m.proxies]
	if !w.opt.GlobalDeclarations {
		for _, u := range w.trail[m.trail:] {
			switch u.kind {
			case undoSort:
				w.sorts[u.id] = false
			case undoSymbol:
				w.symbols[u.id] = false
			case undoDef:
				w.defs[u.id] = ""
			}
		}
		w.trail = w.trail[:m.trail]
	}
	w.command("(pop " + strconv.Itoa(n) + ")")
}

// Assert asserts a formula.
func (w *Writer) Assert(t term.Term) {
	w.prepare(t)
	w.put("(assert ")
	w.term(t)
	w.put(")")
	w.end()
}

// CheckSat asks for a verdict.
func (w *Writer) CheckSat() { w.ask("(check-sat)") }

// CheckSatAssuming asks for a verdict under assumptions. Formulas that are not literals
// get a constant that implies them.
func (w *Writer) CheckSatAssuming(lits []term.Term) {
	literals := make([]string, len(lits))
	for i, l := range lits {
		literals[i] = w.literal(l)
	}
	w.ask("(check-sat-assuming (" + strings.Join(literals, " ") + "))")
}

// Assumed returns the assumption that a literal in the answer to GetUnsatAssumptions
// stands for.
func (w *Writer) Assumed(literal string) (term.Term, bool) {
	t, ok := w.assumed[literal]
	return t, ok
}

func (w *Writer) literal(l term.Term) string {
	w.prepare(l)
	atom := w.st.Atom(l)
	name := ""
	switch {
	case w.st.IsConst(atom) && atom == l:
		name = w.names.of(w.st, w.st.Sym(atom))
	case w.st.IsConst(atom):
		name = "(not " + w.names.of(w.st, w.st.Sym(atom)) + ")"
	default:
		name = w.proxy(l)
	}
	w.assumed[name] = l
	return name
}

// proxy returns a constant that implies l in the present scope, or equals it.
func (w *Writer) proxy(l term.Term) string {
	for i := len(w.proxies) - 1; i >= 0; i-- {
		if w.proxies[i].t == l {
			return w.proxies[i].name
		}
	}
	name := w.names.claim("$a"+strconv.Itoa(len(w.proxies)+1), taken)
	before, behind := "(assert (=> "+name+" ", "))"
	if w.opt.DefineAssumptions {
		before, behind = "(define-fun "+name+" () Bool ", ")"
	} else {
		w.command("(declare-fun " + name + " () Bool)")
	}
	w.put(before)
	w.term(l)
	w.put(behind)
	w.end()
	w.proxies = append(w.proxies, proxy{l, name})
	return name
}

// GetValue asks for the values of terms in the model. It defines nothing, since solvers
// forget the model at a definition. They also do at a declaration, so all symbols
// should occur in an earlier command.
func (w *Writer) GetValue(ts []term.Term) {
	for _, t := range ts {
		w.declareAll(t)
	}
	w.put("(get-value (")
	for i, t := range ts {
		w.put(separator(i))
		w.inline(t)
	}
	w.put("))")
	w.end()
	_ = w.out.Flush()
}

// GetUnsatAssumptions asks which assumptions were used.
func (w *Writer) GetUnsatAssumptions() { w.ask("(get-unsat-assumptions)") }

// GetUnsatCore asks for the unsat core; Z3 answers with assumptions, too.
func (w *Writer) GetUnsatCore() { w.ask("(get-unsat-core)") }

// GetModel asks for the model.
func (w *Writer) GetModel() { w.ask("(get-model)") }

// Echo makes the solver print a text, to mark a place in its output.
func (w *Writer) Echo(text string) { w.ask("(echo " + string(AppendString(nil, text)) + ")") }

// Exit ends the session.
func (w *Writer) Exit() { w.ask("(exit)") }

// AppendString appends a string literal.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	dst = append(dst, strings.ReplaceAll(s, `"`, `""`)...)
	return append(dst, '"')
}
