package boogie

import (
	"fmt"
	"maps"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie/syntax"
)

// typeQuants is what evaluation keeps of quantifiers over types.
type typeQuants struct {
	carried *bool
	met     int // so far
	unknown int // types of which nothing is known in the present formula
	claimed bool
	others  map[string]term.Sym // whether another type decides them, by the quantifier and the types around it
}

// claim is eval for what is checked where control reaches it, and assumed behind.
func (l *lowerer) claim(e syntax.ExprID) term.Term {
	defer func(before bool) { l.quants.claimed = before }(l.quants.claimed)
	l.quants.claimed, l.quants.unknown = true, 0
	return l.assumption(e)
}

// assumption is eval for what is assumed.
func (l *lowerer) assumption(e syntax.ExprID) term.Term {
	l.terms, l.frames = l.terms[:0], l.frames[:0]
	return l.run(l.f.First(e), e, false, 1)
}

// side returns the side on which a node of a frame is.
func (l *lowerer) side(f *frame, at syntax.ExprID) int8 {
	side := f.side
	if len(l.c.typeQuants) == 0 {
		return 0
	}
	var parts []syntax.ExprID
	for e := f.end; e != at && side != 0; {
		parts = l.f.Children(parts[:0], e)
		k := slices.IndexFunc(parts, func(p syntax.ExprID) bool { return at <= p })
		side = below(l.f.Exprs[e].Op, k, len(parts), side)
		e = parts[k]
	}
	return side
}

// below returns the side of a part of a formula, one of n. It is 1 where the formula is false for one value of all
// bound variables around if the part is, -1 if the part's negation is, and else 0.
func below(op syntax.Op, part, n int, side int8) int8 {
	switch op {
	case syntax.OpAnd, syntax.OpOr, syntax.OpOld:
		return side
	case syntax.OpNot:
		return -side
	case syntax.OpImplies, syntax.OpExplies:
		if (part == 0) == (op == syntax.OpImplies) {
			return -side
		}
		return side
	case syntax.OpForall:
		if part == n-1 {
			return max(side, 0)
		}
	case syntax.OpExists:
		if part == n-1 {
			return min(side, 0)
		}
	}
	return 0
}

// overTypes returns a quantifier over types, whose nodes are from at to end, on a side: what it says of the types for
// which its functions and maps are used, of one of which nothing is known, and, where that one is not enough, of
// others. As an axiom by itself it need not hold for the unknown one: nothing else is about it.
func (l *lowerer) overTypes(at, end syntax.ExprID, side int8) term.Term {
	op := l.f.Exprs[end].Op
	if op == syntax.OpLambda {
		return l.lambdaOver(at, end)
	}
	l.quants.met++
	all := op == syntax.OpForall
	params := l.c.given[at]
	choices := l.candidateTypes(params, at, end)
	if l.assumed && l.used && slices.ContainsFunc(choices, func(c []typ) bool { return len(c) == 0 }) {
		return l.st.True()
	}
	one := all && side > 0 || !all && side < 0
	free := l.unknownTypes(params, one && l.quants.claimed && !l.carried())
	if one && l.quants.claimed || !one && l.carried() {
		one = l.distinguish(free, choices)
	}
	for i, t := range free {
		if len(choices[i]) == 0 || !l.assumed && !slices.Contains(choices[i], t) {
			choices[i] = append(choices[i], t)
		}
	}
	l.assumed = false
	parts := l.forTypes(at, end, choices, side)
	other := l.st.False()
	if !one {
		other = l.otherTypes(at, end)
	}
	if all {
		return l.st.And(append(parts, l.st.Not(other))...)
	}
	return l.st.Or(append(parts, other)...)
}

// carried reports whether one variable carries each type over which the program quantifies, and all values of that
// type depend on it. Then the unknown type is the union of all others: whatever is said of its values is said of each
// by itself.
func (l *lowerer) carried() bool {
	if l.quants.carried == nil {
		yes := l.c.carriedByParams() && l.c.carriedByVariables()
		l.quants.carried = &yes
	}
	return *l.quants.carried
}

// carriedByParams reports whether functions and maps with type parameters get a value of each: no constructors, nor
// what axioms define.
func (c *checker) carriedByParams() bool {
	for i := range c.funcs {
		fn := &c.funcs[i]
		if len(fn.typeParams) > 0 && (fn.role != 0 || fn.recursive) {
			return false
		}
		for _, p := range fn.typeParams {
			if !slices.ContainsFunc(fn.params, func(t typ) bool { return c.types.contains(t, p) }) {
				return false
			}
		}
	}
	for t := range c.types.info {
		if c.types.info[t].params > 0 && c.types.tagged(typ(t)) {
			return false
		}
	}
	return true
}

// carriedByVariables reports whether each type parameter of a quantifier is in the type of one bound variable, which
// is no map, and those of functions are in none.
func (c *checker) carriedByVariables() bool {
	count := map[typ]int{}
	simple := true
	var note func(t typ)
	note = func(t typ) {
		t = c.types.deref(t)
		x := &c.types.info[t]
		if x.kind == kindParam {
			count[t]++
		}
		before := len(count)
		for _, a := range x.args {
			note(a)
		}
		simple = simple && (x.kind != syntax.TypeMap || len(count) == before)
	}
	for i := range c.file.Exprs {
		if x := &c.file.Exprs[i]; x.Op == syntax.OpQuantBegin {
			for _, v := range c.file.Binders[x.Val].Vars {
				note(c.typeOf[v.Type])
			}
		}
	}
	for begin, end := range c.typeQuants {
		if c.file.Exprs[end].Op == syntax.OpLambda || slices.ContainsFunc(c.given[begin],
			func(p typ) bool { return count[p] != 1 }) {
			return false
		}
	}
	return simple && !slices.ContainsFunc(c.funcs, func(fn function) bool {
		return slices.ContainsFunc(fn.typeParams, func(p typ) bool { return count[p] > 0 })
	})
}

// unknownTypes returns types of which nothing is known. What is claimed has others for each quantifier: several may
// be false at once, each for a type of its own.
func (l *lowerer) unknownTypes(params []typ, own bool) []typ {
	suffix := ""
	if own {
		if l.quants.unknown++; l.quants.unknown > 1 {
			suffix = fmt.Sprint(" ", l.quants.unknown)
		}
	}
	free := make([]typ, len(params))
	for i, p := range params {
		free[i] = l.c.opaque(l.c.text(l.c.types.info[p].name) + suffix)
	}
	return free
}

// forTypes returns what a quantifier says of all choices of types.
func (l *lowerer) forTypes(at, end syntax.ExprID, choices [][]typ, side int8) []term.Term {
	params, total := l.c.given[at], 1
	for _, c := range choices {
		if total *= len(c); total > maxQuantInstances {
			l.c.insts.many = true
			l.failf(l.f.Exprs[end].Pos, "quantifier over types with more than %d instances", maxQuantInstances)
		}
	}
	outer, around, unknown := l.env, len(l.over), l.quants.unknown
	l.over = append(l.over, params...)
	defer func() { l.env, l.over = outer, l.over[:around] }()
	parts, most := make([]term.Term, 0, total+1), unknown
	for n := range total {
		l.env = make(map[typ]typ, len(outer)+len(params))
		maps.Copy(l.env, outer)
		for i, p := range params {
			l.env[p] = choices[i][n%len(choices[i])]
			n /= len(choices[i])
		}
		l.quants.unknown = unknown // it is false for one of the choices
		parts = append(parts, l.run(at, end, true, side))
		most = max(most, l.quants.unknown)
	}
	l.quants.unknown = most
	return parts
}

// distinguish adds to the choices all types from which the unknown ones are distinguished: where values of both are
// compared, or are indices of one map. It reports whether nothing else depends on what the unknown ones are.
func (l *lowerer) distinguish(free []typ, choices [][]typ) bool {
	ok := true
	has := func(list []typ, x func(typ) bool) bool {
		return slices.ContainsFunc(list, func(t typ) bool { return l.anyPart(t, x) })
	}
	isFree := func(t typ) bool { return slices.Contains(free, t) }
	isUnknown := func(t typ) bool { return !isFree(t) && (l.rigid[t] || l.c.isOpaque(t)) }
	bound := map[typ]typ{}
	meet := func(patterns, types []typ) {
		if !has(patterns, isFree) || slices.Equal(patterns, types) {
			return
		}
		clear(bound)
		for i, p := range patterns {
			if !l.match(p, types[i], free, bound) {
				ok = ok && !has(types, isUnknown) && !has(patterns, isUnknown)
				return
			}
		}
		for i, p := range free {
			if t, found := bound[p]; found && !l.c.types.contains(t, p) && !slices.Contains(choices[i], t) {
				choices[i] = append(choices[i], t)
			}
		}
	}
	for _, p := range l.c.insts.pairs {
		meet(p[:1], p[1:])
		meet(p[1:], p[:1])
	}
	for _, m := range l.c.insts.mapTypes() {
		lists := l.c.insts.maps[m]
		for _, x := range lists {
			for _, y := range lists {
				meet(x, y)
			}
		}
	}
	return ok
}

// anyPart reports whether a type is, or has in it, one that is asked for.
func (l *lowerer) anyPart(t typ, is func(typ) bool) bool {
	return is(t) || slices.ContainsFunc(l.c.types.info[t].args, func(a typ) bool { return l.anyPart(a, is) })
}

// otherTypes returns that a type which is not in the program decides a quantifier. This may be so for any values of
// its variables.
func (l *lowerer) otherTypes(at, end syntax.ExprID) term.Term {
	inner := map[entID]bool{}
	var args []term.Term
	add := func(t term.Term) {
		if t != 0 && !slices.Contains(args, t) {
			args = append(args, t)
		}
	}
	for i := at; i <= end; i++ {
		x := &l.f.Exprs[i]
		switch x.Op {
		case syntax.OpCode:
			l.failf(x.Pos, "code expression in a quantifier over types is not supported")
		case syntax.OpQuantBegin, syntax.OpLetBegin:
			for k := range l.f.Binders[x.Val].Vars {
				inner[entID(int(l.c.use[i])+k)] = true
			}
		case syntax.OpVar:
			e := entID(l.c.use[i])
			switch kind := l.c.ents[e].kind; {
			case inner[e] || kind == constEntity:
			case kind == boundEntity || kind == paramEntity:
				add(l.val[e])
			default:
				v := l.prog.Var(l.varOf[e])
				add(v.Term)
				add(v.Old)
			}
		}
	}
	key := fmt.Sprint(end, l.env)
	f, ok := l.quants.others[key]
	if !ok {
		f = l.st.FreshFun("another type", l.sortsOf(args), term.Bool)
		if l.quants.others == nil {
			l.quants.others, l.prog.Open = map[string]term.Sym{}, map[term.Sym]bool{}
		}
		l.quants.others[key], l.prog.Open[f] = f, true
	}
	return l.st.App(f, args...)
}
