package arrays

import (
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
)

// closeRules spreads the labels of all groups, again for those that rules with a
// shift add to, and calls yield for the boundaries until it returns false. If
// there are none, it continues with the indices at which a rule gives a value that
// is not the default.
func (s *Solver) closeRules(yield func(group, boundary) bool) {
	v := &s.view
	clean, material := true, len(v.fills)+len(v.links) == 0
	for pass := int32(0); ; pass++ {
		v.findSuspects()
		for i, g := range v.groups {
			if pass > 0 && !v.isNew(g, pass) || !v.suspects.of[i] {
				continue
			}
			if s.host.Stopped() {
				return
			}
			v.seed(g)
			v.spread(v.sources[g.from].key)
			for _, b := range v.bound {
				clean = false
				if !yield(g, b) {
					return
				}
			}
			s.crossGroup(g, pass+1)
		}
		if len(v.virtuals) > maxVirtual || pass > maxPasses {
			v.unfit = true
			return
		}
		if clean && !material && len(v.added) == 0 {
			material = true
			s.materialise(pass + 1)
		}
		if !clean || len(v.added) == 0 {
			return
		}
		v.sources = append(v.sources, v.added...)
		v.added = v.added[:0]
		v.group()
	}
}

// isNew reports whether a group has a source that was made for the given pass.
func (v *view) isNew(g group, pass int32) bool {
	for i := g.from; i < g.to; i++ {
		if v.sources[i].pass == pass {
			return true
		}
	}
	return false
}

// materialise adds the indices at which rules give other values than the
// default. Where defaults differ across a rule, or there are too many such
// indices, there is no model of this kind.
func (s *Solver) materialise(pass int32) {
	v := &s.view
	v.findDefaults()
	budget := int64(maxMaterial)
	for i := range v.fills {
		l := &v.fills[i]
		if d := v.defaultOf(v.find(l.a)); d.key >= 0 && d.key == l.val {
			continue
		}
		n, ok := l.span.size(budget)
		if !ok {
			v.unfit = true
			continue
		}
		budget -= n
		for at := l.span.lo; n > 0; n-- {
			v.added = append(v.added, source{key: v.intern(at), class: l.a, val: l.val, elem: l.elem, fill: int32(i) + 1,
				pass: pass})
			at = at.Add(num.FromInt64(1))
		}
	}
	for i := range v.links {
		l := &v.links[i]
		if v.defaultOf(v.find(l.a)).key != v.defaultOf(v.find(l.b)).key {
			v.unfit = true
		}
	}
}

// filler is what the arrays of a component or cluster hold at all unconstrained
// indices: the value of elem, or, if key is -1, any value that the whole cluster
// shares.
type filler struct {
	key  int32
	elem theory.Point
}

// findDefaults determines the default of each cluster: what a constant array in it
// holds, or the value that a rule gives to most indices.
func (v *view) findDefaults() {
	v.defaults = v.defaults[:0]
	for range v.roots {
		v.defaults = append(v.defaults, filler{key: -1})
	}
	widest := make(map[int32]*link)
	for i := range v.fills {
		l := &v.fills[i]
		c := findIn(v.cluster, l.a)
		if w := widest[c]; w == nil || l.span.wider(&w.span) {
			widest[c] = l
			v.defaults[c] = filler{l.val, l.elem}
		}
	}
	for i := len(v.consts) - 1; i >= 0; i-- {
		k := &v.consts[i]
		v.defaults[k.cluster] = filler{k.val, k.elem}
	}
}

// wider reports whether p has more integers than q.
func (p *span) wider(q *span) bool {
	if inf := p.noLo || p.noHi; inf || q.noLo || q.noHi {
		return inf && !q.noLo && !q.noHi
	}
	return q.hi.Sub(q.lo).Less(p.hi.Sub(p.lo))
}

// defaultOf returns the default of a component: that of its own constant
// arrays, else of its cluster.
func (v *view) defaultOf(comp int32) filler {
	cluster := findIn(v.cluster, comp)
	for _, k := range v.constsOf(cluster) {
		if k.comp == comp {
			return filler{k.val, k.elem}
		}
	}
	return v.defaults[cluster]
}
