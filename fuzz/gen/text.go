package gen

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/fuzz/gen/clauses"
	"github.com/muster-smt/muster/sat"
)

// Dimacs returns a formula in DIMACS CNF or iCNF, with blanks and comments where they are
// legal.
func Dimacs(r *rand.Rand) []byte {
	cs := clauses.Random(r, 1+r.IntN(12))
	top := 0
	for _, c := range cs {
		for _, l := range c {
			top = max(top, int(l.Var()))
		}
	}
	w := &layout{r: r}
	w.comments()
	incremental := r.IntN(3) == 0
	if incremental {
		w.text.WriteString("p inccnf\n")
	} else {
		fmt.Fprintf(&w.text, "p cnf %d %d\n", top+r.IntN(3), len(cs))
	}
	for _, c := range cs {
		if incremental && r.IntN(4) == 0 {
			w.text.WriteString("a ")
			for _, l := range clauses.Lits(r, max(top, 1), r.IntN(3)) {
				w.text.WriteString(strconv.Itoa(l.Dimacs()) + "  ")
			}
			w.text.WriteString("0\n")
		}
		for _, l := range append(slices.Clone(c), sat.NoLit) {
			if l == sat.NoLit {
				w.text.WriteByte('0')
			} else {
				w.text.WriteString(strconv.Itoa(l.Dimacs()))
			}
			w.text.WriteString([]string{" ", " ", " ", "  ", "\t", "\n", "\r\n"}[r.IntN(7)])
			if r.IntN(20) == 0 {
				w.comments()
			}
		}
	}
	return []byte(w.text.String())
}

type layout struct {
	r    *rand.Rand
	text strings.Builder
}

// comments returns a few comment lines, or none.
func (w *layout) comments() {
	for range w.r.IntN(3) {
		fmt.Fprintf(&w.text, "c comment %d\n", w.r.IntN(100))
	}
}

// Damage changes a few bytes of a text.
func Damage(r *rand.Rand, text []byte) []byte {
	const likely = "0-9 c%pad\n\x00\xff99999999"
	for range 1 + r.IntN(3) {
		i := r.IntN(len(text) + 1)
		n := min(len(text)-i, 1+r.IntN(4))
		switch r.IntN(5) {
		case 0:
			text = text[:i]
		case 1:
			text = slices.Delete(text, i, i+n)
		case 2:
			text = slices.Insert(text, i, likely[r.IntN(len(likely))])
		case 3:
			text = slices.Insert(text, i, slices.Clone(text[i:i+n])...)
		default:
			text = append(append(text[:i:i], byte(r.IntN(256))), text[i+min(n, 1):]...)
		}
	}
	return text
}
