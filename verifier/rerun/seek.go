package rerun

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// maxTried limits the values that are tried for an integer.
const maxTried = 1 << 12

// limit is a bound of an integer: what is at most, or at least, or with strict less, or more.
type limit struct {
	node
	strict bool
}

// search says where the value of an integer without one is to be found, which assumptions are about.
type search struct {
	slot
	least, most []limit
	in          mapNode // if it is not nil, the integer is an index at which this is not false
	tests       []node  // the assumptions
}

// searches compiles what follows from assumptions behind havocs of integers, from a command on.
func (c *compiler) searches(cmds []prog.Cmd, at int) command {
	var open []prog.VarID
	for k := at - 1; k >= 0 && (cmds[k].Kind == prog.Havoc || cmds[k].Kind == prog.Assume); k-- {
		if cmds[k].Kind == prog.Havoc {
			open = append(slices.Clone(cmds[k].Targets), open...)
		}
	}
	var conds []term.Term
	for _, x := range cmds[at:] {
		if x.Kind != prog.Assume {
			break
		}
		conds = append(conds, c.conjuncts(x.Cond)...)
	}
	var all []*search
	for k, v := range open {
		var s *search
		switch c.p.Sort(v) {
		case term.Int:
			s = c.search(v, open[k:], conds)
		case term.Bool:
			s = c.either(v, conds)
		}
		if s != nil {
			all = append(all, s)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return func(m *machine) status {
		m.doubt = true
		for _, s := range all {
			if m.search(s) == ends {
				return ends
			}
		}
		return goesOn
	}
}

// conjuncts returns formulas that are true together where one is.
func (c *compiler) conjuncts(t term.Term) (out []term.Term) {
	if c.st.Op(t) != term.OpAnd {
		return []term.Term{t}
	}
	for _, a := range c.st.Args(t) {
		out = append(out, c.conjuncts(a)...)
	}
	return out
}

// search compiles where to look for a variable; nil if nothing says so. Those of open have no value either.
func (c *compiler) search(v prog.VarID, open []prog.VarID, conds []term.Term) *search {
	st, x := c.st, c.p.Var(v).Term
	s := &search{slot: c.slot(v)}
	isOpen := func(r prog.Ref) bool { return slices.Contains(open, r.Var()) }
	fixed := func(t term.Term) bool { return st.Ground(t) && !slices.ContainsFunc(c.uses.Of(t), isOpen) }
	quantified := false
	for _, t := range conds {
		quantified = quantified || st.Op(t) == term.OpForall
		for u := t; st.Op(u) == term.OpSelect; u = st.Arg(u, 0) {
			if st.Arg(u, 1) == x && s.in == nil && fixed(st.Arg(u, 0)) {
				s.in = c.mapNode(st.Arg(u, 0))
			}
		}
		strict := st.Op(t) == term.OpNot
		if strict {
			t = st.Arg(t, 0)
		}
		if st.Op(t) != term.OpLe {
			continue
		}
		low, high := st.Arg(t, 0), st.Arg(t, 1)
		if strict {
			low, high = high, low
		}
		if high == x && fixed(low) {
			s.least = append(s.least, limit{c.node(low), strict})
		} else if low == x && fixed(high) {
			s.most = append(s.most, limit{c.node(high), strict})
		}
	}
	if s.in == nil && (!quantified || s.least == nil || s.most == nil) {
		return nil
	}
	for _, t := range conds {
		s.tests = append(s.tests, c.node(t))
	}
	return s
}

// either compiles that both values of a Boolean are tried, if a map is true at an index that depends on it.
func (c *compiler) either(v prog.VarID, conds []term.Term) *search {
	st, s := c.st, &search{slot: c.slot(v)}
	depends := false
	for _, t := range conds {
		s.tests = append(s.tests, c.node(t))
		for ; st.Op(t) == term.OpSelect; t = st.Arg(t, 0) {
			at := st.Arg(t, 1)
			depends = depends || st.Op(at) == term.OpIte && st.Arg(at, 0) == c.p.Var(v).Term
		}
	}
	if !depends {
		return nil
	}
	s.least = []limit{{constant(wordOf(0)), false}}
	s.most = []limit{{constant(wordOf(1)), false}}
	return s
}

// candidates returns the values that an integer may have; ok is false if they are not known to be few.
func (s *search) candidates(m *machine) (out []val, ok bool) {
	if s.in != nil {
		t, _ := s.in(m)
		return t.support()
	}
	var lo, hi *int64
	for k, list := range [2][]limit{s.least, s.most} {
		for i := range list {
			v := list[i].full(m)
			if v.kind != word || v.w >= 1<<62 || v.w <= -1<<62 { // so what is between two fits a word
				continue
			}
			w := v.w
			switch {
			case k == 0 && list[i].strict:
				w++
			case list[i].strict:
				w--
			}
			if k == 0 && (lo == nil || w > *lo) {
				lo = &w
			} else if k == 1 && (hi == nil || w < *hi) {
				hi = &w
			}
		}
	}
	if lo == nil || hi == nil || *hi-*lo > maxTried {
		return nil, false
	}
	for i := *lo; i <= *hi; i++ {
		out = append(out, wordOf(i))
	}
	return out, true
}

// support returns the indices at which a map is not false, or a row is not false everywhere; ok is false if these are
// not known, or many.
func (t *table) support() (out []val, ok bool) {
	if t.row == nil {
		if t.def.kind != word || t.def.w != 0 {
			return nil, false
		}
		t.each(func(i int64, v val) bool {
			if v.kind != word || v.w != 0 {
				out = append(out, wordOf(i))
			}
			return true
		})
	} else {
		if !t.row.never() {
			return nil, false
		}
		for i, r := range t.rows {
			if !r.never() {
				out = append(out, wordOf(i))
			}
		}
	}
	for _, e := range t.far {
		if t.row == nil && (e.v.kind != word || e.v.w != 0) || t.row != nil && !e.row.never() {
			out = append(out, intOf(e.at))
		}
	}
	slices.SortFunc(out, func(a, b val) int { return a.number().Cmp(b.number()) })
	return out, len(out) <= maxTried
}

// never reports whether a map is false everywhere for certain.
func (t *table) never() bool {
	at, ok := t.support()
	return ok && len(at) == 0
}

// search gives an integer the value for which no assumption is false: the run splits if there are several.
func (m *machine) search(s *search) status {
	if m.zeros || m.valueOf(s.slot).kind != unknown {
		return goesOn
	}
	list, ok := s.candidates(m)
	if !ok {
		return goesOn
	}
	var left []val
next:
	for _, v := range list {
		m.set(s.slot, v)
		for i := range s.tests {
			if v := s.tests[i].value(m); v.kind != unknown && v.w == 0 {
				continue next
			}
		}
		left = append(left, v)
	}
	switch len(left) {
	case 0:
		return ends
	case 1:
		m.set(s.slot, left[0])
	default:
		m.set(s.slot, left[m.split(len(left))])
	}
	return goesOn
}
