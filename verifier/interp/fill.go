package interp

import (
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// maxFill bounds how many elements an assumption may set.
const maxFill = 1 << 17

// fills makes an assumption true that says what an array has between two indices, and that it is another one
// elsewhere. It is for careful oracles, which cannot know such an array.
func (x *runner) fills(c *prog.Cmd) (bool, error) {
	st := x.st
	if !x.careful || st.Op(c.Cond) != term.OpForall {
		return false, nil
	}
	q := st.Quant(c.Cond)
	if len(q.Vars) != 1 || st.Op(q.Body) != term.OpEq {
		return false, nil
	}
	i, after, is := q.Vars[0], st.Arg(q.Body, 0), st.Arg(q.Body, 1)
	if st.Op(after) != term.OpSelect {
		after, is = is, after
	}
	if st.Op(after) != term.OpSelect || st.Arg(after, 1) != i || st.Op(is) != term.OpIte {
		return false, nil
	}
	from := st.Arg(is, 2)
	lo, hi := between(st, st.Arg(is, 0), i)
	if lo == 0 || hi == 0 || st.Op(from) != term.OpSelect || st.Arg(from, 1) != i {
		return false, nil
	}
	return x.fill(st.Arg(after, 0), st.Arg(from, 0), i, st.Arg(is, 1), [2]term.Term{lo, hi})
}

// between finds the least index of a range, and the one after the last.
func between(st *term.Store, c, i term.Term) (lo, hi term.Term) {
	if st.Op(c) != term.OpAnd {
		return 0, 0
	}
	for _, a := range st.Args(c) {
		switch {
		case st.Op(a) == term.OpLe && st.Arg(a, 1) == i:
			lo = st.Arg(a, 0)
		case st.Op(a) == term.OpNot && st.Op(st.Arg(a, 0)) == term.OpLe && st.Arg(st.Arg(a, 0), 1) == i:
			hi = st.Arg(st.Arg(a, 0), 0)
		}
	}
	return lo, hi
}

// fill sets elements of after to what v is for their index i, all others to those of before.
func (x *runner) fill(after, before, i, v term.Term, bounds [2]term.Term) (bool, error) {
	var ends [2]int64
	for k, t := range bounds {
		n, err := x.env.Eval(t)
		if err != nil {
			return false, err
		}
		var ok bool
		if ends[k], ok = n.Int().Int64(); !ok {
			return false, nil
		}
	}
	array, err := x.env.Eval(before)
	if err != nil || ends[1]-ends[0] > maxFill {
		return false, err
	}
	for k := ends[0]; k < ends[1]; k++ {
		x.env.Set(i, model.Int64(k))
		e, err := x.env.Eval(v)
		if err != nil {
			return false, err
		}
		array = array.Store(model.Int64(k), e)
	}
	x.env.Unset(i)
	x.bind(after, array)
	return true, nil
}
