package smtlib

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// funRef names a function: F, or (F (S...) R) with its sorts.
type funRef struct {
	id    nameID
	off   uint32
	typed bool
	args  []term.Sort
	res   term.Sort
}

// funRef reads the function that node i names.
func (r *Reader) funRef(i uint32) (f funRef, err error) {
	f.off = r.nodes[i].off
	head := i
	if r.nodes[i].kind == tokenOpen {
		parts := r.children(i)
		if len(parts) != 3 || r.nodes[parts[1]].kind != tokenOpen {
			return f, r.errorAt(i, "a function is expected, as NAME or (NAME (SORT...) SORT)")
		}
		head, f.typed = parts[0], true
		if f.args, err = r.sortList(r.children(parts[1])); err != nil {
			return f, err
		}
		if f.res, err = r.sort(parts[2]); err != nil {
			return f, err
		}
	}
	if err := r.wantSymbol(head); err != nil {
		return f, err
	}
	f.id = r.nodes[head].name()
	m := &r.names.all[f.id]
	if m.local > 0 || m.kind == entryNone && (m.op == opNone || m.op == opTrue || m.op == opFalse || m.op >= opLet) {
		return f, r.errorOff(f.off, "%s is not a function", m.text)
	}
	return f, nil
}

// call applies a function to arguments that are on top of the values.
func (r *Reader) call(fn *funRef, at, base uint32) (term.Term, error) {
	args := r.vals[base:]
	if fn.typed && !slices.Equal(fn.args, r.sortsOf(args)) {
		return 0, r.errorOff(fn.off, "%s is applied to other sorts", r.names.text(fn.id))
	}
	m := &r.names.all[fn.id]
	f := frame{kind: frameMany, ref: uint32(fn.id), at: at, base: base}
	var t term.Term
	var err error
	switch {
	case m.kind == entryNone:
		f.kind, f.op = frameOp, m.op
		t, err = r.applyOp(&f, args)
	case fn.typed && m.op == opNone:
		f.op = opAs
		r.results = append(r.results, fn.res)
		t, err = r.applyMany(&f, args)
	default:
		t, err = r.applyMany(&f, args)
	}
	if err == nil && fn.typed && r.st.Sort(t) != fn.res {
		err = r.errorOff(fn.off, "%s has another sort", r.names.text(fn.id))
	}
	return t, err
}

// asArray reads the rest of (_ as-array f), which begins at off.
func (r *Reader) asArray(root, off uint32) error {
	parts := r.children(root)
	if len(parts) != 3 || !r.is(parts[1], "as-array") || r.answers != nil {
		return r.errorOff(off, "unsupported: %s", r.excerpt(root))
	}
	fn, err := r.funRef(parts[2])
	if err != nil {
		return err
	}
	r.dropNodes(root)
	index := fn.args
	if !fn.typed {
		all := r.meanings(fn.id)
		if len(all) != 1 {
			return r.errorOff(fn.off, "%s is ambiguous here: (%[1]s (SORT) SORT) says which is meant", r.names.text(fn.id))
		}
		index, _ = r.rank(all[0])
	}
	if len(index) != 1 {
		return r.errorOff(fn.off, "unsupported: as-array of a function of %d arguments", len(index))
	}
	x := r.st.BoundVar("x", index[0])
	base := uint32(len(r.vals))
	r.add(x, off)
	body, err := r.call(&fn, off, base)
	r.drop(base)
	if err != nil {
		return err
	}
	t, err := r.lambda(x, body)
	r.add(t, off)
	return err
}

// openMap pushes the frame of a list that begins at off and whose head, node h, is
// (_ map f).
func (r *Reader) openMap(h, off uint32) error {
	parts := r.children(h)
	if len(parts) != 3 {
		return r.errorAt(h, "map takes a function")
	}
	fn, err := r.funRef(parts[2])
	if err != nil {
		return err
	}
	r.dropNodes(h)
	r.open(frameMap, 0, 0, off)
	r.mapped = append(r.mapped, fn)
	return nil
}

// applyMap builds the array of the values of a function at the elements of arrays.
func (r *Reader) applyMap(f *frame, args []term.Term) (term.Term, error) {
	fn := r.mapped[len(r.mapped)-1]
	r.mapped = r.mapped[:len(r.mapped)-1]
	st, x := r.st, term.Term(0)
	for k, a := range args {
		at := r.offs[int(f.base)+k]
		if !st.IsArray(st.Sort(a)) {
			return 0, r.errorOff(at, "argument %d of %s has sort %s, which is not an array sort", k+1, r.head(f.at),
				st.SortString(st.Sort(a)))
		}
		index, _ := st.ArraySorts(st.Sort(a))
		if k == 0 {
			x = st.BoundVar("x", index)
		}
		if st.Sort(x) != index {
			return 0, r.errorOff(at, "argument %d of %s has indices of sort %s, not %s", k+1, r.head(f.at),
				st.SortString(index), st.SortString(st.Sort(x)))
		}
		element, err := r.element(a, x)
		if err != nil {
			return 0, err
		}
		args[k] = element
	}
	body, err := r.call(&fn, f.at, f.base)
	if err != nil {
		return 0, err
	}
	return r.lambda(x, body)
}
