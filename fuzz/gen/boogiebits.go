package gen

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/fuzz/bpl"
)

// Bit-vectors in Boogie programs: types of a few widths, most of them narrow enough to try all
// values, and functions that are operators of SMT-LIB.

var (
	wordOps = []string{
		"bvadd", "bvsub", "bvmul", "bvand", "bvor", "bvxor", "bvshl", "bvlshr", "bvashr", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod",
	}
	wordRelations = []string{"bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge"}
)

// declareWords declares types of bit-vectors and operators on them.
func (g *boogie) declareWords() {
	for range 1 + g.r.IntN(3) {
		w := 1 + g.r.IntN(4)
		if g.one(4) {
			w = pick(g.r, []int{8, 16, 32, 64, 1 + g.r.IntN(64)})
		}
		if name := "bv" + strconv.Itoa(w); g.word(name) == nil {
			g.words = append(g.words, &bpl.Type{Name: name})
		}
	}
	for _, t := range g.words {
		for range 1 + g.r.IntN(3) {
			g.operator(pick(g.r, wordOps), t, t, t)
		}
		for range 1 + g.r.IntN(2) {
			g.operator(pick(g.r, wordRelations), bpl.Bool, t, t)
		}
		switch g.r.IntN(8) {
		case 0, 1:
			g.operator(pick(g.r, []string{"bvnot", "bvneg"}), t, t)
		case 2:
			g.operator("bv2int", bpl.Int, t)
		case 3:
			g.operator(fmt.Sprintf("(_ int2bv %d)", width(t)), t, bpl.Int)
		}
		for _, u := range g.words {
			if more := width(u) - width(t); more > 0 && g.one(2) {
				g.operator(fmt.Sprintf("(_ %s %d)", pick(g.r, []string{"zero_extend", "sign_extend"}), more), u, t)
			}
		}
	}
}

// word returns the type of bit-vectors of this name, nil if there is none.
func (g *boogie) word(name string) *bpl.Type {
	for _, t := range g.words {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// width returns the width of a type, 0 if it is not one of bit-vectors.
func width(t *bpl.Type) int {
	digits, ok := strings.CutPrefix(t.Name, "bv")
	w, err := strconv.Atoi(digits)
	if !ok || err != nil {
		return 0
	}
	return w
}

// operator declares a function that is an operator.
func (g *boogie) operator(op string, result *bpl.Type, params ...*bpl.Type) {
	d := &bpl.Decl{Kind: bpl.FunctionDecl, Name: fmt.Sprintf("op%d", len(g.funcs)), Type: result, Attrs: fmt.Sprintf("{:bvbuiltin %q}", op)}
	for i, t := range params {
		d.Ins = append(d.Ins, bpl.VarDecl{Name: fmt.Sprintf("x%d", i), Type: t})
	}
	g.add(d)
	g.funcs = append(g.funcs, d)
}

// overWords returns a quantifier over a narrow bit-vector.
func (g *boogie) overWords(v bpl.VarDecl, depth int) *bpl.Expr {
	if v.Type = pick(g.r, g.words); width(v.Type) > 4 {
		return bpl.E(bpl.Eq, g.expr(v.Type, depth), g.expr(v.Type, depth))
	}
	scope, old := g.scope, g.old
	g.scope, g.old = append(slices.Clip(g.scope), v), false
	body := g.expr(bpl.Bool, max(depth, 1))
	g.scope, g.old = scope, old
	return &bpl.Expr{Op: pick(g.r, []bpl.Op{bpl.Forall, bpl.Exists}), Bound: []bpl.VarDecl{v}, Args: []*bpl.Expr{body}}
}

// vector returns a bit-vector of an operator, of parts, or a leaf.
func (g *boogie) vector(t *bpl.Type, depth int) *bpl.Expr {
	w := width(t)
	switch {
	case depth == 0:
		return g.leaf(t)
	case w > 1 && g.one(4):
		low := 1 + g.r.IntN(w-1)
		return bpl.E(bpl.Concat, g.slice(w-low, depth-1), g.slice(low, depth-1))
	case g.one(4):
		return g.slice(w, depth-1)
	case g.one(2):
		if e := g.application(t, depth-1); e != nil {
			return e
		}
	}
	return g.leaf(t)
}

// slice returns w bits of a longer vector, if there is one.
func (g *boogie) slice(w, depth int) *bpl.Expr {
	t := pick(g.r, g.words)
	if width(t) < w {
		return literal(g.r, w)
	}
	low := g.r.IntN(width(t) - w + 1)
	return &bpl.Expr{Op: bpl.Extract, Name: fmt.Sprintf("%d:%d", low+w, low), Args: []*bpl.Expr{g.expr(t, depth)}}
}

// literal returns a number of w bits.
func literal(r *rand.Rand, w int) *bpl.Expr {
	n := r.Uint64()
	switch r.IntN(6) {
	case 0, 1:
		n %= 4
	case 2:
		n = -(n % 4)
	case 3:
		n = 1 << (w - 1)
	}
	return &bpl.Expr{Op: bpl.Num, Name: fmt.Sprintf("%dbv%d", n&(^uint64(0)>>(64-w)), w)}
}
