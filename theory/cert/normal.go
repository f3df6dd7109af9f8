package cert

import (
	"encoding/binary"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// node is a normal form, hash-consed. Terms with one normal form are equal in
// every model; the converse is not true, but normal forms are made strong
// enough that simplification (theory/rewrite) does not change them.
//
//   - Int, Real: a polynomial (OpAdd) in monomials, an atom, or a product of atoms
//     in order (OpMul). An Int converted to Real is itself. The remainder by a
//     numeral is x - k*(x div k), and OpDiv by a numeral has a primitive
//     polynomial with coefficients below the divisor.
//   - Bool: negation, conjunction (flat, in order), OpLe and OpEq with one
//     argument that is at most 0 or equal to 0, OpEq with two arguments.
//   - Bit-vectors: polynomials modulo a power of two (words.go); conjunctions and exclusive
//     disjunctions, flat and in order; concatenations and slices (bits.go).
//   - Arrays: a read looks through stores whose indices certainly differ.
//   - Quantifiers are universal, and their variables stand for themselves.
type node int32

type nodeData struct {
	op   term.Op
	tag  uint32 // symbol, sort of a constant array, bit-vector, lowest bit, variables of a quantifier
	sort term.Sort
	args []node
	poly *poly // of OpAdd, numerals included
}

// normalizer makes normal forms.
type normalizer struct {
	st    *term.Store
	nodes []nodeData
	ids   map[string]node
	memo  map[term.Term]node
	lists map[string]uint32 // variables of quantifiers
	key   []byte
	facts *facts // what is known, nil if nothing is
	tru   node
	fls   node

	dividing bool // inside a dividend under construction
	work     int  // monomials built for the present query
}

func newNormalizer(st *term.Store) *normalizer {
	z := &normalizer{st: st, ids: map[string]node{}, memo: map[term.Term]node{}, lists: map[string]uint32{}}
	z.tru = z.intern(nodeData{op: term.OpTrue, sort: term.Bool})
	z.fls = z.intern(nodeData{op: term.OpFalse, sort: term.Bool})
	return z
}

func (z *normalizer) intern(d nodeData) node {
	k := binary.AppendUvarint(z.key[:0], uint64(d.op))
	k = binary.AppendUvarint(k, uint64(d.tag))
	k = binary.AppendUvarint(k, uint64(d.sort))
	for _, a := range d.args {
		k = binary.AppendUvarint(k, uint64(a))
	}
	if d.poly != nil {
		for _, m := range d.poly.mons {
			k = append(binary.AppendUvarint(k, uint64(m.n)), '*')
			k = append(appendRat(k, m.k), ' ')
		}
		k = appendRat(k, d.poly.c)
	}
	z.key = k
	if n, ok := z.ids[string(k)]; ok {
		return n
	}
	n := node(len(z.nodes))
	z.nodes = append(z.nodes, d)
	z.ids[string(k)] = n
	return n
}

func appendRat(dst []byte, x num.Rat) []byte {
	dst = x.Num().Append(dst)
	if !x.IsInt() {
		dst = x.Den().Append(append(dst, '/'))
	}
	return dst
}

func (z *normalizer) truth(b bool) node {
	if b {
		return z.tru
	}
	return z.fls
}

// env binds variables of quantifiers.
type env struct {
	vars map[term.Term]node
	memo map[term.Term]node
}

// of returns the normal form of a term.
func (z *normalizer) of(t term.Term) node { return z.build(t, nil) }

// build returns the normal form of a term whose variables e binds.
func (z *normalizer) build(t term.Term, e *env) node {
	if e != nil && z.st.Ground(t) {
		e = nil
	}
	memo := z.memo
	if e != nil {
		memo = e.memo
		if n, ok := e.vars[t]; ok {
			return n
		}
	}
	if n, ok := memo[t]; ok {
		return n
	}
	n := z.make(t, e)
	memo[t] = n
	return n
}

func (z *normalizer) make(t term.Term, e *env) node {
	op, sort := z.st.Op(t), z.st.Sort(t)
	switch op {
	case term.OpNum, term.OpRat:
		v, _ := z.st.NumeralValue(t)
		return z.fromPoly(poly{c: v})
	case term.OpBound:
		return z.intern(nodeData{op: op, tag: uint32(t), sort: sort})
	case term.OpForall, term.OpExists:
		q := z.st.Quant(t)
		n := z.build(q.Body, e.without(q.Vars))
		if op == term.OpExists {
			return z.not(z.apply(term.OpForall, z.variables(q.Vars), sort, []node{z.not(n)}))
		}
		return z.apply(op, z.variables(q.Vars), sort, []node{n})
	}
	args := make([]node, z.st.NumArgs(t))
	for i, a := range z.st.Args(t) {
		args[i] = z.build(a, e)
	}
	var tag uint32
	switch op {
	case term.OpApp:
		tag = uint32(z.st.Sym(t))
	case term.OpEq, term.OpDistinct:
		tag = uint32(z.st.Sort(z.st.Arg(t, 0)))
	case term.OpConstArray:
		tag = uint32(sort)
	case term.OpBits:
		tag = uint32(t)
	case term.OpExtract:
		_, lo := z.st.ExtractBounds(t)
		tag = uint32(lo)
	}
	return z.apply(op, tag, sort, args)
}

// without returns e without the variables that a quantifier rebinds.
func (e *env) without(vars []term.Term) *env {
	if e == nil {
		return nil
	}
	hidden := false
	for _, v := range vars {
		_, ok := e.vars[v]
		hidden = hidden || ok
	}
	if !hidden {
		return e
	}
	d := &env{vars: map[term.Term]node{}, memo: map[term.Term]node{}}
	for v, n := range e.vars {
		d.vars[v] = n
	}
	for _, v := range vars {
		delete(d.vars, v)
	}
	return d
}

// variables returns the number of a quantifier's list of variables.
func (z *normalizer) variables(vars []term.Term) uint32 {
	var k []byte
	for _, v := range vars {
		k = binary.AppendUvarint(k, uint64(v))
	}
	id, ok := z.lists[string(k)]
	if !ok {
		id = uint32(len(z.lists))
		z.lists[string(k)] = id
	}
	return id
}

// apply returns the normal form of an operator applied to normal forms.
func (z *normalizer) apply(op term.Op, tag uint32, sort term.Sort, a []node) node {
	switch op {
	case term.OpTrue:
		return z.tru
	case term.OpFalse:
		return z.fls
	case term.OpNot:
		return z.not(a[0])
	case term.OpAnd:
		return z.and(a)
	case term.OpOr:
		return z.or(a)
	case term.OpEq:
		return z.equal(term.Sort(tag), a)
	case term.OpDistinct:
		return z.distinct(term.Sort(tag), a)
	case term.OpIte:
		return z.ite(a[0], a[1], a[2])
	case term.OpAdd:
		p := poly{}
		for _, x := range a {
			p = p.plus(z.poly(x), rat(1))
		}
		return z.fromPoly(p)
	case term.OpMul:
		n := a[0]
		for _, x := range a[1:] {
			n = z.times(n, x)
		}
		return n
	case term.OpLe:
		p := z.poly(a[0])
		if len(a) == 2 {
			p = p.plus(z.poly(a[1]), rat(-1))
		}
		return z.atMostZero(p)
	case term.OpDiv, term.OpMod:
		return z.division(op, a)
	case term.OpQuo:
		return z.fraction(a)
	case term.OpToReal:
		return a[0]
	case term.OpToInt:
		return z.toInt(a[0])
	case term.OpSelect:
		return z.read(a[0], a[1])
	case term.OpStore:
		return z.write(a[0], a[1], a[2])
	case term.OpBvToInt:
		if v, ok := z.value(a[0]); ok {
			return z.numeral(v)
		}
	case term.OpIntToBv:
		if p := z.poly(a[0]); len(p.mons) == 0 {
			return z.literal(z.st.Width(sort), p.c.Num())
		}
	case term.OpForall:
		if a[0] == z.tru || a[0] == z.fls {
			return a[0]
		}
	}
	if op > term.OpBits && op < term.OpBvToInt {
		return z.bits(op, tag, sort, a)
	}
	return z.decide(z.intern(nodeData{op: op, tag: tag, sort: sort, args: a}))
}

// decide returns what is known of a node.
func (z *normalizer) decide(n node) node {
	if z.facts != nil {
		return z.facts.decide(n)
	}
	return n
}

// Formulas.

func (z *normalizer) not(a node) node {
	switch {
	case a == z.tru:
		return z.fls
	case a == z.fls:
		return z.tru
	case z.nodes[a].op == term.OpNot:
		return z.nodes[a].args[0]
	}
	return z.intern(nodeData{op: term.OpNot, sort: term.Bool, args: []node{a}})
}

// longest bounds the length of what is flattened: conjunctions, and products of
// polynomials. Without it chains would take time quadratic in their length.
const longest = 200

// flat returns the arguments of an operator, and instead of those that it made theirs.
func (z *normalizer) flat(op term.Op, a []node) []node {
	var flat []node
	for _, x := range a {
		if z.nodes[x].op == op && len(z.nodes[x].args) <= longest {
			flat = append(flat, z.nodes[x].args...)
		} else {
			flat = append(flat, x)
		}
	}
	return flat
}

func (z *normalizer) and(a []node) node {
	flat := sortedSet(z.flat(term.OpAnd, a))
	kept := flat[:0]
	for _, x := range flat {
		switch {
		case x == z.fls:
			return z.fls
		case x != z.tru:
			kept = append(kept, x)
		}
	}
	for _, x := range kept {
		if z.nodes[x].op == term.OpNot && z.among(z.nodes[x].args[0], kept) {
			return z.fls
		}
	}
	switch len(kept) {
	case 0:
		return z.tru
	case 1:
		return kept[0]
	}
	return z.decide(z.intern(nodeData{op: term.OpAnd, sort: term.Bool, args: kept}))
}

// among reports whether x, or every member of x if that is a conjunction, is among
// the members of a conjunction.
func (z *normalizer) among(x node, members []node) bool {
	if contains(members, x) {
		return true
	}
	if z.nodes[x].op != term.OpAnd || len(z.nodes[x].args) > longest {
		return false
	}
	return !slices.ContainsFunc(z.nodes[x].args, func(y node) bool { return !contains(members, y) })
}

func (z *normalizer) or(a []node) node {
	b := make([]node, len(a))
	for i, x := range a {
		b[i] = z.not(x)
	}
	return z.not(z.and(b))
}

// equal returns a[0] = a[1], or a[0] = 0 (of numbers) if there is no a[1].
func (z *normalizer) equal(sort term.Sort, a []node) node {
	if isNumber(sort) {
		p := z.poly(a[0])
		if len(a) == 2 {
			p = p.plus(z.poly(a[1]), rat(-1))
		}
		return z.isZero(p)
	}
	x, y := min(a[0], a[1]), max(a[0], a[1])
	switch {
	case x == y:
		return z.tru
	case sort == term.Bool:
		return z.iff(x, y)
	case z.st.IsBitVec(sort):
		return z.equalWords(x, y)
	case z.st.IsArray(sort):
		for range 2 {
			if d := &z.nodes[x]; d.op == term.OpStore && d.args[0] == y {
				return z.equal(z.nodes[d.args[2]].sort, []node{z.read(y, d.args[1]), d.args[2]})
			}
			x, y = y, x
		}
		c, d := &z.nodes[x], &z.nodes[y]
		if c.op == term.OpConstArray && d.op == term.OpConstArray || c.op == term.OpStore && d.op == term.OpStore &&
			slices.Equal(c.args[:2], d.args[:2]) {
			v, w := c.args[len(c.args)-1], d.args[len(d.args)-1]
			return z.equal(z.nodes[v].sort, []node{v, w})
		}
	}
	return z.decide(z.intern(nodeData{op: term.OpEq, tag: uint32(sort), sort: term.Bool, args: []node{x, y}}))
}

func (z *normalizer) iff(a, b node) node {
	negated := false
	for _, x := range [2]*node{&a, &b} {
		if z.nodes[*x].op == term.OpNot {
			*x = z.nodes[*x].args[0]
			negated = !negated
		}
	}
	var n node
	switch {
	case a == b:
		n = z.tru
	case a == z.tru:
		n = b
	case b == z.tru:
		n = a
	case a == z.fls:
		n = z.not(b)
	case b == z.fls:
		n = z.not(a)
	default:
		n = z.decide(z.intern(nodeData{op: term.OpEq, tag: uint32(term.Bool), sort: term.Bool,
			args: []node{min(a, b), max(a, b)}}))
	}
	if negated {
		return z.not(n)
	}
	return n
}

func (z *normalizer) distinct(sort term.Sort, a []node) node {
	if sort == term.Bool && len(a) > 2 {
		return z.fls
	}
	var all []node
	for i, x := range a {
		for _, y := range a[i+1:] {
			all = append(all, z.not(z.equal(sort, []node{x, y})))
		}
	}
	return z.and(all)
}

func (z *normalizer) ite(c, a, b node) node {
	if z.nodes[c].op == term.OpNot {
		c, a, b = z.nodes[c].args[0], b, a
	}
	if d := &z.nodes[a]; d.op == term.OpIte && d.args[0] == c {
		a = d.args[1]
	}
	if d := &z.nodes[b]; d.op == term.OpIte && d.args[0] == c {
		b = d.args[2]
	}
	sort := z.nodes[a].sort
	if sort == term.Int {
		sort = z.nodes[b].sort // the wider one, of an integer and a Real
	}
	switch {
	case c == z.tru || a == b:
		return a
	case c == z.fls:
		return b
	case sort == term.Bool && (a == z.tru || a == c):
		return z.or([]node{c, b})
	case sort == term.Bool && (a == z.fls || a == z.not(c)):
		return z.and([]node{z.not(c), b})
	case sort == term.Bool && (b == z.tru || b == z.not(c)):
		return z.or([]node{z.not(c), a})
	case sort == term.Bool && (b == z.fls || b == c):
		return z.and([]node{c, a})
	case sort == term.Bool && a == z.not(b):
		return z.iff(c, a)
	case sort != term.Bool && z.equal(sort, []node{a, b}) == c:
		return b
	}
	return z.decide(z.intern(nodeData{op: term.OpIte, sort: sort, args: []node{c, a, b}}))
}

// Arrays.

func (z *normalizer) read(a, i node) node {
	for {
		d := &z.nodes[a]
		switch d.op {
		case term.OpConstArray:
			return d.args[0]
		case term.OpStore:
			j, v, base := d.args[1], d.args[2], d.args[0]
			if i == j {
				return v
			}
			if z.equal(z.nodes[i].sort, []node{i, j}) == z.fls {
				a = base
				continue
			}
		}
		_, elm := z.st.ArraySorts(z.nodes[a].sort)
		return z.decide(z.intern(nodeData{op: term.OpSelect, sort: elm, args: []node{a, i}}))
	}
}

func (z *normalizer) write(a, i, v node) node {
	if d := &z.nodes[a]; d.op == term.OpStore && d.args[1] == i {
		a = d.args[0]
	}
	if z.read(a, i) == v {
		return a
	}
	return z.decide(z.intern(nodeData{op: term.OpStore, sort: z.nodes[a].sort, args: []node{a, i, v}}))
}
