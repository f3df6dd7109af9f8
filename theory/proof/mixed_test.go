package proof

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muster-smt/muster/bv/aig"
)

// TestGatesAmongFormulas: gates may stand among formulas, as what their circuits and inputs say.
func TestGatesAmongFormulas(t *testing.T) {
	const prefix = Header + `
S 4 bits 2
S 5 "u"
F 1 "x" 4
F 2 "y" 4
F 3 "p" 1
F 4 "e" 5
T 3 app 1
T 4 app 2
T 5 bvule 3 4
T 6 = 3 4
T 7 app 3
T 8 app 4
T 9 bvule 4 3
C 3
C 4
c 5
c 6
`
	k := NewChecker(strings.NewReader(prefix))
	for _, err := range k.Events() {
		if err != nil {
			t.Fatal(err)
		}
	}
	gate := func(l aig.Lit) string {
		if l.IsNeg() {
			return fmt.Sprintf("-g%d", l.Node()+1)
		}
		return fmt.Sprintf("g%d", l.Node()+1)
	}
	out := k.gates.word(k.terms[5])[0]
	x0 := k.gates.word(k.terms[3])[0]
	and := aig.Lit(0)
	for n := range uint32(k.gates.g.Len()) {
		if k.gates.g.Kind(n) == aig.And {
			and = aig.Lit(n) << 1
		}
	}
	in := k.gates.g.Fanins(and.Node())
	for _, c := range []struct {
		name, lines, want string
	}{
		{"a formula is its gate", "e 1 -5 " + gate(out) + " 0\ne 2 5 " + gate(out.Not()) + " 0\n", ""},
		{"it is not the negation", "e 1 5 " + gate(out) + " 0\n", "does not follow from the definition"},
		{"nor both", "e 1 -5 " + gate(out.Not()) + " 0\n", "does not follow from the definition"},
		{"another formula", "e 1 -6 " + gate(out) + " 0\n", "does not follow from the definition"},
		{"a formula without a circuit", "e 1 -7 " + gate(x0) + " 0\n", "does not follow from the definition"},
		{"a formula that could have one", "e 1 -9 " + gate(out) + " 0\n", "does not follow from the definition"},
		{"a formula among gates", "e 1 " + gate(out) + " 7 0\n", "does not follow from the definition"},
		{"a gate of gates", "e 1 " + gate(and.Not()) + " " + gate(in[0]) + " 0\n", ""},
		{"with a wrong sign", "e 1 " + gate(and.Not()) + " " + gate(in[0].Not()) + " 0\n", "does not follow from the definition"},
		{"an input has no definition", "e 1 " + gate(x0) + " 0\n", "does not follow from the definition"},
		{"resolved", "e 1 -5 " + gate(out) + " 0\ne 2 5 " + gate(out.Not()) + " 0\nl 3 5 -5 0 1 2 0\n", ""},
		{"no consequence", "e 1 -5 " + gate(out) + " 0\nl 2 " + gate(out) + " 0 1 0\n", "do not lead to a contradiction"},
		{"a gate is no assertion", "a 1 7\ni 1 1 " + gate(x0) + " 0\n", "does not follow from the assertion"},
		{"a gate as an assertion", "a 1 g2\n", "a number is missing"},
		{"no such gate", "e 1 g99 0\n", "there is no such gate"},
		{"gate 0", "e 1 g0 0\n", "there is no such gate"},
		{"two circuits", "c 5\n", "has its circuit already"},
		{"an argument without a circuit", "T 10 bvnot 3\nT 11 bvule 10 4\nc 11\n", "an argument has no circuit"},
		{"an element", "C 8\n", "no terms of this sort have circuits"},
		{"another engine", "E formulas\ne 1 g2 0\n", "there is no such gate"},
	} {
		_, err := Check(strings.NewReader(prefix + c.lines))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}
