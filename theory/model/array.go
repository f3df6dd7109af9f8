package model

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// maxDomain is the greatest number of values of a finite index sort that are
// enumerated to keep arrays canonical.
const maxDomain = 4096

// array is the content of an array value: words and root hold exactly the entries that
// differ from def, words those that it can. If the index sort is finite, def is the element at dom[0],
// which makes the representation unique there too.
type array struct {
	words *words
	root  *node
	def   Value
	dom   []Value // the values of a finite index sort
	big   bool    // the index sort is finite, but too large for dom
}

// node is a node of a treap.
type node struct {
	key, val Value
	pri      uint64 // hash of key
	sum      uint64 // of the hashes of the entries below
	n        int
	l, r     *node
}

// ConstArray returns the array of the given sort that holds def everywhere.
func ConstArray(st *term.Store, sort term.Sort, def Value) Value {
	index, _ := st.ArraySorts(sort)
	a := &array{def: def}
	a.dom, a.big = domain(st, index)
	return Value{kind: KindArray, sort: sort, arr: a}
}

// domain returns the values of a finite sort (none if it is infinite), the
// least first, and whether there are too many to enumerate.
func domain(st *term.Store, sort term.Sort) (all []Value, tooMany bool) {
	switch st.SortKind(sort) {
	case term.KindBool:
		return []Value{Bool(false), Bool(true)}, false
	case term.KindBitVec:
		width := st.Width(sort)
		if 1<<min(width, 30) > maxDomain {
			return nil, true
		}
		for n := range int64(1) << width {
			all = append(all, Bits(st, sort, num.FromInt64(n)))
		}
		return all, false
	case term.KindArray:
		index, elm := st.ArraySorts(sort)
		indices, many := domain(st, index)
		elms, manyElms := domain(st, elm)
		if len(indices) == 0 && !many || len(elms) == 0 && !manyElms {
			return nil, false
		}
		if many || manyElms {
			return nil, true
		}
		all = []Value{ConstArray(st, sort, elms[0])}
		for _, i := range indices {
			for _, a := range all {
				for _, e := range elms[1:] {
					all = append(all, a.Store(i, e))
				}
			}
			if len(all) > maxDomain {
				return nil, true
			}
		}
		return all, false
	}
	return nil, false
}

// Default returns the element of array v at all indices without an entry.
func (v Value) Default() Value { return v.arr.def }

// Len returns the number of entries of array v.
func (v Value) Len() int { return v.arr.size() }

// Entries calls yield for the entries of array v that differ from its default,
// in increasing order of the index, until yield returns false.
func (v Value) Entries(yield func(index, element Value) bool) { v.arr.each(yield) }

// Changes calls yield for the indices at which array v and another one with an equal default differ, in increasing
// order, until yield returns false. It costs little if one was made of the other by few stores.
func (v Value) Changes(w Value, yield func(index Value) bool) {
	a, b := v.arr, w.arr
	switch {
	case a.words == b.words:
		changes(a.root, b.root, yield)
		return
	case a.root == b.root:
		wordChanges(a.words, b.words, func(i int64) bool { return yield(word(i)) })
		return
	}
	var all []Value
	add := func(i Value) bool {
		all = append(all, i)
		return true
	}
	changes(a.root, b.root, add)
	wordChanges(a.words, b.words, func(i int64) bool { return add(word(i)) })
	slices.SortFunc(all, Value.Compare)
	for _, i := range slices.CompactFunc(all, Value.Equal) {
		if !yield(i) {
			return
		}
	}
}

// Select returns the element of array v at index i.
func (v Value) Select(i Value) Value {
	if v.arr.words != nil {
		if k, ok := i.asWord(); ok {
			if e, ok := v.arr.words.get(k); ok {
				return word(e)
			}
		}
	}
	for t := v.arr.root; t != nil; {
		switch c := i.Compare(t.key); {
		case c == 0:
			return t.val
		case c < 0:
			t = t.l
		default:
			t = t.r
		}
	}
	return v.arr.def
}

// Store returns array v with element e at index i.
func (v Value) Store(i, e Value) Value {
	a := v.arr
	if len(a.dom) > 0 && i.Equal(a.dom[0]) {
		return v.storeDefault(e)
	}
	words, root := a.words, a.root
	k, small := i.asWord()
	n, fits := e.asWord()
	isDef := e.Equal(a.def)
	fits = fits && small && !isDef
	switch {
	case fits:
		words = words.set(k, n)
	case small:
		words = words.remove(k)
	}
	if fits || isDef {
		root = remove(root, i)
	} else {
		root = insert(root, i, e, mix(i.Hash()))
	}
	if root == a.root && words == a.words {
		return v
	}
	return Value{kind: KindArray, sort: v.sort, arr: &array{words: words, root: root, def: a.def, dom: a.dom, big: a.big}}
}

// storeDefault stores at the index that gives a finite array its default.
func (v Value) storeDefault(e Value) Value {
	if e.Equal(v.arr.def) {
		return v
	}
	w := Value{kind: KindArray, sort: v.sort, arr: &array{def: e, dom: v.arr.dom}}
	for _, i := range v.arr.dom[1:] {
		w = w.Store(i, v.Select(i))
	}
	return w
}

func (a *array) hash() uint64 {
	h := a.def.Hash()
	if a.size() > 0 {
		h = mix(h ^ (a.root.total() + a.words.total()))
	}
	return h
}

func (a *array) size() int { return a.root.size() + a.words.size() }

// each calls yield for the entries in increasing order of the index, until it returns false.
func (a *array) each(yield func(i, e Value) bool) {
	if a.root == nil {
		a.words.each(func(i, v int64) bool { return yield(word(i), word(v)) })
		return
	}
	var rest []*node // those of root that are left
	a.root.nodes(&rest)
	more := a.words.each(func(i, v int64) bool {
		for ; len(rest) > 0 && rest[0].key.Compare(word(i)) < 0; rest = rest[1:] {
			if !yield(rest[0].key, rest[0].val) {
				return false
			}
		}
		return yield(word(i), word(v))
	})
	for i := 0; more && i < len(rest); i++ {
		more = yield(rest[i].key, rest[i].val)
	}
}

func (a *array) equal(b *array) bool {
	return a == b || a.def.Equal(b.def) && sameTree(a.root, b.root) && sameWords(a.words, b.words)
}

func (a *array) compare(b *array) int {
	if a == b || a.equal(b) {
		return 0
	}
	if c := a.def.Compare(b.def); c != 0 {
		return c
	}
	if c := cmp.Compare(a.size(), b.size()); c != 0 {
		return c
	}
	var flat [][2]Value
	a.each(func(i, e Value) bool {
		flat = append(flat, [2]Value{i, e})
		return true
	})
	i, order := 0, 0
	b.each(func(key, val Value) bool {
		if order = flat[i][0].Compare(key); order == 0 {
			order = flat[i][1].Compare(val)
		}
		i++
		return order == 0
	})
	return order
}

func (a *array) term(st *term.Store, sort term.Sort) (term.Term, error) {
	def, err := a.def.Term(st)
	if err != nil {
		return 0, err
	}
	t := st.ConstArray(sort, def)
	a.each(func(i, e Value) bool {
		var it, et term.Term
		if it, err = i.Term(st); err != nil {
			return false
		}
		if et, err = e.Term(st); err != nil {
			return false
		}
		t = st.Store(t, it, et)
		return true
	})
	return t, err
}

func (t *node) size() int {
	if t == nil {
		return 0
	}
	return t.n
}

func (t *node) total() uint64 {
	if t == nil {
		return 0
	}
	return t.sum
}

func (t *node) each(yield func(i Value) bool) bool {
	return t == nil || t.l.each(yield) && yield(t.key) && t.r.each(yield)
}

func (t *node) nodes(dst *[]*node) {
	if t != nil {
		t.l.nodes(dst)
		*dst = append(*dst, t)
		t.r.nodes(dst)
	}
}

// fix recomputes the summary of the subtrees in a fresh node.
func (t *node) fix() *node {
	t.n = 1 + t.l.size() + t.r.size()
	t.sum = mix(t.pri ^ mix(t.val.Hash()))
	if t.l != nil {
		t.sum += t.l.sum
	}
	if t.r != nil {
		t.sum += t.r.sum
	}
	return t
}

// above reports whether t belongs above o in the heap order.
func (t *node) above(o *node) bool {
	if t.pri != o.pri {
		return t.pri > o.pri
	}
	return t.key.Compare(o.key) < 0
}

// insert returns t with val at key: t itself if val is there already, else a
// tree whose root is a fresh node.
func insert(t *node, key, val Value, pri uint64) *node {
	if t == nil {
		return (&node{key: key, val: val, pri: pri}).fix()
	}
	switch c := key.Compare(t.key); {
	case c == 0:
		if val.Equal(t.val) {
			return t
		}
		u := *t
		u.val = val
		return u.fix()
	case c < 0:
		l := insert(t.l, key, val, pri)
		if l == t.l {
			return t
		}
		u := *t
		u.l = l
		if !l.above(&u) {
			return u.fix()
		}
		u.l = l.r
		l.r = u.fix()
		return l.fix()
	default:
		r := insert(t.r, key, val, pri)
		if r == t.r {
			return t
		}
		u := *t
		u.r = r
		if !r.above(&u) {
			return u.fix()
		}
		u.r = r.l
		r.l = u.fix()
		return r.fix()
	}
}

// remove returns t without key; t itself if it is not there.
func remove(t *node, key Value) *node {
	if t == nil {
		return nil
	}
	c := key.Compare(t.key)
	if c == 0 {
		return join(t.l, t.r)
	}
	u := *t
	if c < 0 {
		if u.l = remove(t.l, key); u.l == t.l {
			return t
		}
	} else if u.r = remove(t.r, key); u.r == t.r {
		return t
	}
	return u.fix()
}

// join returns the union of two trees, the keys of l before those of r.
func join(l, r *node) *node {
	switch {
	case l == nil:
		return r
	case r == nil:
		return l
	case l.above(r):
		u := *l
		u.r = join(l.r, r)
		return u.fix()
	}
	u := *r
	u.l = join(l, r.l)
	return u.fix()
}

// changes is wordChanges for treaps. The shape is a function of the keys, so a root that is above the other one is
// not among the keys of that.
func changes(a, b *node, yield func(i Value) bool) bool {
	switch {
	case a == b:
		return true
	case b == nil:
		return a.each(yield)
	case a == nil || b.above(a):
		return changes(b, a, yield)
	case a.above(b):
		l, r := split(b, a.key)
		return changes(a.l, l, yield) && yield(a.key) && changes(a.r, r, yield)
	}
	return changes(a.l, b.l, yield) && (a.val.Equal(b.val) || yield(a.key)) && changes(a.r, b.r, yield)
}

// split returns the parts of t before and after a key that it does not have.
func split(t *node, key Value) (l, r *node) {
	if t == nil {
		return nil, nil
	}
	u := *t
	if key.Compare(t.key) < 0 {
		l, u.l = split(t.l, key)
		return l, u.fix()
	}
	u.r, r = split(t.r, key)
	return u.fix(), r
}

// sameTree reports whether two trees hold the same entries; since the shape is
// a function of the keys, they are compared node by node.
func sameTree(a, b *node) bool {
	if a == b {
		return true
	}
	return a != nil && b != nil && a.n == b.n && a.sum == b.sum && a.key.Equal(b.key) && a.val.Equal(b.val) &&
		sameTree(a.l, b.l) && sameTree(a.r, b.r)
}
