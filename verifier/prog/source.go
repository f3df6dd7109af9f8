package prog

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/theory/term"
)

// Source says what WriteSource adds to the text of a program. Each may be nil.
type Source struct {
	Header []string               // lines of comment before everything
	Attrs  func(q *Proc) string   // attributes of a procedure and its implementation
	Notes  func(q *Proc) []string // lines of comment before a procedure
}

// maxSource bounds the text that WriteSource writes.
const maxSource = 256 << 20

// WriteSource writes the program as Boogie text that every Boogie reads: with the types and functions that
// occur, names that do not clash, and functions for operators that have no notation. Records are left out, since they
// have no effect. It is an error if a term has no such text, or is too deep or too large.
func WriteSource(w io.Writer, p *Program, opt Source) error {
	s := newSource(p)
	var body strings.Builder
	s.program(&body, opt)
	if s.err != nil {
		return s.err
	}
	b := bufio.NewWriter(w)
	for _, line := range opt.Header {
		fmt.Fprintf(b, "// %s\n", line)
	}
	s.vocabulary(b)
	b.WriteString(body.String())
	return b.Flush()
}

// Expressions returns a function that writes formulas over the parameters, results and globals of
// a procedure, and its locals, as Boogie expressions; with the names that WriteSource gives them.
func Expressions(p *Program) func(q *Proc, t term.Term) (string, error) {
	s := newSource(p)
	return func(q *Proc, t term.Term) (string, error) {
		s.scope(q)
		text := s.term(t)
		return text, s.err
	}
}

// source writes a program.
type source struct {
	*texts
	p     *Program
	st    *term.Store
	uses  *Uses
	names []string        // by variable; empty where it is not in scope
	outer map[string]bool // names of globals and constants
	local []VarID         // those in scope that are not global
	size  int
	err   error

	bounds  map[term.Term]string // of the present term
	taken   map[string]bool      // names in scope and of bounds
	types   []term.Sort          // uninterpreted, in order of occurrence
	typed   map[term.Sort]bool
	funs    []term.Sym // likewise
	known   map[term.Sym]bool
	symbols map[string]bool // all that functions may be called
	ops     []string        // declarations of operators
	opNames map[string]string
}

func newSource(p *Program) *source {
	s := &source{
		p: p, st: p.Store, uses: NewUses(p), names: make([]string, len(p.Vars)), outer: map[string]bool{},
		typed: map[term.Sort]bool{}, known: map[term.Sym]bool{}, symbols: map[string]bool{}, opNames: map[string]string{},
	}
	name := func(v VarID) string { return escaped(s.names[v]) }
	s.texts = &texts{p, s.term, s.sort, name, func(q ProcID) string { return escaped(p.Procs[q].Name) }}
	for _, v := range slices.Concat(p.Consts, p.Globals) {
		s.declare(v, s.outer)
	}
	for f := 1; f < p.Store.NumSyms(); f++ {
		s.symbols[p.Store.SymName(term.Sym(f))] = true
	}
	for _, q := range p.Procs {
		s.symbols[q.Name] = true // Boogie has one name space for functions and procedures
	}
	return s
}

// reserved are Boogie's keywords.
const reserved = " assert assume async axiom bool break call complete const div else ensures exists extends false " +
	"finally for forall free function goto havoc if implementation int invariant lambda mod modifies " +
	"old par procedure real requires return returns then true type unique uses var where while yield "

// escaped returns a name as it is written. A backslash belongs to the notation only.
func escaped(name string) string {
	name = strings.ReplaceAll(name, `\`, "")
	if strings.Contains(reserved, " "+name+" ") {
		return `\` + name
	}
	return name
}

// identifying returns a character of an identifier; -1 for others, such as the brackets in the names of arrays of C
// programs.
func identifying(c rune) rune {
	if c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' ||
		strings.ContainsRune("'~#$^.?`", c) {
		return c
	}
	return -1
}

// fresh returns the name, with a number if it is in one of the sets, and adds it to the last of them.
func fresh(name string, sets ...map[string]bool) string {
	taken := func(x string) bool {
		for _, s := range sets {
			if s[x] {
				return true
			}
		}
		return false
	}
	name = strings.Map(identifying, name)
	try := name
	for n := 1; taken(try); n++ {
		try = name + "#" + strconv.Itoa(n)
	}
	sets[len(sets)-1][try] = true
	return try
}

func (s *source) declare(v VarID, sets ...map[string]bool) {
	s.names[v] = fresh(s.p.Vars[v].Name, sets...)
	s.sort(s.p.Sort(v))
}

// scope makes the variables of q the local ones.
func (s *source) scope(q *Proc) {
	for _, v := range s.local {
		s.names[v] = ""
	}
	s.local = s.local[:0]
	s.taken = map[string]bool{}
	for _, v := range slices.Concat(q.Ins, q.Outs, q.Locals) {
		s.declare(v, s.outer, s.taken)
		s.local = append(s.local, v)
	}
}

// full reports whether the text has become too long.
func (s *source) full(b *strings.Builder) bool { return s != nil && s.size+b.Len() > maxSource }

func (s *source) tooLarge() {
	if s != nil {
		s.fail("a formula of the program is too deep or too large to be written")
	}
}

func (s *source) fail(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf(format, args...)
	}
}

// term returns a term's text.
func (s *source) term(t term.Term) string {
	s.bounds = map[term.Term]string{}
	q := termPrinter{st: s.st, p: s.p, src: s}
	q.term(t, 0, 0)
	for _, name := range s.bounds {
		delete(s.taken, name)
	}
	s.size += q.b.Len()
	return q.b.String()
}

func (s *source) bound(t term.Term) string {
	name, ok := s.bounds[t]
	if !ok {
		name = fresh(s.st.SymName(s.st.BoundSym(t)), s.outer, s.taken)
		s.bounds[t] = name
		s.sort(s.st.Sort(t))
	}
	return escaped(name)
}

// symbol returns the name of the symbol of an application, and whether arguments follow.
func (s *source) symbol(t term.Term) (name string, fn bool) {
	if r := s.uses.Ref(t); r != 0 {
		name := s.names[r.Var()]
		if name == "" {
			s.fail("the variable %s occurs outside of its procedure", s.p.Vars[r.Var()].Name)
		}
		if name = escaped(name); r.Old() {
			name = "old(" + name + ")"
		}
		return name, false
	}
	f := s.st.Sym(t)
	if !s.known[f] {
		s.known[f] = true
		s.funs = append(s.funs, f)
	}
	return escaped(s.st.SymName(f)), true
}

// operator returns the name of the function for an operator that Boogie has no notation for, with the
// sorts that it has at t.
func (s *source) operator(t term.Term) string {
	op := s.st.Op(t)
	if op < term.OpBvNot && op != term.OpSignExt || op == term.OpBvUmulo || op == term.OpBvSmulo || op > term.OpIntToBv {
		s.fail("the operator %v has no text in Boogie", op)
		return ""
	}
	text := op.String()
	if indices := s.st.Indices(t); indices != "" {
		text = "(_ " + text + indices + ")"
	}
	var sorts []string
	for _, a := range s.st.Args(t) {
		sorts = append(sorts, s.sort(s.st.Sort(a)))
	}
	sign := fmt.Sprintf("(%s) returns (%s)", strings.Join(sorts, ", "), s.sort(s.st.Sort(t)))
	key := text + sign
	name := s.opNames[key]
	if name == "" {
		name = fresh("$"+op.String(), s.symbols)
		s.opNames[key] = name
		s.ops = append(s.ops, fmt.Sprintf("function {:bvbuiltin %q} %s%s;\n", text, name, sign))
	}
	return name
}

// sort returns a type's text, and notes what has to be declared.
func (s *source) sort(o term.Sort) string {
	for x := o; ; {
		switch s.st.SortKind(x) {
		case term.KindArray:
			index, elem := s.st.ArraySorts(x)
			if s.st.SortKind(index) == term.KindArray {
				s.sort(index)
			} else {
				s.noteSort(index)
			}
			x = elem
			continue
		}
		s.noteSort(x)
		return s.p.sortString(o)
	}
}

func (s *source) noteSort(o term.Sort) {
	switch s.st.SortKind(o) {
	case term.KindBool, term.KindInt, term.KindReal, term.KindBitVec:
	case term.KindUninterpreted:
		if !s.typed[o] {
			s.typed[o] = true
			s.types = append(s.types, o)
		}
	default:
		s.fail("the sort %s has no text in Boogie", s.st.SortString(o))
	}
}
