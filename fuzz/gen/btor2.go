package gen

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// btorNode is a line that has a value, with its sort.
type btorNode struct{ id, sort int }

// btorGen makes a transition system in BTOR2.
type btorGen struct {
	r     *rand.Rand
	text  strings.Builder
	id    int
	bits  map[int]int // identifiers of sorts by width
	width map[int]int // widths by sort
	array int         // an array sort; 0 if there is none
	index int         // the sort of its indices
	nodes []btorNode
}

// Btor2 returns a small random transition system in BTOR2, with few enough bits in its states
// and inputs to enumerate them.
func Btor2(r *rand.Rand) []byte {
	g := &btorGen{r: r, bits: map[int]int{}, width: map[int]int{}}
	for w := range 4 {
		g.sort(w + 1)
	}
	if r.IntN(3) == 0 {
		g.index = g.bits[1+r.IntN(2)]
		g.array = g.line("sort array %d %d", g.index, g.bits[1])
	}
	for range 1 + r.IntN(4) {
		g.constant()
	}
	states := g.states()
	for range r.IntN(3) {
		g.add(g.bits[1+r.IntN(2)], "input %d")
	}
	for range 4 + r.IntN(16) {
		g.expression()
	}
	for _, s := range states {
		if next, ok := g.pick(s.sort); ok && r.IntN(6) > 0 {
			g.line("next %d %d %s", s.sort, s.id, g.operand(next))
		}
	}
	if x, ok := g.pick(g.bits[1]); ok && r.IntN(2) == 0 {
		g.line("constraint %s", g.operand(x))
	}
	for range 1 + r.IntN(2) {
		x, _ := g.pick(g.bits[1])
		g.line("bad %s", g.operand(x))
	}
	return []byte(g.text.String())
}

// line writes a line and returns its identifier.
func (g *btorGen) line(format string, args ...any) int {
	g.id += 1 + g.r.IntN(20)/19
	fmt.Fprintf(&g.text, "%d "+format, append([]any{g.id}, args...)...)
	if g.r.IntN(20) == 0 {
		g.text.WriteString(" ; a comment")
	}
	g.text.WriteByte('\n')
	return g.id
}

func (g *btorGen) sort(w int) {
	g.bits[w] = g.line("sort bitvec %d", w)
	g.width[g.bits[w]] = w
}

// add writes a line with a value, whose format begins with the sort.
func (g *btorGen) add(sort int, format string, more ...any) btorNode {
	n := btorNode{g.line(format, append([]any{sort}, more...)...), sort}
	g.nodes = append(g.nodes, n)
	return n
}

// constant adds a constant.
func (g *btorGen) constant() {
	w := 1 + g.r.IntN(4)
	v := g.r.IntN(1 << w)
	switch g.r.IntN(6) {
	case 0:
		g.add(g.bits[w], "one %d")
	case 1:
		g.add(g.bits[w], "ones %d")
	case 2:
		g.add(g.bits[w], "zero %d")
	case 3:
		g.add(g.bits[w], "const %d %s", fmt.Sprintf("%0*b", w, v))
	case 4:
		g.add(g.bits[w], "constd %d %d", -1-v%(1<<(w-1)))
	default:
		g.add(g.bits[w], "consth %d %x", v)
	}
}

// states adds states, some with initial values.
func (g *btorGen) states() (all []btorNode) {
	for range 1 + g.r.IntN(3) {
		sort := g.bits[1+g.r.IntN(3)]
		from := sort
		if g.array != 0 && len(all) < 2 && g.r.IntN(2) == 0 {
			sort, from = g.array, g.bits[1]
		}
		if g.r.IntN(2) == 0 {
			g.expression() // there are no inputs yet, on which initial values must not depend
		}
		init, ok := g.pick(from)
		if sort == g.array && g.r.IntN(2) == 0 {
			init, ok = g.pick(sort)
		}
		s := g.add(sort, "state %d"+[]string{"", " s" + strconv.Itoa(g.id)}[g.r.IntN(2)])
		if ok && g.r.IntN(3) > 0 {
			g.line("init %d %d %s", sort, s.id, g.operand(init))
		}
		all = append(all, s)
	}
	return all
}

// pick returns a node of a sort.
func (g *btorGen) pick(sort int) (btorNode, bool) {
	var found []btorNode
	for _, n := range g.nodes {
		if n.sort == sort {
			found = append(found, n)
		}
	}
	if len(found) == 0 {
		return btorNode{}, false
	}
	return found[max(g.r.IntN(len(found)), g.r.IntN(len(found)))], true
}

// operand returns a node, or its complement.
func (g *btorGen) operand(n btorNode) string {
	if n.sort != g.array && g.r.IntN(5) == 0 {
		return "-" + strconv.Itoa(n.id)
	}
	return strconv.Itoa(n.id)
}

// The operators by the sorts of their operands and results.
var (
	btorUnary    = [...]string{"not", "inc", "dec", "neg"}
	btorReduce   = [...]string{"redand", "redor", "redxor"}
	btorBinary   = [...]string{"and", "nand", "nor", "or", "xnor", "xor", "rol", "ror", "sll", "sra", "srl", "add", "mul", "sdiv", "udiv", "smod", "srem", "urem", "sub"}
	btorRelation = [...]string{"eq", "neq", "ugt", "ugte", "ult", "ulte", "sgt", "sgte", "slt", "slte", "uaddo", "saddo", "sdivo", "umulo", "smulo", "usubo", "ssubo"}
	btorBits     = [...]string{"iff", "implies", "and", "or", "xor"}
)

// expression adds an expression, if there are operands for it.
func (g *btorGen) expression() {
	r := g.r
	a := g.nodes[r.IntN(len(g.nodes))]
	b, _ := g.pick(a.sort)
	x, y := g.operand(a), g.operand(b)
	word := func(words ...string) string { return words[r.IntN(len(words))] }
	if c, ok := g.pick(g.bits[1]); ok && r.IntN(5) == 0 {
		g.add(a.sort, "ite %d %s %s %s", g.operand(c), x, y)
		return
	}
	if a.sort == g.array {
		g.onArray(a, b)
		return
	}
	w := g.width[a.sort]
	switch r.IntN(8) {
	case 0:
		g.add(a.sort, word(btorUnary[:]...)+" %d %s", x)
	case 1:
		g.add(g.bits[1], word(btorReduce[:]...)+" %d %s", x)
	case 2, 3:
		g.add(a.sort, word(btorBinary[:]...)+" %d %s %s", x, y)
	case 4, 5:
		g.add(g.bits[1], word(btorRelation[:]...)+" %d %s %s", x, y)
	case 6:
		hi := r.IntN(w)
		lo := r.IntN(hi + 1)
		g.add(g.bits[hi-lo+1], "slice %d %s %d %d", x, hi, lo)
	default:
		g.wider(a, w)
	}
}

// wider adds an expression that is wider than its operands, or one of bits.
func (g *btorGen) wider(a btorNode, w int) {
	b := g.nodes[g.r.IntN(len(g.nodes))]
	switch {
	case w == 1 && g.r.IntN(2) == 0:
		c, _ := g.pick(a.sort)
		g.add(a.sort, btorBits[g.r.IntN(len(btorBits))]+" %d %s %s", g.operand(a), g.operand(c))
	case b.sort != g.array && w+g.width[b.sort] <= 4:
		g.add(g.bits[w+g.width[b.sort]], "concat %d %s %s", g.operand(a), g.operand(b))
	default:
		k := g.r.IntN(5 - w)
		g.add(g.bits[w+k], []string{"sext", "uext"}[g.r.IntN(2)]+" %d %s %d", g.operand(a), k)
	}
}

// onArray adds an expression on one or two arrays.
func (g *btorGen) onArray(a, b btorNode) {
	i, ok := g.pick(g.index)
	v, _ := g.pick(g.bits[1])
	switch {
	case !ok || g.r.IntN(4) == 0:
		g.add(g.bits[1], "eq %d %d %d", a.id, b.id)
	case g.r.IntN(2) == 0 || v.id == 0:
		g.add(g.bits[1], "read %d %d %s", a.id, g.operand(i))
	default:
		g.add(a.sort, "write %d %d %s %s", a.id, g.operand(i), g.operand(v))
	}
}
