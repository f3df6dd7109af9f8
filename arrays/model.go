package arrays

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// values are the array values of one model.
type values struct {
	valid   bool
	err     error
	byClass []model.Value
	number  map[string]int32 // value numbers
	fresh   num.Int          // the last fresh default
}

var errInconsistent = errors.New("arrays: the values of reads do not fit together")

// Value returns the value of the array class with this root in the model
// whose other values are given. The first call evaluates all classes.
func (s *Solver) Value(root theory.Node, value func(theory.Point) (model.Value, bool)) (model.Value, error) {
	if !s.built.valid {
		s.beginValues()
		s.built.err = s.evaluate(value)
	}
	if s.built.err != nil {
		return model.Value{}, s.built.err
	}
	if int(root) < len(s.view.classOf) {
		if c := s.view.classOf[root]; c != 0 {
			return s.built.byClass[c-1], nil
		}
	}
	return model.Zero(s.st, s.st.Sort(s.host.Term(root)))
}

func (s *Solver) beginValues() {
	s.built = values{valid: true, number: map[string]int32{}, fresh: num.FromInt64(theory.MaxOffset)}
}

// evaluate gives all classes their values. A component of weakly equivalent
// classes has one default. One of its classes is evaluated index by index,
// the others differ from a neighbour at the index of one store.
func (s *Solver) evaluate(value func(theory.Point) (model.Value, bool)) error {
	s.sharedSorts()
	v := &s.view
	var missing error
	s.look(&valuation{
		key: func(p theory.Point) int32 {
			if s.st.IsArray(s.sortOf(p)) {
				return s.numberOf(fmt.Sprintf("class %d", s.host.Root(p.Node)))
			}
			x, ok := value(p)
			if !ok {
				missing = fmt.Errorf("arrays: node %d has no value", p.Node)
				return v.newKey()
			}
			if x.Kind() == model.KindInt {
				return v.intern(x.Int())
			}
			return s.numberOf(x.Key())
		},
		number: func(p theory.Point) (num.Int, bool) {
			x, ok := value(p)
			return x.Int(), ok
		},
	})
	if missing != nil {
		return missing
	}
	clean := true
	s.closeRules(func(group, boundary) bool {
		clean = false
		return false
	})
	if (!clean || v.unfit) && !s.gaveUp {
		return errInconsistent
	}
	v.findDefaults()
	s.built.byClass = make([]model.Value, len(v.roots))
	// An array sort has a greater number than its index and element sorts.
	order := make([]int32, 0, len(v.roots))
	for c := range v.roots {
		if v.find(int32(c)) == int32(c) {
			order = append(order, int32(c))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(s.classSort(a), s.classSort(b)) })
	fresh := map[int32]model.Value{}
	for _, c := range order {
		if err := s.evaluateComponent(c, value, fresh); err != nil {
			return err
		}
	}
	return nil
}

func (s *Solver) numberOf(key string) int32 {
	k, ok := s.built.number[key]
	if !ok {
		k = s.view.newKey()
		s.built.number[key] = k
	}
	return k
}

// valueOf returns the value of a point, which may be an array of a smaller sort.
func (s *Solver) valueOf(p theory.Point, value func(theory.Point) (model.Value, bool)) model.Value {
	if s.st.IsArray(s.sortOf(p)) {
		return s.built.byClass[s.view.classOf[s.host.Root(p.Node)]-1]
	}
	v, _ := value(p) // it has one: look has checked
	return v
}

// branch is a class of a component whose value comes from its neighbour's.
type branch struct {
	class, from, key int32
}

func (s *Solver) evaluateComponent(comp int32, value func(theory.Point) (model.Value, bool),
	fresh map[int32]model.Value) error {
	v := &s.view
	cluster := findIn(v.cluster, comp)
	def, err := s.defaultValue(comp, value, fresh)
	if err != nil {
		return err
	}
	branches := s.branches(comp)
	changed := make([]model.Value, len(branches)) // at the branch's key
	byKey := make([]int, len(branches))
	for i := range byKey {
		byKey[i] = i
	}
	slices.SortFunc(byKey, func(a, b int) int {
		return cmp.Or(cmp.Compare(branches[a].key, branches[b].key), cmp.Compare(a, b))
	})
	index := map[int32]model.Value{}
	top := model.ConstArray(s.st, s.classSort(comp), def)
	g, _ := slices.BinarySearchFunc(v.groups, cluster,
		func(g group, c int32) int { return cmp.Compare(v.sources[g.from].cluster, c) })
	next := 0
	for ; g < len(v.groups) && v.sources[v.groups[g].from].cluster == cluster; g++ {
		src := &v.sources[v.groups[g].from]
		v.seed(v.groups[g])
		v.spread(src.key)
		if len(v.bound) > 0 && !s.gaveUp {
			return errInconsistent
		}
		at := func(c int32) model.Value {
			if l := v.label[c]; l != 0 {
				return s.valueOf(v.seeds[l-1].elem, value)
			}
			return def
		}
		if n, ok := v.numberOf(src.key); ok {
			index[src.key] = model.Int(n)
		} else {
			index[src.key] = s.valueOf(s.index(src.node), value)
		}
		top = top.Store(index[src.key], at(comp))
		for ; next < len(byKey) && branches[byKey[next]].key == src.key; next++ {
			changed[byKey[next]] = at(branches[byKey[next]].class)
		}
	}
	s.built.byClass[comp] = top
	for i, b := range branches {
		s.built.byClass[b.class] = s.built.byClass[b.from].Store(index[b.key], changed[i])
	}
	return nil
}

// branches returns all classes of a component except its first, each after the
// neighbour that it depends on.
func (s *Solver) branches(comp int32) []branch {
	v := &s.view
	v.seeds = append(v.seeds[:0], source{class: comp})
	v.spread(-1) // no store has this key
	list := make([]branch, 0, len(v.queue)-1)
	for _, c := range v.queue[1:] {
		e := &v.edges[v.via[c]-1]
		list = append(list, branch{class: c, from: e.base + e.to - c, key: e.key})
	}
	return list
}

// defaultValue returns what the arrays of a component hold at all unconstrained
// indices. Components of one cluster have one default, except where constant
// arrays determine it.
func (s *Solver) defaultValue(comp int32, value func(theory.Point) (model.Value, bool),
	fresh map[int32]model.Value) (model.Value, error) {
	v := &s.view
	if d := v.defaultOf(comp); d.key >= 0 {
		return s.valueOf(d.elem, value), nil
	}
	sort := s.classSort(comp)
	_, elm := s.st.ArraySorts(sort)
	cluster := findIn(v.cluster, comp)
	if x, ok := fresh[cluster]; ok {
		return x, nil
	}
	if !s.freshDefault(sort) {
		x, err := model.Zero(s.st, elm)
		if s.frequent {
			x = s.preferred(cluster, x, value)
		}
		fresh[cluster] = x
		return x, err
	}
	for {
		s.built.fresh = s.built.fresh.Add(num.FromInt64(1))
		x := model.Int(s.built.fresh)
		_, used := v.lookup(s.built.fresh)
		if elm == term.Real {
			x = model.Rat(num.RatFromInt(s.built.fresh))
			_, used = s.built.number[x.Key()]
		}
		if !used {
			fresh[cluster] = x
			return x, nil
		}
	}
}

// preferred returns the element that the arrays of a cluster hold at most known
// indices, the first of several, or at the latest one; none if no element is known.
func (s *Solver) preferred(cluster int32, none model.Value, value func(theory.Point) (model.Value, bool)) model.Value {
	best, most, last := none, 0, theory.NoNode
	latest := s.latest()
	count := map[string]int{} // never ranged over
	for i := range s.view.sources {
		src := &s.view.sources[i]
		if src.cluster != cluster || src.elem.Node == theory.NoNode {
			continue
		}
		x := s.valueOf(src.elem, value)
		if latest {
			if src.node >= last {
				best, last = x, src.node
			}
			continue
		}
		key := x.Key()
		if count[key]++; count[key] > most {
			best, most = x, count[key]
		}
	}
	return best
}
