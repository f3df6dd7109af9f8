package smtlib

import (
	"strings"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// frame is a term under construction: the values of the children visited are in
// vals from base on, the children to visit are todo[first:end].
type frame struct {
	kind    frameKind
	op      opcode
	sym     term.Sym  // frameFun
	sort    term.Sort // frameConst
	at      uint32    // the node
	base    int
	first   int
	next    int
	end     int
	locals  int // the locals outside
	*binder     // frameQuant, frameLambda, frameBang
}

// binder is what only quantifiers and annotations need.
type binder struct {
	vars     []term.Term
	patterns []int // the lengths of the patterns
	qid      string
	named    uint32 // frameBang: the node of the name; 0 if there is none
}

type frameKind uint8

const (
	frameOp frameKind = iota
	frameFun
	frameDef
	frameConst
	frameLet
	frameLetBody
	frameQuant
	frameLambda
	frameBang
)

// elaborate builds the term that node root denotes.
func (r *Reader) elaborate(root uint32) (term.Term, error) {
	r.label = ""
	r.work, r.vals, r.todo = r.work[:0], r.vals[:0], r.todo[:0]
	if err := r.enter(root); err != nil {
		return 0, err
	}
	for len(r.work) > 0 {
		f := &r.work[len(r.work)-1]
		if f.next < f.end {
			f.next++
			if err := r.enter(r.todo[f.next-1]); err != nil {
				return 0, err
			}
			continue
		}
		if f.kind == frameLet {
			r.startLetBody(f)
			continue
		}
		if err := r.finish(); err != nil {
			return 0, err
		}
	}
	return r.vals[0], nil
}

// enter pushes the term of node i if it is an atom, else a frame.
func (r *Reader) enter(i uint32) error {
	n := &r.nodes[i]
	switch n.kind {
	case nodeNumeral:
		return r.numeral(i, r.realLogic)
	case nodeSymbol:
		t, err := r.symbol(i)
		r.vals = append(r.vals, t)
		return err
	case nodeList:
		return r.list(i)
	case nodeDecimal:
		return r.numeral(i, true)
	case nodeBits:
		return r.errorAt(i, "unsupported: bit-vectors (%s)", r.textOf(i))
	case nodeString:
		return r.errorAt(i, "unsupported: strings")
	}
	return r.errorAt(i, "a term is expected, not %s", r.textOf(i))
}

// maxDecimal is the length of decimals up to which they are read: the time for
// lowest terms is quadratic.
const maxDecimal = 100_000

// numeral pushes a numeral.
func (r *Reader) numeral(i uint32, isReal bool) error {
	if n := r.nodes[i]; n.kind == nodeDecimal && n.more-n.off > maxDecimal {
		return r.errorAt(i, "unsupported: a decimal of %d characters", n.more-n.off)
	}
	v, err := num.ParseRat(r.textOf(i))
	switch {
	case err != nil:
		return r.errorAt(i, "%v", err)
	case isReal:
		r.vals = append(r.vals, r.st.Rat(v))
	default:
		r.vals = append(r.vals, r.st.Numeral(v.Num()))
	}
	return nil
}

// negative reads -2 and -1.5, which are symbols in the standard; if nobody
// declared them, they are numbers for other solvers, and here.
func (r *Reader) negative(name string) (term.Term, bool) {
	digits, ok := strings.CutPrefix(name, "-")
	kind, isNumber := numeric([]byte(digits))
	if !ok || !isNumber || len(digits) > maxDecimal {
		return 0, false
	}
	v, err := num.ParseRat(name)
	if err != nil {
		return 0, false
	}
	if kind == nodeDecimal || r.realLogic {
		return r.st.Rat(v), true
	}
	return r.st.Numeral(v.Num()), true
}

// symbol returns the term that a symbol alone denotes.
func (r *Reader) symbol(i uint32) (term.Term, error) {
	name := r.nodes[i].name()
	if k := r.local[name]; k > 0 {
		return r.locals[k-1].t, nil
	}
	switch e := &r.globals[name]; e.kind {
	case entryFun:
		if args, _ := r.st.SymSorts(e.sym); len(args) > 0 {
			return 0, r.errorAt(i, "%s takes %d arguments", r.names.text[name], len(args))
		}
		return r.st.App(e.sym), nil
	case entryDef:
		if len(e.params) > 0 {
			return 0, r.errorAt(i, "%s takes %d arguments", r.names.text[name], len(e.params))
		}
		return e.body, nil
	}
	switch r.ops[name] {
	case opTrue:
		return r.st.True(), nil
	case opFalse:
		return r.st.False(), nil
	case opNone:
		if r.answers != nil {
			if t, ok := r.answers(r.names.text[name], 0); ok {
				return t, nil
			}
		}
		if t, ok := r.negative(r.names.text[name]); ok {
			return t, nil
		}
		return 0, r.errorAt(i, "%s", unknown(r.names.text[name]))
	}
	return 0, r.errorAt(i, "%s needs arguments", r.names.text[name])
}

// list pushes a frame for a list.
func (r *Reader) list(i uint32) error {
	end := r.nodes[i].next
	if end == i+1 {
		return r.errorAt(i, "a term is expected, not ()")
	}
	head := &r.nodes[i+1]
	switch head.kind {
	case nodeList:
		return r.qualified(i)
	case nodeSymbol:
	default:
		return r.errorAt(i+1, "a function is expected")
	}
	name := head.name()
	if r.local[name] > 0 {
		return r.errorAt(i+1, "the variable %s is no function", r.names.text[name])
	}
	e := &r.globals[name]
	if e.kind != entryNone && head.next == end {
		return r.errorAt(i, "(%s) has no arguments", r.names.text[name])
	}
	switch e.kind {
	case entryFun:
		r.open(frame{kind: frameFun, sym: e.sym, at: i}, head.next, end)
		return nil
	case entryDef:
		r.open(frame{kind: frameDef, at: i}, head.next, end)
		return nil
	}
	switch op := r.ops[name]; op {
	case opNone:
		return r.errorAt(i+1, "%s", unknown(r.names.text[name]))
	case opLet:
		return r.let(i)
	case opForall, opExists, opLambda:
		return r.quantifier(i, op)
	case opBang:
		return r.bang(i)
	case opAs:
		return r.ascription(i)
	case opIndexed, opMatch:
		return r.errorAt(i, "unsupported: %s", r.excerpt(i))
	default:
		r.open(frame{kind: frameOp, op: op, at: i}, head.next, end)
	}
	return nil
}

// excerpt returns the beginning of the text of a node.
func (r *Reader) excerpt(i uint32) string {
	const most = 60
	if r.nodes[i].next-i > most {
		return "(" + r.textOf(i+1) + " ...)"
	}
	return string(r.sexpr(nil, i))
}

// open pushes a frame whose children are the nodes from first to end.
func (r *Reader) open(f frame, first, end uint32) {
	f.base, f.first, f.locals = len(r.vals), len(r.todo), len(r.locals)
	for k := first; k < end; k = r.nodes[k].next {
		r.todo = append(r.todo, k)
	}
	f.next, f.end = f.first, len(r.todo)
	r.work = append(r.work, f)
}

// qualified pushes a frame for a list whose head is a list.
func (r *Reader) qualified(i uint32) error {
	h := i + 1
	parts := r.children(h)
	switch {
	case len(parts) == 3 && r.is(parts[0], "as") && r.is(parts[1], "const"):
		s, err := r.sort(parts[2])
		if err != nil {
			return err
		}
		if !r.st.IsArray(s) {
			return r.errorAt(parts[2], "const needs an array sort")
		}
		r.open(frame{kind: frameConst, sort: s, at: i}, r.nodes[h].next, r.nodes[i].next)
		return nil
	case len(parts) == 3 && r.is(parts[0], "_") && r.is(parts[1], "divisible"):
		if r.nodes[parts[2]].kind != nodeNumeral {
			return r.errorAt(parts[2], "a number is expected")
		}
		// The divisor becomes the first argument.
		r.open(frame{kind: frameOp, op: opDivisible, at: i}, r.nodes[h].next, r.nodes[i].next)
		return r.numeral(parts[2], false)
	}
	return r.errorAt(h, "unsupported: %s", r.excerpt(h))
}

// ascription handles (as x S): a constant whose sort is told.
func (r *Reader) ascription(i uint32) error {
	parts := r.children(i)
	if len(parts) != 3 || r.nodes[parts[1]].kind != nodeSymbol {
		return r.errorAt(i, "unsupported: %s", r.excerpt(i))
	}
	s, err := r.sort(parts[2])
	if err != nil {
		return err
	}
	if r.answers != nil {
		if t, ok := r.answers(r.names.text[r.nodes[parts[1]].name()], s); ok {
			r.vals = append(r.vals, t)
			return nil
		}
	}
	t, err := r.symbol(parts[1])
	if err == nil && r.st.Sort(t) != s {
		err = r.errorAt(i, "%s has sort %s", r.textOf(parts[1]), r.st.SortString(r.st.Sort(t)))
	}
	r.vals = append(r.vals, t)
	return err
}

// let pushes a frame whose children are first the values, then the body.
func (r *Reader) let(i uint32) error {
	list, end := i+2, r.nodes[i].next
	if list == end || r.nodes[list].kind != nodeList || r.nodes[list].next == list+1 ||
		r.nodes[list].next == end || r.nodes[r.nodes[list].next].next != end {
		return r.errorAt(i, "malformed let")
	}
	r.open(frame{kind: frameLet, at: i}, 0, 0)
	for k := list + 1; k < r.nodes[list].next; k = r.nodes[k].next {
		b := &r.nodes[k]
		if b.kind != nodeList || b.next == k+1 || r.nodes[k+1].kind != nodeSymbol ||
			k+2 >= b.next || r.nodes[k+2].next != b.next {
			return r.errorAt(k, "malformed binding")
		}
		r.todo = append(r.todo, k+2)
	}
	r.work[len(r.work)-1].end = len(r.todo)
	return nil
}

// startLetBody binds the values of a let and goes on with its body.
func (r *Reader) startLetBody(f *frame) {
	for k, t := range r.vals[f.base:] {
		r.bind(r.nodes[r.todo[f.first+k]-1].name(), t)
	}
	list := f.at + 2
	r.todo = append(r.todo[:f.first], r.nodes[list].next)
	r.vals = r.vals[:f.base]
	f.kind, f.next, f.end = frameLetBody, f.first, f.first+1
}

// quantifier pushes a frame with the bound variables in scope.
func (r *Reader) quantifier(i uint32, op opcode) error {
	parts := r.children(i)
	if op == opLambda && r.answers == nil {
		return r.errorAt(i, "unsupported: lambda")
	}
	if len(parts) != 3 || r.nodes[parts[1]].kind != nodeList || r.nodes[parts[1]].next == parts[1]+1 {
		return r.errorAt(i, "malformed %s", r.textOf(i+1))
	}
	f := frame{kind: frameQuant, op: op, at: i, binder: &binder{}}
	outside := len(r.locals)
	var err error
	if f.vars, err = r.bindVars(parts[1]); err != nil {
		return err
	}
	if op == opLambda {
		f.kind = frameLambda
		if len(f.vars) != 1 {
			return r.errorAt(i, "unsupported: lambda with %d variables", len(f.vars))
		}
	}
	r.open(f, parts[2], r.nodes[i].next)
	r.work[len(r.work)-1].locals = outside
	return nil
}

// bang pushes a frame for an annotated term: its children are the term and all
// pattern terms.
func (r *Reader) bang(i uint32) error {
	parts := r.children(i)
	if len(parts) < 2 {
		return r.errorAt(i, "malformed annotation")
	}
	r.open(frame{kind: frameBang, at: i, binder: &binder{}}, parts[1], r.nodes[parts[1]].next)
	f := &r.work[len(r.work)-1]
	for k := 2; k < len(parts); k++ {
		if r.nodes[parts[k]].kind != nodeKeyword {
			return r.errorAt(parts[k], "a keyword is expected")
		}
		keyword := r.textOf(parts[k])
		if k+1 == len(parts) || r.nodes[parts[k+1]].kind == nodeKeyword {
			continue // without a value
		}
		k++
		v := parts[k]
		switch keyword {
		case ":named":
			if err := r.wantSymbol(v); err != nil {
				return err
			}
			f.named = v
		case ":qid":
			f.qid = r.value(v)
		case ":pattern":
			if r.nodes[v].kind != nodeList || r.nodes[v].next == v+1 {
				return r.errorAt(v, "a list of terms is expected")
			}
			n := len(r.todo)
			for u := v + 1; u < r.nodes[v].next; u = r.nodes[u].next {
				r.todo = append(r.todo, u)
			}
			f.patterns = append(f.patterns, len(r.todo)-n)
		}
	}
	f.end = len(r.todo)
	return nil
}

// finish pops the topmost frame, all of whose children are known, and pushes
// its term.
func (r *Reader) finish() error {
	f := r.work[len(r.work)-1]
	r.work = r.work[:len(r.work)-1]
	args := r.vals[f.base:]
	var t term.Term
	var err error
	switch f.kind {
	case frameOp:
		t, err = r.applyOp(&f, args)
	case frameFun:
		t, err = r.applyFun(&f, args)
	case frameDef:
		t, err = r.applyDef(&f, args)
	case frameConst:
		t, err = r.applyConst(&f, args)
	case frameLetBody:
		t = args[0]
	case frameQuant:
		t, err = r.quantify(&f, args)
	case frameLambda:
		t, err = r.arrayOf(&f, args[0])
	case frameBang:
		keep, err := r.annotate(&f, args)
		r.todo = r.todo[:f.first]
		r.vals = r.vals[:f.base+keep]
		return err
	}
	r.unbind(f.locals)
	r.todo = r.todo[:f.first]
	r.vals = append(r.vals[:f.base], t)
	return err
}

// annotate handles the annotations of a term and returns how many values stay:
// the patterns go to the quantifier whose body the term is, if it is one.
func (r *Reader) annotate(f *frame, args []term.Term) (keep int, err error) {
	if f.named != 0 {
		if !r.st.Ground(args[0]) {
			return 0, r.errorAt(f.named, "a named term can't have free variables")
		}
		if err := r.declare(f.named, entry{kind: entryDef, body: args[0]}); err != nil {
			return 0, err
		}
		r.named = append(r.named, Named{r.names.text[r.nodes[f.named].name()], args[0]})
		if len(r.work) == 0 {
			r.label = r.names.text[r.nodes[f.named].name()]
		}
	}
	if n := len(r.work); n > 0 && r.work[n-1].kind == frameQuant {
		r.work[n-1].patterns, r.work[n-1].qid = f.patterns, f.qid
		return len(args), nil
	}
	return 1, nil
}

func (r *Reader) quantify(f *frame, args []term.Term) (term.Term, error) {
	if err := r.argSort(f, args, 0, term.Bool); err != nil {
		return 0, err
	}
	q := term.Quant{Vars: f.vars, Body: args[0], Name: f.qid}
	rest := args[1:]
	for _, n := range f.patterns {
		q.Patterns = append(q.Patterns, rest[:n])
		rest = rest[n:]
	}
	op := term.OpForall
	if f.op == opExists {
		op = term.OpExists
	}
	return r.st.Quantify(op, q), nil
}
