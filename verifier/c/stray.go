package c

import (
	"slices"

	"github.com/muster-smt/muster/verifier/c/syntax"
)

// strays is what is known of the pointers to a region that may leave the member of a
// structure that they were made to point to.
type strays struct {
	holds    []*syntax.Type // as which objects of the region are defined, or accessed
	members  []*syntax.Type // of members whose address is taken, or of what they are arrays of
	moved    []*syntax.Type // what pointers point to that arithmetic is done on
	open     []*syntax.Type // structures of whose last member elements are accessed without regard to its length
	computed bool           // so is it on integers that may hold addresses
	revived  bool           // and such integers become pointers
	wild     bool           // a pointer moves by any number of bytes
}

// add adds what is known of another region, and reports whether that is new.
func (s *strays) add(t strays) bool {
	before := s.size()
	for _, x := range t.holds {
		if !slices.ContainsFunc(s.holds, x.Same) {
			s.holds = append(s.holds, x)
		}
	}
	for _, l := range []struct {
		to   *[]*syntax.Type
		from []*syntax.Type
	}{{&s.members, t.members}, {&s.moved, t.moved}, {&s.open, t.open}} {
		for _, x := range l.from {
			*l.to = merged(*l.to, x)
		}
	}
	s.computed, s.revived, s.wild = s.computed || t.computed, s.revived || t.revived, s.wild || t.wild
	return s.size() != before
}

func (s *strays) size() int {
	n := len(s.holds) + len(s.members) + len(s.moved) + len(s.open)
	for _, b := range []bool{s.computed, s.revived, s.wild} {
		if b {
			n++
		}
	}
	return n
}

// stray notes something about the pointers to a region.
func (r *regions) stray(x *region, s strays) {
	if x != nil && x.find().strays.add(s) {
		r.changes++
	}
}

// accessed notes that an object of a type is in a region.
func (r *regions) accessed(x *region, t *syntax.Type) {
	if !silent(t) {
		r.stray(x, strays{holds: []*syntax.Type{t}})
	}
}

// move notes that arithmetic is done on a pointer to a type.
func (r *regions) move(x *region, t *syntax.Type) {
	r.stray(x, strays{moved: []*syntax.Type{t}, wild: t.Kind == syntax.Void})
}

// pointed notes that there is a pointer to an lvalue. It may point just behind an array.
func (r *regions) pointed(e *syntax.Expr) {
	x, t := r.spot(e).reg, e.Type
	behind := false
	for ; e.Op == syntax.Elem; e = e.X {
		i, ok := constOf(e.Y)
		behind = behind || !ok || i.Sign() < 0 || !i.IsInt64() || i.Int64() >= e.X.Type.Len
	}
	if e.Op != syntax.Member {
		return
	}
	if r.stray(x, strays{members: []*syntax.Type{t}}); behind {
		r.move(x, t)
	}
}

// indexed notes that an array has an element whose bounds are not checked.
func (r *regions) indexed(e *syntax.Expr) {
	switch x := e.X; {
	case x.Op != syntax.Member || x.Type.Len > 1:
	case trailing(x):
		r.stray(r.spot(x).reg, strays{open: []*syntax.Type{x.X.Type}})
	case x.Type.Len < 1:
		r.stray(r.spot(x).reg, strays{members: []*syntax.Type{e.Type}, moved: []*syntax.Type{e.Type}})
	}
}

// trailing reports whether an array is the last member of a structure, and has at most one element, so that it is taken
// to go on behind it: as it has been before there were flexible array members.
func trailing(e *syntax.Expr) bool {
	return e.Op == syntax.Member && e.Type.Kind == syntax.Array && e.Type.Len <= 1 && e.X.Type.Kind == syntax.Struct &&
		e.Field.Index == len(e.X.Type.Fields)-1
}

// leaves reports whether pointers to a region may leave the member that they were made to point to, so that they point
// to what is behind it, and the types of such members.
func (x *region) leaves() (members []*syntax.Type) {
	for _, m := range x.members {
		if slices.ContainsFunc(x.moved, func(t *syntax.Type) bool { return sameElement(m, t) }) {
			members = append(members, m)
		}
	}
	for _, t := range x.open { // what is behind its last member is behind the structure
		inside := func(u *syntax.Type) bool { return !t.Same(u) && within(t, u) }
		if slices.ContainsFunc(x.moved, func(u *syntax.Type) bool { return alike(t, u) }) ||
			slices.ContainsFunc(x.holds, inside) {
			members = append(members, t.Fields[len(t.Fields)-1].Type)
		}
	}
	return members
}

// within reports whether a structure is a part of objects of a type.
func within(part, t *syntax.Type) bool {
	for t.Kind == syntax.Array {
		t = t.Elem
	}
	return part.Same(t) || slices.ContainsFunc(t.Fields, func(m *syntax.Field) bool { return within(part, m.Type) })
}

// sameElement reports whether types are alike, or in the same class.
func sameElement(t, u *syntax.Type) bool {
	if t, u := scalarOf(t), scalarOf(u); t != nil && u != nil {
		return scalarName(t) == scalarName(u)
	}
	return alike(t, u)
}

// contain has what is behind members be seen by the pointers that leave them: all of it is
// in one class, or else the region is bytes.
func (r *regions) contain(x *region) {
	if x.wild || x.computed && x.revived {
		r.spoil(x)
		return
	}
	for _, m := range x.leaves() {
		for _, t := range x.holds {
			if !tiles(t, m) {
				r.spoil(x)
				return
			}
		}
		for _, t := range x.holds {
			r.spread(t, m)
		}
	}
}

// tiles reports whether objects of a type are nothing but objects of another one, side by side.
func tiles(t, part *syntax.Type) bool {
	for t.Kind == syntax.Array {
		t = t.Elem
	}
	for part.Kind == syntax.Array {
		part = part.Elem
	}
	switch {
	case alike(t, part):
		return true
	case t.Kind != syntax.Struct:
		return false
	}
	return !slices.ContainsFunc(t.Fields, func(m *syntax.Field) bool {
		return m.Bits > 0 || part.Size == 0 || m.Offset%part.Size != 0 || !tiles(m.Type, part)
	})
}

// spread puts all parts of a type, which are scalars alike, into the class of these.
func (r *regions) spread(t, part *syntax.Type) {
	part = scalarOf(part)
	for t.Kind == syntax.Array {
		t = t.Elem
	}
	if t.Kind != syntax.Struct || part == nil {
		return
	}
	for _, m := range t.Fields {
		if scalarOf(m.Type) == nil {
			r.spread(m.Type, part)
		} else if c := r.field(t, m); c.find() != r.scalar(part).find() {
			r.unite(c, r.scalar(part))
			r.changes++
		}
	}
}

// rekey has the contents of a region go by the classes that have become one.
func (r *regions) rekey(x *region) {
	for i := 0; i < len(x.keys); i++ {
		c := x.keys[i]
		root := c.find()
		if root == c {
			continue
		}
		p := x.points[c]
		delete(x.points, c)
		if q := x.points[root]; q == nil {
			x.points[root], x.keys[i] = p, root
			continue
		}
		x.keys = slices.Delete(x.keys, i, i+1)
		i--
		r.join(x.points[root], p)
		if x = x.find(); x.bytes {
			return
		}
	}
}
