package evidence

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/prog"
)

// maxCalls is how deep the calls of an execution are nested that is read.
const maxCalls = 1 << 16

// AppendExecution appends what an execution was made of: the values that the program leaves open, and where control
// goes. What constants and functions mean is that of the model, which is asked for those that the program has.
func (x *Program) AppendExecution(dst []byte, c *interp.Claim, m *model.Model) ([]byte, error) {
	w := &executionWriter{writer: &writer{names: &x.known, buf: append(dst, x.Hash[:]...)}, Program: x}
	w.bools(c.Course != nil, c.Options.Confirmed)
	w.model(m)
	if c.Course != nil {
		w.course(c.Course)
	} else {
		w.frame(c.Script.Root)
	}
	return w.buf, w.err
}

// ReadExecution reads what AppendExecution has written, up to the end of data. Of the claim it completes a course or a
// script of the program, whose Defs, Unchecked and the like are for the caller to set. It is an error if the execution
// is one of another program.
func (x *Program) ReadExecution(data []byte) (*interp.Claim, error) {
	if len(data) < len(x.Hash) || Hash(data[:len(x.Hash)]) != x.Hash {
		return nil, errors.New("evidence: it is about another program")
	}
	r := &executionReader{reader: newReader(&x.known, data[len(x.Hash):]), Program: x}
	course := r.bool()
	c := &interp.Claim{Options: interp.ReplayOptions{Values: true, Confirmed: r.bool()}}
	m := r.model()
	if course {
		c.Course = r.course()
		c.Course.Program, c.Course.Model = x.p, m
	} else {
		c.Script = &interp.Script{Program: x.p, Model: m, Root: r.frame(0)}
	}
	if err := r.end(); err != nil {
		return nil, err
	}
	return c, nil
}

type executionWriter struct {
	*writer
	*Program
}

type executionReader struct {
	*reader
	*Program
}

// variable writes the number of a variable that the program has.
func (w *executionWriter) variable(v prog.VarID) {
	n := w.vars.of[v]
	if n == 0 {
		w.err = errForeign
	}
	w.uint(uint64(n))
}

func (r *executionReader) variable() prog.VarID {
	n := r.uint()
	if n == 0 || n > uint64(len(r.vars.list)) {
		r.fail("no variable has the number %d", n)
		return 0
	}
	return r.vars.list[n-1]
}

// mine reads a variable that q declares, or a global or constant, unless only q's own are allowed.
func (r *executionReader) mine(q prog.ProcID, others bool) prog.VarID {
	v := r.variable()
	if owner, ok := r.owners[v]; ok && owner != q || !ok && !others {
		r.fail("a variable of another procedure")
	}
	return v
}

// value reads a value that a variable may have.
func (r *executionReader) valueOf(v prog.VarID) model.Value {
	if r.err != nil {
		return model.Value{}
	}
	return r.value(r.p.Sort(v))
}

func (w *executionWriter) course(c *interp.Course) {
	w.bools(c.Zeros, c.Brief, c.Loops != nil)
	w.int(len(c.Begin))
	for q, list := range c.Begin {
		if len(list) > 0 && w.procs.of[prog.ProcID(q)] == 0 {
			w.err = errForeign
		}
	}
	for _, id := range w.procs.list {
		var list []prog.VarID
		if int(id) < len(c.Begin) {
			list = c.Begin[id]
		}
		w.int(len(list))
		for _, v := range list {
			w.variable(v)
		}
	}
	w.int(len(c.Values))
	for _, v := range c.Values {
		w.sort(v.Sort())
		w.value(v)
	}
	w.int32s(c.Ways)
}

// Looped is in place of interp.Course.Loops in what was read, if there were some.
type Looped struct{ interp.Loops }

func (r *executionReader) course() *interp.Course {
	c := &interp.Course{Zeros: r.bool(), Brief: r.bool()}
	if r.bool() {
		c.Loops = Looped{}
	}
	if r.int(0, math.MaxInt32) > 0 {
		c.Begin = make([][]prog.VarID, len(r.p.Procs))
	}
	for _, id := range r.procs.list {
		for range r.length() {
			if v := r.mine(id, false); r.err == nil && c.Begin != nil {
				c.Begin[id] = append(c.Begin[id], v)
			}
		}
	}
	for range r.length() {
		o := r.sort()
		c.Values = append(c.Values, r.value(o))
	}
	c.Ways = r.int32s()
	if slices.ContainsFunc(c.Ways, func(i int32) bool { return i < 0 }) {
		r.fail("not the number of a way")
	}
	return c
}

// frame writes an instance, and those that it calls.
func (w *executionWriter) frame(f *interp.Frame) {
	n := w.procs.of[f.Proc]
	if n == 0 {
		w.err = errForeign
		return
	}
	w.uint(uint64(n))
	w.int32s(f.Path)
	w.int(len(f.Init))
	for i := range f.Init {
		b := &f.Init[i]
		if b.Old || len(b.At) > 0 || b.Part {
			w.err = errForeign
		}
		w.variable(b.Var)
		w.value(b.Value)
	}
	w.int(len(f.Values))
	for _, a := range f.Values {
		w.int(int(a.ID))
		w.variable(a.Var)
		w.value(a.Value)
	}
	w.int(len(f.Calls))
	for _, c := range f.Calls {
		w.int(int(c.ID))
		w.frame(c.Frame)
	}
}

func (r *executionReader) frame(depth int) *interp.Frame {
	n := r.uint()
	if n == 0 || n > uint64(len(r.calls)) || depth > maxCalls {
		r.fail("no instance of a procedure")
		return nil
	}
	f := &interp.Frame{Proc: r.procs.list[n-1], Path: r.int32s()}
	blocks := int32(len(r.p.Procs[f.Proc].Blocks))
	if slices.ContainsFunc(f.Path, func(b int32) bool { return b < 0 || b >= blocks }) {
		r.fail("not a path")
	}
	for range r.length() {
		v := r.mine(f.Proc, true)
		f.Init = append(f.Init, interp.Binding{Var: v, Value: r.valueOf(v)})
	}
	for range r.length() {
		id, v := int32(r.int(1, math.MaxInt32)), r.variable()
		f.Values = append(f.Values, interp.Assigned{ID: id, Var: v, Value: r.valueOf(v)})
	}
	for range r.length() {
		id := int32(r.int(1, math.MaxInt32))
		child := r.frame(depth + 1)
		if r.err != nil {
			return nil
		}
		if callee, ok := r.calls[n-1][id]; !ok || callee != child.Proc {
			r.fail("the command %d is no call of the procedure", id)
			return nil
		}
		f.Calls = append(f.Calls, interp.Child{ID: id, Frame: child})
	}
	return f
}

// model writes what a model says of the symbols of the program that stand for no variable, and of divisions by zero.
func (w *executionWriter) model(m *model.Model) {
	variable := map[term.Sym]bool{}
	for _, v := range w.vars.list {
		if x := &w.p.Vars[v]; x.Kind != prog.Constant {
			variable[w.st.Sym(x.Term)] = true
			if x.Old != 0 {
				variable[w.st.Sym(x.Old)] = true
			}
		}
	}
	for i, f := range w.syms {
		params, _ := w.st.SymSorts(f)
		switch {
		case variable[f]:
		case len(params) == 0:
			if v, ok := m.Const(f); ok {
				w.uint(uint64(i + 1))
				w.value(v)
			}
		default:
			if fn := m.Fun(f); fn != nil {
				w.uint(uint64(i + 1))
				w.function(fn)
			}
		}
	}
	w.uint(0)
	for _, fn := range []*model.Func{m.DivZero(), m.ModZero(), m.QuoZero()} {
		w.function(fn)
	}
}

func (w *executionWriter) function(fn *model.Func) {
	entries := fn.Entries()
	w.int(len(entries))
	for _, e := range entries {
		for _, a := range e.Args {
			w.value(a)
		}
		w.value(e.Value)
	}
	def, ok := fn.Default()
	w.bools(ok)
	if ok {
		w.value(def)
	}
}

func (r *executionReader) model() *model.Model {
	m := model.New(r.st, model.Options{})
	for r.err == nil {
		n := r.uint()
		if n == 0 {
			break
		}
		if n > uint64(len(r.syms)) {
			r.fail("no symbol has the number %d", n)
			break
		}
		f := r.syms[n-1]
		params, res := r.st.SymSorts(f)
		if len(params) == 0 {
			if v := r.value(res); r.err == nil {
				m.SetSym(f, v)
			}
			continue
		}
		r.function(params, res, func(args []model.Value, v model.Value) { m.SetFun(f, args, v) },
			func(v model.Value) { m.SetDefault(f, v) })
	}
	r.zeros(m)
	return m
}

// zeros reads the results of divisions by zero; their defaults are always the same.
func (r *executionReader) zeros(m *model.Model) {
	same := func(model.Value) {}
	ints, reals := []term.Sort{term.Int}, []term.Sort{term.Real}
	r.function(ints, term.Int, func(a []model.Value, v model.Value) { m.SetDivZero(a[0].Int(), v.Int()) }, same)
	r.function(ints, term.Int, func(a []model.Value, v model.Value) { m.SetModZero(a[0].Int(), v.Int()) }, same)
	r.function(reals, term.Real, func(a []model.Value, v model.Value) { m.SetQuoZero(a[0].Rat(), v.Rat()) }, same)
}

func (r *executionReader) function(params []term.Sort, res term.Sort, set func([]model.Value, model.Value),
	def func(model.Value)) {
	for range r.length() {
		args := make([]model.Value, len(params))
		for i, o := range params {
			args[i] = r.value(o)
		}
		if v := r.value(res); r.err == nil {
			set(args, v)
		}
	}
	if r.bool() {
		if v := r.value(res); r.err == nil {
			def(v)
		}
	}
}

// value writes a value whose sort the reader knows.
func (w *writer) value(v model.Value) {
	switch v.Kind() {
	case model.KindBool:
		w.bools(v.IsTrue())
	case model.KindInt, model.KindBits:
		w.integer(v.Int())
	case model.KindReal:
		w.rational(v.Rat())
	case model.KindElem:
		w.int(v.Number())
	case model.KindArray:
		w.value(v.Default())
		w.int(v.Len())
		for i, e := range v.Entries {
			w.value(i)
			w.value(e)
		}
	default:
		w.err = fmt.Errorf("evidence: there is no value %v", v)
	}
}

// value reads a value of a sort.
func (r *reader) value(o term.Sort) model.Value {
	if r.err != nil {
		return model.Value{}
	}
	switch r.st.SortKind(o) {
	case term.KindBool:
		return model.Bool(r.bool())
	case term.KindInt:
		return model.Int(r.integer())
	case term.KindReal:
		return model.Rat(r.rational())
	case term.KindBitVec:
		n := r.integer()
		if n.Sign() < 0 || n.BitLen() > r.st.Width(o) {
			r.fail("not a bit-vector of width %d", r.st.Width(o))
		}
		return model.Bits(r.st, o, n)
	case term.KindUninterpreted:
		return model.Elem(o, r.int(0, math.MaxInt32))
	case term.KindArray:
		return r.array(o)
	}
	r.fail("no values of sort %s", r.st.SortString(o))
	return model.Value{}
}

func (r *reader) array(o term.Sort) model.Value {
	index, element := r.st.ArraySorts(o)
	def := r.value(element)
	if r.err != nil {
		return model.Value{}
	}
	v := model.ConstArray(r.st, o, def)
	for range r.length() {
		i, e := r.value(index), r.value(element)
		if r.err != nil {
			return model.Value{}
		}
		v = v.Store(i, e)
	}
	return v
}
