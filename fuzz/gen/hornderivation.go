package gen

import (
	"fmt"
	"maps"
	"slices"
)

// hornValue is a value of a sort of planted systems: numbers are whole, also reals, and an array is 0 but for some indices.
type hornValue struct {
	num   int64 // of a Boolean 0 or 1
	cells map[int64]int64
}

func (v hornValue) equal(w hornValue) bool { return v.num == w.num && maps.Equal(v.cells, w.cells) }

// literal returns a value as a term.
func (v hornValue) literal(sort string) string {
	switch sort {
	case hornBool:
		return []string{"false", "true"}[v.num]
	case hornArray:
		text := "((as const (Array Int Int)) 0)"
		for _, i := range slices.Sorted(maps.Keys(v.cells)) {
			text = fmt.Sprintf("(store %s %s %s)", text, hornNumeral(hornInt, i), hornNumeral(hornInt, v.cells[i]))
		}
		return text
	}
	return hornNumeral(sort, v.num)
}

// store returns an array with another element at an index. Elements that are 0 are not listed.
func (v hornValue) store(i, x int64) hornValue {
	cells := map[int64]int64{}
	maps.Copy(cells, v.cells)
	if cells[i] = x; x == 0 {
		delete(cells, i)
	}
	return hornValue{cells: cells}
}

// value returns a random value.
func (g *plantGen) value(sort string) hornValue {
	switch {
	case sort == hornBool:
		return hornValue{num: g.r.Int64N(2)}
	case sort == hornArray:
		v := hornValue{}
		for range g.r.IntN(3) {
			v = v.store(g.small(), g.small())
		}
		return v
	case sort == hornInt: // an index, too
		return hornValue{num: g.wide()}
	}
	return g.norm(g.wide())
}

// wide returns a number, seldom a large one.
func (g *plantGen) wide() int64 {
	if g.r.IntN(10) == 0 {
		return g.r.Int64N(2_000_001) - 1_000_000
	}
	return g.small()
}

// term returns a term over the variables of the clause with its value.
func (g *plantGen) term(sort string) (string, hornValue) {
	x, ok := g.some(sort)
	pick := g.r.IntN(4)
	switch {
	case !ok && g.r.IntN(2) == 0:
		v := g.value(sort)
		return g.fresh(sort, v), v
	case !ok:
		v := g.value(sort)
		return v.literal(sort), v
	case pick == 0:
		return x.name, x.value
	case sort == hornArray:
		i, a := g.value(hornInt).num, g.value(hornInt).num
		index := hornNumeral(hornInt, i)
		if y, ok := g.some(hornInt); ok && g.r.IntN(2) == 0 {
			i, index = y.value.num, y.name
		}
		return fmt.Sprintf("(store %s %s %s)", x.name, index, hornNumeral(hornInt, a)), x.value.store(i, a)
	case sort == hornBool:
		if g.r.IntN(2) == 0 {
			return fmt.Sprintf("(not %s)", x.name), hornValue{num: 1 - x.value.num}
		}
		return x.name, x.value
	}
	c, d := 1+g.r.Int64N(2), g.small()
	sum, coeffs, terms := c*x.value.num+d, []int64{c}, []string{x.name}
	if y, _ := g.some(sort); y.name != x.name && pick == 1 {
		sum, coeffs, terms = sum-y.value.num, append(coeffs, -1), append(terms, y.name)
	}
	if a, ok := g.some(hornArray); ok && pick == 2 {
		i := g.value(hornInt).num
		sum, coeffs = sum+a.value.cells[i], append(coeffs, 1)
		terms = append(terms, fmt.Sprintf("(select %s %s)", a.name, hornNumeral(hornInt, i)))
	}
	return g.sum(coeffs, terms, d), g.norm(sum)
}

// truth returns a condition that the values of the variables satisfy.
func (g *plantGen) truth() string {
	sort := g.number
	if g.r.IntN(4) == 0 {
		sort = g.sort()
	}
	t, v := g.term(sort)
	slack := g.r.Int64N(4)
	if g.number == hornBits { // no bound wraps around
		slack = min(slack, v.num, hornRange-1-v.num)
	}
	switch pick := g.r.IntN(6); {
	case sort != g.number:
		return fmt.Sprintf("(= %s %s)", t, v.literal(sort))
	case pick == 0:
		return g.compare("le", t, g.numeral(v.num+slack))
	case pick == 1:
		return g.compare("ge", t, g.numeral(v.num-slack))
	case pick == 2:
		return fmt.Sprintf("(= %s %s)", t, g.numeral(v.num))
	case pick == 3 && sort == hornInt:
		m := 2 + slack
		return fmt.Sprintf("(= (mod %s %d) %d)", t, m, (v.num%m+m)%m)
	case pick == 4:
		return fmt.Sprintf("(or %s %s)", g.compare("lt", t, g.numeral(g.small())), g.compare("ge", t, g.numeral(v.num-slack)))
	case pick == 5 && sort != hornBits:
		return g.compare("gt", t, g.numeral(v.num-1-slack))
	}
	return fmt.Sprintf("(not (= %s %s))", t, g.numeral(v.num+1+slack))
}

// known is a fact of the planted derivation.
type known struct {
	pred int
	args []hornValue
}

// withDerivation returns clauses from which false is derived, and others. Used is how many the derivation has.
func (g *plantGen) withDerivation() (lines []string, used int) {
	var facts []known
	for range 2 + g.r.IntN(4*g.size) {
		pick := g.r.IntN(4)
		switch {
		case pick == 0 && len(facts) > 0:
			lines = append(lines, g.loop(&facts))
		case pick == 1 && len(facts) > 0:
			lines = append(lines, g.doubling(&facts))
		default:
			lines = append(lines, g.step(&facts))
		}
	}
	g.vars = g.vars[:0]
	body := []string{g.hold(&facts[len(facts)-1])}
	if g.r.IntN(3) == 0 {
		body = append(body, g.hold(&facts[g.r.IntN(len(facts))]))
	}
	for range g.r.IntN(3) {
		body = append(body, g.truth())
	}
	lines = append(lines, g.assertion(body, "false"))
	used = len(lines)
	for k := range lines {
		lines[k] += HornUsed
	}
	for range g.r.IntN(4) {
		lines = append(lines, g.noise())
	}
	g.r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	return lines, used
}

// hold returns an atom of a fact, over variables that have its values.
func (g *plantGen) hold(f *known) string {
	var args []string
	for i, s := range g.preds[f.pred].sorts {
		x, ok := g.some(s)
		switch {
		case ok && x.value.equal(f.args[i]) && g.r.IntN(3) > 0:
			args = append(args, x.name)
		case g.r.IntN(8) == 0:
			args = append(args, f.args[i].literal(s))
		default:
			args = append(args, g.fresh(s, f.args[i]))
		}
	}
	return g.preds[f.pred].atom(args)
}

// step returns a clause that derives a new fact from others.
func (g *plantGen) step(facts *[]known) string {
	g.vars = g.vars[:0]
	var body []string
	for range g.r.IntN(1 + min(2, len(*facts))) {
		body = append(body, g.hold(&(*facts)[g.r.IntN(len(*facts))]))
	}
	next := known{pred: g.pred()}
	p := &g.preds[next.pred]
	var args []string
	for _, s := range p.sorts {
		t, v := g.term(s)
		args, next.args = append(args, t), append(next.args, v)
	}
	for range g.r.IntN(3) {
		body = append(body, g.truth())
	}
	*facts = append(*facts, next)
	return g.assertion(body, p.atom(args))
}

// loop returns a clause that adds constants to the numbers of a fact some times, and adds what comes of it to the facts.
func (g *plantGen) loop(facts *[]known) string {
	g.vars = g.vars[:0]
	f := (*facts)[g.r.IntN(len(*facts))]
	p := &g.preds[f.pred]
	times := 1 + g.r.Int64N(8)
	next := known{pred: f.pred, args: slices.Clone(f.args)}
	var from, to, body []string
	for i, s := range p.sorts {
		x := g.fresh(s, f.args[i])
		from, to = append(from, x), append(to, x)
		if s != g.number {
			continue
		}
		d := g.r.Int64N(5) - 2
		to[i] = g.sum([]int64{1}, []string{x}, d)
		next.args[i] = g.norm(f.args[i].num + times*d)
		if d > 0 && g.number != hornBits && g.r.IntN(2) == 0 {
			body = append(body, g.compare("lt", x, g.numeral(next.args[i].num)))
		}
	}
	*facts = append(*facts, next)
	return g.assertion(append(body, p.atom(from)), p.atom(to))
}

// doubling returns a clause that adds up the numbers of two facts, and adds what comes of it to the facts: its derivation is
// exponential as a tree.
func (g *plantGen) doubling(facts *[]known) string {
	g.vars = g.vars[:0]
	f := (*facts)[g.r.IntN(len(*facts))]
	p := &g.preds[f.pred]
	times := 1 + g.r.IntN(4)
	next := known{pred: f.pred, args: slices.Clone(f.args)}
	var one, two, to []string
	for i, s := range p.sorts {
		x := g.fresh(s, f.args[i])
		one, two, to = append(one, x), append(two, x), append(to, x)
		if s == g.number {
			two[i] = g.fresh(s, f.args[i])
			to[i] = g.sum([]int64{1, 1}, []string{x, two[i]}, 0)
			next.args[i] = g.norm(f.args[i].num << times)
		}
	}
	*facts = append(*facts, next)
	return g.assertion([]string{p.atom(one), p.atom(two)}, p.atom(to))
}
