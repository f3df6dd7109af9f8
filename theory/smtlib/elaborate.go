package smtlib

import (
	"strconv"
	"strings"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// frame is a list that is not yet read to its end: a term under construction, or a part
// of one. The values of its children are Reader.vals[base:].
type frame struct {
	kind frameKind
	op   opcode
	bits uint8  // of a function on bit-vectors
	ref  uint32 // see frameKind
	at   uint32 // where its text begins
	base uint32
}

type frameKind uint8

const (
	frameOp    frameKind = iota
	frameConst           // a constant with arguments, which is wrong
	frameFun             // ref is the symbol
	frameDef             // ref is the definition
	frameMany            // a name with several meanings, ref, or (as f S), whose sort is on top of Reader.results
	frameBits            // a function on bit-vectors; ref has its indices
	frameMap             // its function is on top of Reader.mapped
	frameArray           // a constant array; ref is its sort
	// The following have children other than terms.
	frameLet     // the list of bindings
	frameBinding // ref is the name
	frameLetBody // ref is the number of locals outside
	frameQuant   // likewise; its binder is on top of Reader.binders
	frameLambda  // likewise
	frameBang    // likewise
	framePattern
)

// binder is what only quantifiers and annotations need.
type binder struct {
	vars     []term.Term
	patterns []int // the lengths of the patterns; noPattern: one term that is none
	avoid    bool  // the next term is none
	weight   term.Weight
	qid      string
	named    nameID // of an annotation, 0 if there is none
	namedAt  uint32
	labels   []labelName
	group    string
}

// noPattern stands for the term of a :no-pattern.
const noPattern = -1

// elaborate builds the term that node i denotes, from its text.
func (r *Reader) elaborate(i uint32) (t term.Term, err error) {
	err = r.reread(r.nodes[i].off, func() error {
		t, err = r.term()
		return err
	})
	return t, err
}

// term reads the term that begins with the present token. Its last token is the present
// one afterwards.
func (r *Reader) term() (term.Term, error) {
	r.label, r.group = "", ""
	for {
		if r.poll() {
			return 0, r.fatal
		}
		if n := len(r.work); n > 0 && r.work[n-1].kind >= frameLet && r.tok.kind != tokenClose {
			done, err := r.special(&r.work[n-1])
			if err != nil {
				return 0, err
			}
			if done {
				continue
			}
		}
		var err error
		switch r.tok.kind {
		case tokenOpen:
			err = r.enter()
		case tokenClose:
			err = r.finish()
		default:
			err = r.leaf()
		}
		if err != nil {
			return 0, err
		}
		if len(r.work) == 0 {
			t := r.vals[0]
			r.vals, r.offs = r.vals[:0], r.offs[:0]
			return t, nil
		}
		if err := r.next(); err != nil {
			return 0, err
		}
	}
}

// add adds a value whose text begins at off.
func (r *Reader) add(t term.Term, off uint32) {
	r.vals, r.offs = append(r.vals, t), append(r.offs, off)
}

// drop removes all but the first n values.
func (r *Reader) drop(n uint32) { r.vals, r.offs = r.vals[:n], r.offs[:n] }

// leaf pushes the term of an atom.
func (r *Reader) leaf() error {
	off := r.tok.off
	switch r.tok.kind {
	case tokenSymbol:
		t, err := r.symbol(r.tok.name, off)
		r.add(t, off)
		return err
	case tokenNumeral:
		return r.numeral(r.realLogic)
	case tokenDecimal:
		return r.numeral(true)
	case tokenBits:
		return r.bitsToken()
	case tokenString:
		return r.errorOff(off, "unsupported: strings")
	}
	return r.errorOff(off, "a term is expected, not %s", r.text(off, r.tok.end))
}

// maxDecimal bounds the length of decimals, since reducing them to lowest terms takes
// quadratic time.
const maxDecimal = 100_000

// numeral pushes a numeral.
func (r *Reader) numeral(isReal bool) error {
	const word = 18 // digits that always fit
	off, text := r.tok.off, r.text(r.tok.off, r.tok.end)
	if r.tok.kind == tokenNumeral && len(text) <= word {
		n := int64(0)
		for _, c := range text {
			n = 10*n + int64(c-'0')
		}
		if isReal {
			r.add(r.st.Rat(num.RatFromInt64(n)), off)
		} else {
			r.add(r.st.Int(n), off)
		}
		return nil
	}
	if r.tok.kind == tokenDecimal && len(text) > maxDecimal {
		return r.errorOff(off, "unsupported: a decimal of %d characters", len(text))
	}
	v, err := num.ParseRat(string(text))
	switch {
	case err != nil:
		return r.errorOff(off, "%v", err)
	case isReal:
		r.add(r.st.Rat(v), off)
	default:
		r.add(r.st.Numeral(v.Num()), off)
	}
	return nil
}

// negative reads -2 and -1.5, which are symbols in the standard. Unless they are
// declared, they are numbers here as for other solvers.
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
	if kind == tokenDecimal || r.realLogic {
		return r.st.Rat(v), true
	}
	return r.st.Numeral(v.Num()), true
}

// symbol returns the term that a symbol alone denotes.
func (r *Reader) symbol(id nameID, off uint32) (term.Term, error) {
	m := &r.names.all[id]
	if m.local > 0 {
		return r.locals[m.local-1].t, nil
	}
	switch m.kind {
	case entryConst:
		return term.Term(m.ref), nil
	case entryNew:
		t := r.st.App(term.Sym(m.ref))
		m.kind, m.ref = entryConst, uint32(t)
		return t, nil
	case entryFun:
		args, _ := r.st.SymSorts(term.Sym(m.ref))
		return 0, r.errorOff(off, "%s takes %d arguments", m.text, len(args))
	case entryDef:
		return 0, r.errorOff(off, "%s takes %d arguments", m.text, len(r.defs[m.ref].params))
	case entryMany:
		return r.constant(id, off, term.NoSort)
	}
	switch m.op {
	case opTrue:
		return r.st.True(), nil
	case opFalse:
		return r.st.False(), nil
	case opNone:
		if r.revive(id) {
			return r.symbol(id, off)
		}
		if r.answers != nil {
			if t, ok := r.answers(m.text, 0); ok {
				return t, nil
			}
		}
		if t, ok := r.negative(m.text); ok {
			return t, nil
		}
		return 0, r.errorOff(off, "%s", unknown(m.text))
	}
	return 0, r.errorOff(off, "%s needs arguments", m.text)
}

// open pushes a frame.
func (r *Reader) open(kind frameKind, op opcode, ref, at uint32) {
	r.work = append(r.work, frame{kind: kind, op: op, ref: ref, at: at, base: uint32(len(r.vals))})
}

// enter reads the head of a list and pushes a frame for it.
func (r *Reader) enter() error {
	off := r.tok.off
	if err := r.next(); err != nil {
		return err
	}
	switch r.tok.kind {
	case tokenOpen:
		return r.qualified(off)
	case tokenSymbol:
	case tokenClose:
		return r.errorOff(off, "a term is expected, not ()")
	default:
		return r.errorOff(r.tok.off, "a function is expected")
	}
	m := &r.names.all[r.tok.name]
	if m.kind == entryNone && m.op == opNone {
		r.revive(r.tok.name)
	}
	if m.local > 0 {
		return r.errorOff(r.tok.off, "the variable %s is not a function", m.text)
	}
	switch {
	case m.kind == entryMany, m.kind != entryNone && m.op != opNone:
		r.open(frameMany, 0, uint32(r.tok.name), off)
		return nil
	}
	switch m.kind {
	case entryNew, entryConst:
		r.open(frameConst, 0, 0, off)
		return nil
	case entryFun:
		r.open(frameFun, 0, m.ref, off)
		return nil
	case entryDef:
		r.open(frameDef, 0, m.ref, off)
		return nil
	}
	switch m.op {
	case opNone:
		if m.text == "lblpos" || m.text == "lblneg" {
			return r.labelled(off, m.text == "lblpos")
		}
		return r.errorOff(r.tok.off, "%s", unknown(m.text))
	case opLet:
		return r.let(off)
	case opForall, opExists, opLambda:
		return r.quantifier(off, m.op)
	case opBang:
		r.open(frameBang, 0, uint32(len(r.locals)), off)
		r.binders = append(r.binders, binder{})
		return nil
	case opAs:
		return r.ascription(off)
	case opIndexed:
		return r.indexedTerm(off)
	case opMatch:
		return r.unsupported(off)
	}
	r.open(frameOp, m.op, 0, off)
	r.work[len(r.work)-1].bits = m.bits
	return nil
}

// unsupported returns the error that a list is unsupported. The present token is the
// first one in it.
func (r *Reader) unsupported(off uint32) error {
	root := r.list(off)
	if err := r.rest(root); err != nil {
		return err
	}
	return r.errorOff(off, "unsupported: %s", r.excerpt(root))
}

// qualified pushes a frame for a list whose head is a list, which begins with the
// present token.
func (r *Reader) qualified(off uint32) error {
	h, err := r.expr()
	if err != nil {
		return err
	}
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
		r.open(frameArray, 0, uint32(s), off)
		r.dropNodes(h)
		return nil
	case len(parts) == 3 && r.is(parts[0], "as") && r.nodes[parts[1]].kind == tokenSymbol:
		s, err := r.sort(parts[2])
		if err != nil {
			return err
		}
		id := r.nodes[parts[1]].name()
		r.dropNodes(h)
		return r.openQualified(id, off, s)
	case len(parts) > 1 && r.is(parts[0], "_"):
		return r.indexed(h, off)
	}
	return r.errorAt(h, "unsupported: %s", r.excerpt(h))
}

// ascription reads (as x S), from as on: a constant with its sort.
func (r *Reader) ascription(off uint32) error {
	root := r.list(off)
	if err := r.rest(root); err != nil {
		return err
	}
	parts := r.children(root)
	if len(parts) != 3 || r.nodes[parts[1]].kind != tokenSymbol {
		return r.errorOff(off, "unsupported: %s", r.excerpt(root))
	}
	s, err := r.sort(parts[2])
	if err != nil {
		return err
	}
	id, at := r.nodes[parts[1]].name(), r.nodes[parts[1]].off
	r.dropNodes(root)
	if r.answers != nil {
		if t, ok := r.answers(r.names.text(id), s); ok {
			r.add(t, off)
			return nil
		}
	}
	if m := &r.names.all[id]; m.local == 0 && m.kind == entryMany {
		t, err := r.constant(id, at, s)
		r.add(t, off)
		return err
	}
	t, err := r.symbol(id, at)
	if err == nil && r.st.Sort(t) != s {
		err = r.errorOff(off, "%s has sort %s", r.names.text(id), r.st.SortString(r.st.Sort(t)))
	}
	r.add(t, off)
	return err
}

// let reads up to the first binding and pushes a frame.
func (r *Reader) let(off uint32) error {
	if err := r.next(); err != nil {
		return err
	}
	if r.tok.kind != tokenOpen {
		return r.errorOff(off, "malformed let")
	}
	r.open(frameLet, 0, 0, off)
	return nil
}

// special handles the present token, which is not a closing parenthesis, if it begins
// something other than a term. It reports whether it did.
func (r *Reader) special(f *frame) (done bool, err error) {
	one := uint32(len(r.vals)) > f.base // or more
	switch f.kind {
	case frameLet:
		return true, r.binding()
	case frameBinding:
		if one {
			return false, r.errorOff(f.at, "malformed binding")
		}
	case frameLetBody:
		if one {
			return false, r.errorOff(f.at, "malformed let")
		}
	case frameQuant, frameLambda:
		if one {
			return false, r.errorOff(f.at, "malformed quantifier")
		}
	case frameBang:
		b := &r.binders[len(r.binders)-1]
		switch {
		case b.avoid && r.tok.kind != tokenKeyword:
			b.avoid = false
			return false, nil
		case !one && r.tok.kind != tokenKeyword:
			return false, nil
		case !one:
			return false, r.errorOff(f.at, "malformed annotation")
		case r.tok.kind != tokenKeyword:
			return false, r.errorOff(r.tok.off, "a keyword is expected")
		}
		return true, r.attribute()
	}
	return false, nil
}

// letName is the name that a let binds, and where its binding begins.
type letName struct {
	name nameID
	off  uint32
}

// binding reads a binding of a let up to its value.
func (r *Reader) binding() error {
	off := r.tok.off
	if r.tok.kind != tokenOpen {
		return r.errorOff(off, "malformed binding")
	}
	if err := r.next(); err != nil {
		return err
	}
	if r.tok.kind != tokenSymbol {
		return r.errorOff(off, "malformed binding")
	}
	r.open(frameBinding, 0, uint32(r.tok.name), off)
	return r.next()
}

// startLetBody binds the values of a let before its body.
func (r *Reader) startLetBody(f *frame) error {
	values := r.vals[f.base:]
	names := r.letNames[len(r.letNames)-len(values):]
	outside := len(r.locals)
	f.kind, f.ref = frameLetBody, uint32(outside)
	for k, t := range values {
		if int(r.names.all[names[k].name].local) > outside {
			return r.errorOff(names[k].off, "%s is bound twice", r.names.text(names[k].name))
		}
		r.bind(names[k].name, t)
	}
	r.letNames = r.letNames[:len(r.letNames)-len(values)]
	r.drop(f.base)
	return nil
}

// quantifier reads the bound variables and pushes a frame.
func (r *Reader) quantifier(off uint32, op opcode) error {
	name := r.names.text(r.tok.name)
	if err := r.next(); err != nil {
		return err
	}
	if r.tok.kind != tokenOpen {
		return r.errorOff(off, "malformed %s", name)
	}
	list, err := r.expr()
	if err != nil {
		return err
	}
	if r.nodes[list].next == list+1 {
		return r.errorOff(off, "malformed %s", name)
	}
	outside := uint32(len(r.locals))
	vars, err := r.bindVars(list)
	if err != nil {
		return err
	}
	r.dropNodes(list)
	kind := frameQuant
	if op == opLambda {
		kind = frameLambda
		if len(vars) != 1 {
			return r.errorOff(off, "unsupported: lambda with %d variables", len(vars))
		}
	}
	r.open(kind, op, outside, off)
	r.binders = append(r.binders, binder{vars: vars})
	return nil
}

// attribute reads a keyword of an annotation and its value, if it has one.
func (r *Reader) attribute() error {
	b := &r.binders[len(r.binders)-1]
	keyword := string(r.text(r.tok.off, r.tok.end))
	if err := r.next(); err != nil {
		return err
	}
	isLabel := keyword == ":lblpos" || keyword == ":lblneg"
	switch {
	case isLabel && r.tok.kind != tokenSymbol && r.tok.kind != tokenNumeral:
		return r.errorOff(r.tok.off, "the name of a label is expected")
	case isLabel:
		b.labels = append(b.labels, labelName{r.tokenText(), keyword == ":lblpos"})
	case keyword == ":named":
		if r.tok.kind != tokenSymbol {
			return r.errorOff(r.tok.off, "a symbol is expected")
		}
		b.named, b.namedAt = r.tok.name, r.tok.off
	case keyword == ":interpolation-group" && r.tok.kind == tokenSymbol:
		b.group = r.tokenText()
	case keyword == ":pattern":
		if r.tok.kind != tokenOpen {
			return r.errorOff(r.tok.off, "a list of terms is expected")
		}
		r.open(framePattern, 0, 0, r.tok.off)
	case r.tok.kind == tokenKeyword || r.tok.kind == tokenClose:
		return nil // without a value
	case keyword == ":no-pattern":
		b.avoid, b.patterns = true, append(b.patterns, noPattern)
		return nil
	default:
		root, err := r.expr()
		if err != nil {
			return err
		}
		switch keyword {
		case ":qid":
			b.qid = r.value(root)
		case ":weight":
			n, err := strconv.ParseUint(r.value(root), 10, 64)
			if err != nil {
				return r.errorOff(r.nodes[root].off, "a numeral is expected")
			}
			b.weight = term.NewWeight(n)
		}
		r.dropNodes(root)
	}
	return r.next()
}
