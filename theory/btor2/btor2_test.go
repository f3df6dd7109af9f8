package btor2

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// TestReadErrors reads what is malformed: each text has one error, at the place of the word ⟨.
func TestReadErrors(t *testing.T) {
	const head = "1 sort bitvec 1\n2 sort bitvec 8\n3 sort array 1 2\n4 state 2 s\n5 state 3\n6 input 1\n"
	for _, c := range []struct{ line, want string }{
		{"⟨0 one 1", "identifiers begin at 1"},
		{"⟨-7 one 1", `an identifier is expected, not "-7"`},
		{"⟨x one 1", `an identifier is expected, not "x"`},
		{"⟨7x one 1", `an identifier is expected, not "7x"`},
		{"⟨99999999999999999999 one 1", "the identifier 99999999999999999999 is too large"},
		{"⟨4 one 1", "4 is already a state"},
		{"7⟨", "what 7 is is missing"},
		{"7 ⟨adder 2 4 4", `unknown operator "adder"`},
		{"7 ⟨fair 6", "unsupported: fair; only bad states are searched"},
		{"7 ⟨justice 1 6", "unsupported: justice; only bad states are searched"},
		{"7 sort ⟨bool", `bitvec or array is expected, not "bool"`},
		{"7 sort bitvec⟨", "a width is missing"},
		{"7 sort bitvec ⟨0", "a width is at least 1"},
		{"7 sort bitvec ⟨-1", `a width is expected, not "-1"`},
		{"7 sort bitvec ⟨65536", "unsupported: a width above 65535"},
		{"7 sort bitvec ⟨99999999999999999999", "unsupported: a width above 65535"},
		{"7 sort array 1 ⟨3", "unsupported: arrays as elements"},
		{"7 sort array ⟨3 1", "unsupported: arrays as indices"},
		{"7 sort array 1 ⟨4", "4 is a state, not a sort"},
		{"7 input ⟨9", "the sort 9 is not defined"},
		{"7 one ⟨3", "a constant has a sort of bit-vectors, not array of bitvec 8 indexed by bitvec 1"},
		{"7 const 2 ⟨0101", "4 digits do not make bitvec 8"},
		{"7 const 2 ⟨00000002", `a number in base 2 is expected, not "00000002"`},
		{"7 const 2 ⟨-1010101", `a number in base 2 is expected, not "-1010101"`},
		{"7 constd 2 ⟨-", `a number in base 10 is expected, not "-"`},
		{"7 constd 2 ⟨256", "256 does not fit bitvec 8"},
		{"7 constd 2 ⟨-129", "-129 does not fit bitvec 8"},
		{"7 consth 2 ⟨1ff", "1ff does not fit bitvec 8"},
		{"7 consth 2⟨", "a number is missing"},
		{"7 add 2 4⟨", "an operand is missing"},
		{"7 add 2 4 ⟨8", "the operand 8 is not defined"},
		{"7 add 2 4 ⟨7", "the operand 7 is not defined"},
		{"7 add 2 4 ⟨2", "2 is a sort, not an expression"},
		{"7 add 2 4 ⟨6", "operand 2 of add has the sort bitvec 1; bitvec 8 is expected"},
		{"7 add ⟨3 5 5", "the result of add has the sort array of bitvec 8 indexed by bitvec 1; a bit-vector is expected"},
		{"7 not 2 ⟨-5", "an array has no complement"},
		{"7 eq ⟨2 4 4", "the result of eq has the sort bitvec 8; bitvec 1 is expected"},
		{"7 eq 1 4 ⟨5", "operand 2 of eq has the sort array of bitvec 8 indexed by bitvec 1; bitvec 8 is expected"},
		{"7 ult 1 ⟨5 5", "operand 1 of ult has the sort array of bitvec 8 indexed by bitvec 1; bitvec 8 is expected"},
		{"7 and 1 6 ⟨4", "operand 2 of and has the sort bitvec 8; bitvec 1 is expected"},
		{"7 iff 1 6 ⟨4", "operand 2 of iff has the sort bitvec 8; bitvec 1 is expected"},
		{"7 concat 2 ⟨4 6", "operand 1 of concat has the sort bitvec 8; the result is no wider"},
		{"7 concat 2 6 ⟨6", "operand 2 of concat has the sort bitvec 1; bitvec 7 is expected"},
		{"7 slice 1 4 ⟨8 8", "there is no bit 8 in bitvec 8"},
		{"7 slice 1 4 3 ⟨4", "the lower bit 4 is above the upper bit 3"},
		{"7 slice 1 4 3 ⟨2", "bits 2 to 3 do not make bitvec 1"},
		{"7 sext 2 6 ⟨6", "6 more bits of bitvec 1 do not make bitvec 8"},
		{"7 uext 2 ⟨5 1", "the operand has the sort array of bitvec 8 indexed by bitvec 1, not one of bit-vectors"},
		{"7 read 2 5 ⟨4", "operand 2 of read has the sort bitvec 8; bitvec 1 is expected"},
		{"7 read 1 ⟨5 6", "operand 1 of read has the sort array of bitvec 8 indexed by bitvec 1; array of bitvec 1 indexed by bitvec 1 is expected"},
		{"7 write ⟨2 5 6 4", "the result of write has the sort bitvec 8; an array is expected"},
		{"7 write 3 5 6 ⟨6", "operand 3 of write has the sort bitvec 1; bitvec 8 is expected"},
		{"7 ite 2 ⟨4 4 4", "operand 1 of ite has the sort bitvec 8; bitvec 1 is expected"},
		{"7 init 2 ⟨6 6", "the operand has the sort bitvec 1, not bitvec 8"},
		{"7 init 1 ⟨6 6", "a state is expected"},
		{"7 init 2 4 ⟨4", "an initial value must be defined before its state"},
		{"7 next 2 4 4\n8 next 2 ⟨4 4", "the state has two next functions"},
		{"7 next 3 5 ⟨4", "the operand has the sort bitvec 8, not array of bitvec 8 indexed by bitvec 1"},
		{"7 uext 2 6 7\n8 state 2\n9 init 2 8 ⟨7", "an initial value must not depend on inputs"},
		{"7 bad ⟨4", "the operand has the sort bitvec 8, not bitvec 1"},
		{"7 bad 6 b ⟨c", `unexpected "c" after the symbol`},
		{"7 bad 6 b⟨\x01", "unexpected byte 0x01"},
	} {
		before, after, _ := strings.Cut(head+c.line, "⟨")
		_, err := Read(strings.NewReader(before+after), "f")
		line := 1 + strings.Count(before, "\n")
		want := fmt.Sprintf("f:%d:%d: %s", line, len(before)-strings.LastIndex(before, "\n"), c.want)
		if err == nil || err.Error() != want {
			t.Errorf("%s:\n%v\n%s", c.line, err, want)
		}
	}
}

// TestRead reads what is unusual but legal.
func TestRead(t *testing.T) {
	const text = "; only a comment\r\n\n  90 sort bitvec 1 ; out of order\n7\tsort bitvec 4\r\n8 sort array 7 90 memory\n" +
		"10 const 7 1010\n11 constd 7 -8 least\n12 consth 7 0F\n13 state 7 a:b[0].c; ; d\n14 init 7 13 -11\n" +
		"15 state 8\n16 zero 90\n17 input 90 clk\n18 output 17\n20 eq 90 -13 11\n21 bad -20 safe ; why\n22 constraint 17 ;\n23 ne 90 10 12"
	sys, err := Read(strings.NewReader(text), "f")
	if err != nil {
		t.Fatal(err)
	}
	if sys.Bads() != 1 || sys.Constraints() != 1 || len(sys.Inputs()) != 1 || len(sys.States()) != 2 || sys.Nodes() != 9 {
		t.Errorf("%d bad states, %d constraints, %d inputs, %d states, %d nodes", sys.Bads(), sys.Constraints(), len(sys.Inputs()), len(sys.States()), sys.Nodes())
	}
	if x := sys.States()[0]; x.Symbol != "a:b[0].c;" || x.Free(0) || !x.Free(1) {
		t.Errorf("state %+v", x)
	}
}

// TestOperators compares the two meanings of each operator, as a term and in simulations, on
// all values up to width 3 and some wider ones.
func TestOperators(t *testing.T) {
	st := term.NewStore()
	m := model.New(st, model.Options{})
	for o, info := range infos {
		switch info.shape {
		case shapeNone, shapeRead, shapeWrite:
			continue
		}
		for w := 1; w <= 3; w++ {
			each(st, op(o), w, func(n *node, args []model.Value) { compare(t, st, m, n, args) })
		}
	}
}

// each calls yield with all values of an operator's operands.
func each(st *term.Store, o op, w int, yield func(n *node, args []model.Value)) {
	count, bits := infos[o].args, [3]int{w, w, w}
	n := &node{op: o, sort: Sort{Width: w}, nargs: uint8(count)}
	switch infos[o].shape {
	case shapeReduce, shapeCompare, shapeEqual:
		n.sort = bitSort
	case shapeBits:
		n.sort, bits = bitSort, [3]int{1, 1, 1}
	case shapeConcat:
		bits[1] = 2
		n.sort.Width = w + 2
	case shapeIte:
		bits[0] = 1
	}
	for x := range 1 << (bits[0] + bits[1] + bits[2]) {
		args := make([]model.Value, count)
		for k := range args {
			args[k] = model.Bits(st, st.BitVecSort(bits[k]), num.FromInt64(int64(x)))
			x >>= bits[k]
		}
		yield(n, args)
	}
}

// compare compares the two meanings of an expression.
func compare(t *testing.T, st *term.Store, m *model.Model, n *node, args []model.Value) {
	t.Helper()
	terms := make([]term.Term, len(args))
	for k, a := range args {
		terms[k], _ = a.Term(st)
	}
	want, err := m.Eval(lower(st, n, terms))
	if err != nil {
		t.Fatal(err)
	}
	s := &simulation{st: st}
	if got := s.apply(n, args); !got.Equal(want) {
		t.Errorf("%v of %v is %v, but the term is %v", n.op, args, got, want)
	}
}

func answer(t *testing.T, text string, opt Options) Answer {
	t.Helper()
	sys, err := Read(strings.NewReader(text), "f")
	if err != nil {
		t.Fatal(err)
	}
	return Check(context.Background(), sys, opt)
}

// A witness has no defaults of arrays: a memory that is 1 everywhere is listed if it is small,
// and otherwise the answer is unknown unless a listed element makes the difference.
func TestArrayDefaults(t *testing.T) {
	const text = `1 sort bitvec 1
2 sort bitvec %d
3 sort array 2 1
4 one 1
5 state 3 ones
6 init 3 5 4
7 state 3 mem
8 zero 2
9 read 1 7 8
10 eq 1 5 7
11 ite 1 %s 9 10
12 bad 11
`
	for _, c := range []struct {
		width int
		part  string
		want  sat.Status
		kind  reason.Kind
	}{
		{3, "-4", sat.Sat, reason.None},
		{20, "-4", sat.Unknown, reason.Unsupported},
		{20, "4", sat.Sat, reason.None},
	} {
		a := answer(t, fmt.Sprintf(text, c.width, c.part), Options{Depth: 1})
		if a.Status != c.want || a.Reason.Kind != c.kind {
			t.Errorf("%+v: %v, %v", c, a.Status, a.Reason)
		}
	}
}

// TestDeep unrolls a chain of a hundred thousand nodes, and one step of another per transition.
func TestDeep(t *testing.T) {
	var b strings.Builder
	b.WriteString("1 sort bitvec 32\n2 sort bitvec 1\n3 zero 1\n4 state 1\n5 init 1 4 3\n6 input 1\n")
	const n = 100_000
	for k := range n {
		fmt.Fprintf(&b, "%d add 1 %d %d\n", 7+k, 6+k, 4+k%3%2*2)
	}
	fmt.Fprintf(&b, "%d next 1 4 %d\n%d eq 2 4 6\n%d bad -%d\n", n+8, n+6, n+9, n+10, n+9)
	if a := answer(t, b.String(), Options{Depth: 1}); a.Status != sat.Sat {
		t.Errorf("%v, %v", a.Status, a.Reason)
	}
}
