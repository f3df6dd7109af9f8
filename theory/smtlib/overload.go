package smtlib

import (
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/term"
)

// entry is what a name was declared or defined as.
type entry struct {
	kind entryKind
	ref  uint32
}

// overload is one of several meanings of a name.
type overload struct {
	entry
	outer uint32 // 1 + the index of the meaning before it
}

// rank returns the sorts of an entry's arguments and its result.
func (r *Reader) rank(e entry) (args []term.Sort, res term.Sort) {
	switch e.kind {
	case entryNew, entryFun:
		return r.st.SymSorts(term.Sym(e.ref))
	case entryConst:
		return nil, r.st.Sort(term.Term(e.ref))
	}
	d := &r.defs[e.ref]
	return r.sortsOf(d.params), r.st.Sort(d.body)
}

func (r *Reader) sortsOf(ts []term.Term) []term.Sort {
	sorts := make([]term.Sort, len(ts))
	for k, t := range ts {
		sorts[k] = r.st.Sort(t)
	}
	return sorts
}

// meanings returns what a name was declared and defined as, the latest first.
func (r *Reader) meanings(id nameID) []entry {
	m := &r.names.all[id]
	switch m.kind {
	case entryNone:
		return nil
	case entryMany:
		var all []entry
		for k := m.ref + 1; k > 0; k = r.overs[k-1].outer {
			all = append(all, r.overs[k-1].entry)
		}
		return all
	}
	return []entry{{m.kind, m.ref}}
}

// free reports that the name at off has no meaning of this rank in the script, as an error
// otherwise. Words of the syntax cannot be declared; the functions of the theories can.
func (r *Reader) free(id nameID, off uint32, args []term.Sort, res term.Sort) error {
	m := &r.names.all[id]
	taken := m.op == opTrue || m.op == opFalse || m.op >= opLet
	for _, e := range r.meanings(id) {
		a, b := r.rank(e)
		taken = taken || b == res && slices.Equal(a, args)
	}
	if taken {
		return r.errorOff(off, "%s is already declared", m.text)
	}
	return nil
}

// declare gives a global name another meaning in the present scope.
func (r *Reader) declare(id nameID, e entry) {
	m := &r.names.all[id]
	r.undo = append(r.undo, declared{name: id})
	switch m.kind {
	case entryNone:
		m.kind, m.ref = e.kind, e.ref
		return
	case entryMany:
	default:
		r.overs = append(r.overs, overload{entry: entry{m.kind, m.ref}})
		m.kind, m.ref = entryMany, uint32(len(r.overs)-1)
	}
	r.overs = append(r.overs, overload{e, m.ref + 1})
	m.ref = uint32(len(r.overs) - 1)
}

// undeclare takes the latest meaning of a name, and returns it.
func (r *Reader) undeclare(id nameID) entry {
	m := &r.names.all[id]
	if m.kind != entryMany {
		e := entry{m.kind, m.ref}
		m.kind = entryNone
		return e
	}
	o := r.overs[m.ref]
	m.ref = o.outer - 1
	if rest := r.overs[m.ref]; rest.outer == 0 {
		m.kind, m.ref = rest.kind, rest.ref
		r.overs = r.overs[:o.outer-1]
	} else {
		r.overs = r.overs[:o.outer]
	}
	return o.entry
}

// constant returns the constant of a name with several meanings, of a given sort if that
// is not NoSort.
func (r *Reader) constant(id nameID, off uint32, want term.Sort) (term.Term, error) {
	var found []entry
	for _, e := range r.meanings(id) {
		if args, res := r.rank(e); len(args) == 0 && (want == term.NoSort || res == want) {
			found = append(found, e)
		}
	}
	switch {
	case len(found) > 1:
		return 0, r.errorOff(off, "%s has several sorts: (as %[1]s SORT) says which", r.names.text(id))
	case len(found) == 0 && want != term.NoSort:
		return 0, r.errorOff(off, "no %s has sort %s", r.names.text(id), r.st.SortString(want))
	case len(found) == 0:
		return 0, r.errorOff(off, "%s needs arguments", r.names.text(id))
	case found[0].kind == entryNew:
		return r.st.App(term.Sym(found[0].ref)), nil
	}
	return term.Term(found[0].ref), nil
}

// openQualified pushes the frame of an application of (as f S), which begins at off.
func (r *Reader) openQualified(id nameID, off uint32, res term.Sort) error {
	if len(r.meanings(id)) == 0 {
		if r.names.all[id].op != opNone {
			return r.errorOff(off, "unsupported: as with %s", r.names.text(id))
		}
		return r.errorOff(off, "%s", unknown(r.names.text(id)))
	}
	r.results = append(r.results, res)
	r.open(frameMany, opAs, uint32(id), off)
	return nil
}

// applyMany applies a function of a name with several meanings: the one whose arguments
// have these sorts; or else the one to which they can be converted; or else the
// built-in one.
func (r *Reader) applyMany(f *frame, args []term.Term) (term.Term, error) {
	id, want := nameID(f.ref), term.NoSort
	if f.op == opAs {
		want = r.results[len(r.results)-1]
		r.results = r.results[:len(r.results)-1]
	}
	var exact, near []entry
	all := r.meanings(id)
	for _, e := range all {
		params, res := r.rank(e)
		if len(params) == 0 || len(params) != len(args) || want != term.NoSort && res != want {
			continue
		}
		same, like := true, true
		for k, s := range params {
			got := r.st.Sort(args[k])
			same = same && got == s
			like = like && (got == s || got == term.Int && s == term.Real)
		}
		switch {
		case same:
			exact = append(exact, e)
		case like:
			near = append(near, e)
		}
	}
	if len(exact) == 0 {
		exact = near
	}
	op := r.names.all[id].op
	switch {
	case len(exact) == 1:
		return r.apply(f, exact[0], args)
	case len(exact) > 1:
		return 0, r.errorOff(f.at, "%s is ambiguous here: ((as %[1]s SORT) ...) says which is meant by its result",
			r.names.text(id))
	case op != opNone && f.op == opNone:
		return r.applyOp(&frame{kind: frameOp, op: op, bits: r.names.all[id].bits, at: f.at, base: f.base}, args)
	case len(all) == 1 && want == term.NoSort:
		return r.apply(f, all[0], args) // which says what is wrong
	}
	var sorts []string
	for _, t := range args {
		sorts = append(sorts, r.st.SortString(r.st.Sort(t)))
	}
	return 0, r.errorOff(f.at, "no %s takes (%s)", r.names.text(id), strings.Join(sorts, " "))
}

// apply applies one meaning of a name.
func (r *Reader) apply(f *frame, e entry, args []term.Term) (term.Term, error) {
	g := frame{kind: frameFun, ref: e.ref, at: f.at, base: f.base}
	switch e.kind {
	case entryFun:
		return r.applyFun(&g, args)
	case entryDef:
		return r.applyDef(&g, args)
	}
	return 0, r.argCount(&g, args, 0, 0)
}
