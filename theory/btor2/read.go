package btor2

import (
	"bufio"
	"io"
	"math/big"
	"strconv"
	"strings"
	"unicode"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// reader reads a file.
type reader struct {
	scanner
	sys   System
	sorts map[int64]Sort
	nodes map[int64]int32 // expressions by identifier
	ids   map[int64]op    // what each identifier is
}

// Read reads a system. Its errors are of type *Error, but for those of in.
func Read(in io.Reader, file string) (*System, error) {
	r := &reader{
		scanner: scanner{in: bufio.NewReaderSize(in, 1<<16), file: file, line: 1, col: 1},
		sys:     System{nodes: make([]node, 1), leaf: make([]int32, 1)},
		sorts:   map[int64]Sort{}, nodes: map[int64]int32{}, ids: map[int64]op{},
	}
	for {
		some, err := r.scan()
		if err != nil {
			return nil, err
		}
		if some {
			err = r.readLine()
		}
		if err != nil {
			return nil, err
		}
		if r.ended() {
			return &r.sys, r.err
		}
		r.next() // the line feed
	}
}

// want reads a word that must be there.
func (r *reader) want(what string) error {
	some, err := r.scan()
	if err == nil && !some {
		err = r.fail("%s is missing", what)
	}
	return err
}

// readLine reads a line, whose first word is the present one.
func (r *reader) readLine() error {
	id, err := r.identifier("an identifier", false)
	if err != nil {
		return err
	}
	if o, ok := r.ids[id]; ok {
		return r.fail("%d is already a %v", id, o)
	}
	if err := r.want("what " + strconv.FormatInt(id, 10) + " is"); err != nil {
		return err
	}
	o, ok := opsByName[string(r.word)]
	if !ok {
		return r.fail("unknown operator %q", cut(r.word))
	}
	n := node{op: o}
	switch o {
	case opFair, opJustice:
		return r.fail("unsupported: %v; only bad states are searched", o)
	case opSort:
		err = r.readSort(id)
	case opInit, opNext:
		err = r.readFunction(o)
	case opBad, opConstraint, opOutput:
		err = r.readProperty(o)
	default:
		if n.sort, err = r.sort(); err == nil {
			err = r.readNode(&n)
		}
	}
	if err != nil {
		return err
	}
	r.ids[id] = o
	symbol, err := r.symbol()
	if err != nil {
		return err
	}
	r.define(id, n, symbol)
	return nil
}

// define makes an expression the meaning of an identifier.
func (r *reader) define(id int64, n node, symbol string) {
	at := int32(len(r.sys.nodes))
	leaf := int32(0)
	switch n.op {
	case opSort, opInit, opNext, opOutput:
		return
	case opBad:
		r.sys.bads[len(r.sys.bads)-1].name = symbol
		return
	case opConstraint:
		r.sys.constraints[len(r.sys.constraints)-1].name = symbol
		return
	case opInput:
		leaf = int32(len(r.sys.inputs))
		r.sys.inputs = append(r.sys.inputs, Leaf{Symbol: symbol, Sort: n.sort, node: at})
	case opState:
		leaf = int32(len(r.sys.states))
		r.sys.states = append(r.sys.states, Leaf{Symbol: symbol, Sort: n.sort, node: at})
	}
	n.open = n.op == opInput
	for _, a := range n.args[:n.nargs] {
		n.open = n.open || r.sys.nodes[a.node()].open
	}
	r.nodes[id] = at
	r.sys.nodes = append(r.sys.nodes, n)
	r.sys.leaf = append(r.sys.leaf, leaf)
}

// symbol reads the symbol at the end of a line, if there is one.
func (r *reader) symbol() (string, error) {
	some, err := r.scan()
	if err != nil || !some {
		return "", err
	}
	symbol := string(r.word)
	if some, err = r.scan(); err == nil && some {
		err = r.fail("unexpected %q after the symbol", cut(r.word))
	}
	return symbol, err
}

// cut shortens a word for a message.
func cut(word []byte) []byte {
	const most = 40
	if len(word) > most {
		return append(append([]byte{}, word[:most]...), "..."...)
	}
	return word
}

// identifier reads the present word as an identifier, perhaps negated.
func (r *reader) identifier(what string, signed bool) (int64, error) {
	id, err := strconv.ParseInt(string(r.word), 10, 64)
	first := r.word[0]
	if signed && first == '-' && len(r.word) > 1 {
		first = r.word[1]
	}
	switch {
	case first < '0' || first > '9':
		return 0, r.fail("%s is expected, not %q", what, cut(r.word))
	case err != nil && len(r.word) > 18:
		return 0, r.fail("the identifier %s is too large", cut(r.word))
	case err != nil:
		return 0, r.fail("%s is expected, not %q", what, cut(r.word))
	case id == 0:
		return 0, r.fail("identifiers begin at 1")
	}
	return id, nil
}

// number reads a number up to the largest width; an index of a bit-vector cannot be larger.
func (r *reader) number(what string) (int, error) {
	if err := r.want(what); err != nil {
		return 0, err
	}
	for _, c := range r.word {
		if c < '0' || c > '9' {
			return 0, r.fail("%s is expected, not %q", what, cut(r.word))
		}
	}
	n, err := strconv.ParseUint(string(r.word), 10, 32)
	if err != nil || n > term.MaxWidth {
		return 0, r.fail("unsupported: %s above %d", what, term.MaxWidth)
	}
	return int(n), nil
}

// sort reads the identifier of a sort.
func (r *reader) sort() (Sort, error) {
	if err := r.want("a sort"); err != nil {
		return Sort{}, err
	}
	id, err := r.identifier("a sort", false)
	if err != nil {
		return Sort{}, err
	}
	s, ok := r.sorts[id]
	if o, other := r.ids[id]; !ok && other {
		return s, r.fail("%d is a %v, not a sort", id, o)
	}
	if !ok {
		return s, r.fail("the sort %d is not defined", id)
	}
	return s, nil
}

// readSort reads what a sort is.
func (r *reader) readSort(id int64) error {
	if err := r.want("bitvec or array"); err != nil {
		return err
	}
	switch string(r.word) {
	case "bitvec":
		w, err := r.number("a width")
		if err == nil && w == 0 {
			err = r.fail("a width is at least 1")
		}
		r.sorts[id] = Sort{Width: w}
		return err
	case "array":
		index, err := r.sort()
		if err == nil && index.Index > 0 {
			err = r.fail("unsupported: arrays as indices")
		}
		if err != nil {
			return err
		}
		element, err := r.sort()
		if err == nil && element.Index > 0 {
			err = r.fail("unsupported: arrays as elements")
		}
		r.sorts[id] = Sort{Width: element.Width, Index: index.Width}
		return err
	}
	return r.fail("bitvec or array is expected, not %q", cut(r.word))
}

// operand reads the identifier of an expression.
func (r *reader) operand() (ref, error) {
	if err := r.want("an operand"); err != nil {
		return 0, err
	}
	id, err := r.identifier("an operand", true)
	if err != nil {
		return 0, err
	}
	at, ok := r.nodes[max(id, -id)]
	switch o, other := r.ids[max(id, -id)]; {
	case !ok && other:
		return 0, r.fail("%d is a %v, not an expression", max(id, -id), o)
	case !ok:
		return 0, r.fail("the operand %d is not defined", max(id, -id))
	case id > 0:
		return ref(at), nil
	case r.sys.nodes[at].sort.Index > 0:
		return 0, r.fail("an array has no complement")
	}
	return -ref(at), nil
}

// operandOf reads an operand of a sort.
func (r *reader) operandOf(want Sort) (ref, error) {
	a, err := r.operand()
	if err == nil && r.sys.nodes[a.node()].sort != want {
		err = r.fail("the operand has the sort %v, not %v", r.sys.nodes[a.node()].sort, want)
	}
	return a, err
}

// operandBits reads an operand that must be a bit-vector.
func (r *reader) operandBits() (ref, Sort, error) {
	a, err := r.operand()
	s := r.sys.nodes[a.node()].sort
	if err == nil && s.Index > 0 {
		err = r.fail("the operand has the sort %v, not one of bit-vectors", s)
	}
	return a, s, err
}

// readProperty reads a bad state, a constraint or an output.
func (r *reader) readProperty(o op) error {
	if o == opOutput {
		_, err := r.operand()
		return err
	}
	a, err := r.operandOf(bitSort)
	if o == opBad {
		r.sys.bads = append(r.sys.bads, property{at: a})
	} else {
		r.sys.constraints = append(r.sys.constraints, property{at: a})
	}
	return err
}

// readFunction reads the initial value or the next one of a state.
func (r *reader) readFunction(o op) error {
	sort, err := r.sort()
	if err != nil {
		return err
	}
	x, err := r.operandOf(sort)
	if err != nil {
		return err
	}
	if x < 0 || r.sys.nodes[x].op != opState {
		return r.fail("a state is expected")
	}
	l := &r.sys.states[r.sys.leaf[x]]
	if o == opInit && l.init != 0 || o == opNext && l.next != 0 {
		return r.fail("the state has two %v functions", o)
	}
	v, err := r.operand()
	if err != nil {
		return err
	}
	got := r.sys.nodes[v.node()].sort
	if o == opInit && sort.Index > 0 && got == (Sort{Width: sort.Width}) {
		got = sort // all elements begin with it
	}
	if got != sort {
		return r.fail("the operand has the sort %v, not %v", got, sort)
	}
	if o == opNext {
		l.next = v
		return nil
	}
	if v.node() >= x.node() {
		return r.fail("an initial value must be defined before its state")
	}
	if r.sys.nodes[v.node()].open {
		return r.fail("an initial value must not depend on inputs")
	}
	l.init = v
	return nil
}

// readNode reads an expression after its sort.
func (r *reader) readNode(n *node) error {
	switch n.op {
	case opInput, opState:
		return nil
	case opOne, opOnes, opZero, opConst, opConstd, opConsth:
		if n.sort.Index > 0 {
			return r.fail("a constant has a sort of bit-vectors, not %v", n.sort)
		}
		return r.readConstant(n)
	case opSext, opUext, opSlice:
		return r.readIndexed(n)
	}
	return r.readApplication(n)
}

// readConstant reads the value of a constant.
func (r *reader) readConstant(n *node) error {
	one := big.NewInt(1)
	switch n.op {
	case opOne:
		n.val = num.FromInt64(1)
		return nil
	case opOnes:
		all := new(big.Int).Lsh(one, uint(n.sort.Width))
		n.val = num.FromBig(all.Sub(all, one))
		return nil
	case opZero:
		return nil
	}
	if err := r.want("a number"); err != nil {
		return err
	}
	v, err := r.value(n)
	if err != nil {
		return err
	}
	n.val = num.FromBig(v)
	return nil
}

// value returns the unsigned value of a constant, whose digits are the present word.
func (r *reader) value(n *node) (*big.Int, error) {
	base, perDigit := 2, 1 // whole bits that a digit has
	switch n.op {
	case opConstd:
		base, perDigit = 10, 3
	case opConsth:
		base, perDigit = 16, 4
	}
	digits := string(r.word)
	if n.op == opConstd {
		digits = strings.TrimPrefix(digits, "-")
	}
	for _, c := range digits {
		if d := strings.IndexRune("0123456789abcdef", unicode.ToLower(c)); d < 0 || d >= base {
			return nil, r.fail("a number in base %d is expected, not %q", base, cut(r.word))
		}
	}
	if digits == "" {
		return nil, r.fail("a number in base %d is expected, not %q", base, cut(r.word))
	}
	if n.op == opConst && len(digits) != n.sort.Width {
		return nil, r.fail("%d digits do not make %v", len(digits), n.sort)
	}
	digits = strings.TrimLeft(digits, "0")
	v, whole := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(n.sort.Width))
	if perDigit*(len(digits)-1) <= n.sort.Width && len(digits) > 0 {
		v.SetString(digits, base)
	} else if len(digits) > 0 {
		v.Set(whole)
	}
	most := new(big.Int).Sub(whole, big.NewInt(1))
	if r.word[0] == '-' {
		most.Rsh(whole, 1)
	}
	if v.Cmp(most) > 0 {
		return nil, r.fail("%s does not fit %v", cut(r.word), n.sort)
	}
	if r.word[0] == '-' && v.Sign() > 0 {
		v.Sub(whole, v)
	}
	return v, nil
}

// readIndexed reads an extension or a slice.
func (r *reader) readIndexed(n *node) error {
	a, from, err := r.operandBits()
	if err != nil {
		return err
	}
	n.args[0], n.nargs = a, 1
	if n.op != opSlice {
		k, err := r.number("a number of bits")
		if err == nil && n.sort != (Sort{Width: from.Width + k}) {
			err = r.fail("%d more bits of %v do not make %v", k, from, n.sort)
		}
		return err
	}
	hi, err := r.number("an upper bit")
	if err == nil && hi >= from.Width {
		err = r.fail("there is no bit %d in %v", hi, from)
	}
	if err != nil {
		return err
	}
	lo, err := r.number("a lower bit")
	switch {
	case err != nil:
		return err
	case lo > hi:
		return r.fail("the lower bit %d is above the upper bit %d", lo, hi)
	case n.sort != (Sort{Width: hi - lo + 1}):
		return r.fail("bits %d to %d do not make %v", lo, hi, n.sort)
	}
	n.hi, n.lo = int32(hi), int32(lo)
	return nil
}

// readApplication reads the operands of an operator.
func (r *reader) readApplication(n *node) error {
	info := &infos[n.op]
	if err := r.wantResult(n); err != nil {
		return err
	}
	n.nargs = uint8(info.args)
	var first Sort
	for i := range info.args {
		a, err := r.operand()
		if err != nil {
			return err
		}
		n.args[i] = a
		got := r.sys.nodes[a.node()].sort
		if i == 0 {
			first = got
		}
		if why := fits(n, i, got, first); why != "" {
			return r.fail("operand %d of %v has the sort %v; %s", i+1, n.op, got, why)
		}
	}
	return nil
}

// wantResult checks the sort of an application.
func (r *reader) wantResult(n *node) error {
	want := ""
	switch s := infos[n.op].shape; {
	case s == shapeReduce || s == shapeCompare || s == shapeEqual || s == shapeBits:
		if n.sort != bitSort {
			want = "bitvec 1"
		}
	case s == shapeWrite:
		if n.sort.Index == 0 {
			want = "an array"
		}
	case s != shapeIte && n.sort.Index > 0:
		want = "a bit-vector"
	}
	if want != "" {
		return r.fail("the result of %v has the sort %v; %s is expected", n.op, n.sort, want)
	}
	return nil
}

// fits says what is wrong with an operand's sort, if anything.
func fits(n *node, i int, got, first Sort) string {
	want := n.sort
	switch infos[n.op].shape {
	case shapeReduce:
		want = Sort{Width: got.Width}
	case shapeCompare:
		want = Sort{Width: first.Width}
	case shapeEqual:
		want = first
	case shapeConcat:
		if i == 0 && got.Width < n.sort.Width {
			want = Sort{Width: got.Width}
		} else {
			want = Sort{Width: n.sort.Width - first.Width}
		}
		if i == 0 && got.Width >= n.sort.Width {
			return "the result is no wider"
		}
	case shapeRead:
		if i == 0 {
			want = Sort{Width: n.sort.Width, Index: max(got.Index, 1)}
		} else {
			want = Sort{Width: first.Index}
		}
	case shapeIte:
		if i == 0 {
			want = bitSort
		}
	case shapeWrite:
		want = [3]Sort{n.sort, {Width: n.sort.Index}, {Width: n.sort.Width}}[i]
	}
	if got != want {
		return want.String() + " is expected"
	}
	return ""
}
