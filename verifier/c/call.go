package c

import (
	"math/big"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/library"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/machine"
	"github.com/muster-smt/muster/verifier/prog"
)

// callProc calls a procedure, and returns its results in new variables.
func (f *fn) callProc(q *prog.Proc, values []term.Term) (out []prog.VarID) {
	for _, v := range q.Outs {
		out = append(out, f.temp(f.prog.Sort(v), "r"))
	}
	f.emit(prog.Cmd{Kind: prog.Call, Callee: q.ID, Targets: out, Values: values})
	f.ints.Forget()
	return out
}

// call evaluates a call of a function by its name, and returns the results in variables,
// or what a model of the callee says.
func (f *fn) call(e *syntax.Expr) (out []prog.VarID, v val) {
	q := f.procs[e.Obj]
	if q == nil {
		return nil, f.external(e)
	}
	values := f.arguments(e, e.Obj)
	f.pos = e.Pos
	f.res.record.calls[f.node(e.Pos)] = e
	out = f.callProc(q, values)
	if e.Obj.Type.Vararg {
		f.set(f.variadic.next, values[len(values)-1])
	}
	return out, val{}
}

// callEffect evaluates a call whose value is not used.
func (f *fn) callEffect(e *syntax.Expr) {
	if e.Obj == nil {
		f.indirect(e, nil)
	} else {
		f.call(e)
	}
}

// callValue evaluates a call that returns a scalar.
func (f *fn) callValue(e *syntax.Expr) val {
	if e.Obj == nil {
		p := f.whole(f.scratch(e.Type, e.Pos))
		f.indirect(e, &p)
		return f.ranged(f.load(p))
	}
	out, v := f.call(e)
	if v.Term != 0 || v.Cond != 0 {
		return v
	}
	f.returned(e)
	if len(out) != 1 || e.Type.Kind != syntax.Int && e.Type.Kind != syntax.Pointer {
		if e.Type.Kind == syntax.Float {
			f.hole(e.Pos, "floating-point arithmetic")
		}
		return f.arbitrary(f.unit.Sizes.Int, "none")
	}
	return f.ranged(f.read(f.prog.Var(out[0]).Term, e.Type, nil))
}

// callAggregate evaluates a call that returns a structure or a union.
func (f *fn) callAggregate(e *syntax.Expr) place {
	if e.Obj == nil {
		p := f.whole(f.scratch(e.Type, e.Pos))
		f.indirect(e, &p)
		return p
	}
	out, _ := f.call(e)
	f.returned(e)
	switch {
	case f.procs[e.Obj] == nil:
		p := f.whole(f.scratch(e.Type, e.Pos))
		f.anything(p)
		f.pictured(e.Obj.Name, p)
		return p
	case f.byMemory(e.Type):
		p := f.whole(f.scratch(e.Type, e.Pos)) // the next call writes where this one's result is
		f.copy(p, f.whole(f.slot(e.Obj, e.Type)), e.Pos)
		return p
	}
	s := inVariables(&syntax.Object{Name: "$result", Type: e.Type})
	for i, x := range f.passed(e.Type) {
		s.has(x, out[i])
	}
	return f.whole(s)
}

// byMemory reports whether a value is given to a function, or returned, by memory.
func (l *lowerer) byMemory(t *syntax.Type) bool {
	return punned(t) || l.facts.blanks && handedByMemory(t)
}

// passed lists the variables by which a value is given to a function, or returned: none if it goes by memory.
func (l *lowerer) passed(t *syntax.Type) []leaf {
	if l.byMemory(t) {
		return nil
	}
	return append(leaves(t), l.unsets(t)...)
}

// slot returns the memory by which a parameter is given that is not in variables, or the result of a function.
func (l *lowerer) slot(o *syntax.Object, t *syntax.Type) *storage {
	s := l.slots[o]
	if s == nil {
		obj := &syntax.Object{Name: o.Name, Type: t}
		s = &storage{obj: obj, addr: l.st.Int(l.reserve(t.Size, max(t.Align, alignment))), reg: l.mem.spare()}
		if !punned(t) {
			s.reg = l.mem.object(obj)
		}
		l.slots[o] = s
	}
	return s
}

// failure reports whether a call of a function is what must not happen.
func failure(name string) bool {
	switch name {
	case "reach_error", "__VERIFIER_error", "__assert_fail", "__assert", "__assert_rtn":
		return true
	}
	return false
}

// asserted begins what is said of an assertion that fails.
const asserted = "this assertion fails: "

// failing is a call of such a function. What assert calls is given the condition.
func failing(e *syntax.Expr) string {
	if strings.HasPrefix(e.Obj.Name, "__assert") {
		for _, x := range e.Args {
			if x = bare(x); x.Op == syntax.Decay && x.X.Op == syntax.Text && strings.HasPrefix(e.Obj.Name, "__assert_fail") {
				return asserted + strings.TrimSuffix(x.X.Str, "\x00")
			}
		}
	}
	return e.Obj.Name + " is called"
}

// ignored reports whether a function does nothing that a program sees, whatever it is given.
func ignored(name string) bool {
	switch plain(name) {
	case "printf", "puts", "putchar", "fprintf", "fputs", "fputc", "putc", "fflush", "perror", "printk", "free",
		"srand", "vprintf", "vfprintf", "dprintf", "putc_unlocked", "putchar_unlocked", "fputc_unlocked", "prefetch",
		"__clear_cache", "va_end":
		return true
	}
	return failure(name)
}

// allocator reports whether a function returns new memory.
func allocator(o *syntax.Object) bool {
	if o.Body != nil {
		return false
	}
	switch o.Name {
	case "malloc", "calloc", "alloca", "__muster_memory", "__muster_aligned", "__builtin_alloca", "__builtin_malloc",
		"__builtin_calloc":
		return true
	}
	return false
}

// resizes reports whether a function is realloc.
func resizes(o *syntax.Object) bool {
	return o.Body == nil && (o.Name == "realloc" || o.Name == "__builtin_realloc")
}

// external calls a function without a body, or one that means something of its own.
func (f *fn) external(e *syntax.Expr) val {
	name := e.Obj.Name
	if !slices.Contains(f.res.Outside, e.Obj) && !strings.HasPrefix(name, "__muster_") {
		f.res.Outside = append(f.res.Outside, e.Obj)
	}
	switch {
	case name == f.opt.Called:
		f.called(e.Pos)
		return f.nothing(e)
	case failure(name):
		what := failing(e)
		if cond, ok := strings.CutPrefix(what, asserted); ok {
			f.statement(func() string { return "assert(" + cond + ")" })
		}
		f.fail(e.Pos, what)
		if e.Obj.Body != nil {
			f.announces(e.Obj.Body.Pos, "{")
		}
		return f.nothing(e)
	case plain(name) == "free" && (f.asks(Memory) || f.reuse != nil) && len(e.Args) == 1:
		f.release(e)
		return val{}
	case ignored(name):
		f.fails(e)
		if unread(e) {
			f.unchecked(e.Obj)
		}
		for _, x := range slices.Backward(e.Args) {
			x = bare(x)
			number := x.Type.Kind == syntax.Int || x.Type.Kind == syntax.Pointer && x.Op != syntax.Decay
			if number && f.asks(Uninit) {
				f.value(x)
			} else if x.Type.Scalar() && hasEffects(x) || number && f.opt.Checks != 0 {
				f.effect(x)
			}
		}
		return f.nothing(e)
	}
	if v, ok := f.model(e, plain(name)); ok {
		return v
	}
	var given []val
	for _, x := range slices.Backward(e.Args) {
		switch x = bare(x); {
		case x.Type.Kind == syntax.Pointer && f.asks(Uninit) && givesAway(x):
			given = append(given, f.handed(x, e))
		case x.Type.Kind == syntax.Pointer && !named(x) && f.asks(Memory):
			f.handed(x, e)
		case x.Type.Scalar() && f.asks(Uninit) && x.Op != syntax.Decay:
			f.value(x)
		case x.Op != syntax.Decay:
			f.effect(x)
		}
	}
	if name == "__muster_unmodelled" {
		f.hole(e.Pos, f.obj.Name+" with such arguments, which is not modelled")
		return val{}
	}
	if library.Unsupported(name) || unmodelled(e.Obj) && f.asks(Bounds|Null|Memory|Uninit) &&
		slices.ContainsFunc(e.Args, points) {
		f.hole(e.Pos, name+", which is not modelled")
		return f.nothing(e)
	}
	if unseen(e) {
		f.unchecked(e.Obj)
	}
	if changes(e) {
		f.supplied(e, given)
		f.stirs(e)
	}
	if doubtful(e.Obj) {
		f.doubt(e)
	}
	f.pos = e.Pos
	v := f.nothing(e)
	f.elsewhere(v, e.Type)
	if lo, hi, ok := library.Input(name); ok {
		v = f.narrowed(v, lo, hi)
		f.fails(e)
	}
	f.res.record.calls[f.node(e.Pos)] = e
	if f.opt.Record && v.Term != 0 {
		f.noted(f.named(noteResult, name), v.Term)
		f.pointed(name, e, v.Term)
	}
	return v
}

// fails says that a function of the library may have failed: then errno says why. A file
// is not given as a null pointer.
func (f *fn) fails(e *syntax.Expr) {
	if o := f.facts.errno; o != nil {
		p := f.whole(f.storage(o))
		f.assign(p, f.narrowed(f.arbitrary(o.Type, "errno"), new(big.Int), big.NewInt(maxErrno)))
	}
	for _, x := range e.Args {
		if t := x.Type; t.Kind == syntax.Pointer && t.Elem.Name == "struct _IO_FILE" && f.asks(Null) {
			v := f.keptVal(f.value(x))
			f.require(Null, f.st.Not(f.st.Eq(f.number(v), f.st.Int(0))), e.Pos,
				said(x.Source()+" is a null pointer, and is handed to "+e.Obj.Name))
		}
	}
}

// maxErrno is the greatest number of an error in Linux.
const maxErrno = 133

func isNull(e *syntax.Expr) bool {
	for e.Op == syntax.Cast {
		e = e.X
	}
	return e.Op == syntax.Const && e.Val.Sign() == 0
}

// nothing returns any value of the type of a call.
func (f *fn) nothing(e *syntax.Expr) val {
	if e.Type.Kind != syntax.Int && e.Type.Kind != syntax.Pointer {
		return val{}
	}
	return f.arbitrary(e.Type, "any")
}

// narrowed returns a value that is any in a range, as far as its type has that.
func (f *fn) narrowed(v val, lo, hi *big.Int) val {
	if v.Term == 0 {
		return v
	}
	if lo != nil && lo.Cmp(v.Lo) > 0 {
		f.assume(f.st.Le(f.int(lo), v.Term))
		v.Lo = lo
	}
	if hi != nil && hi.Cmp(v.Hi) < 0 {
		f.assume(f.st.Le(v.Term, f.int(hi)))
		v.Hi = hi
	}
	return v
}

// modelled reports whether model knows a function.
func modelled(name string) bool {
	switch name {
	case "__VERIFIER_assume", "__ESBMC_assume", "__CPROVER_assume", "assume_abort_if_not", "__VERIFIER_assert",
		"__ESBMC_assert", "assert", "static_assert", "abort", "exit", "_exit", "_Exit", "__builtin_unreachable",
		"unreachable", "trap", "expect", "expect_with_probability", "__muster_positive", "__muster_accessed",
		"__muster_apart", "__muster_assume", "__muster_below", "__muster_any", "__muster_nonzero",
		"__muster_read_text", "malloc", "alloca", "calloc", "realloc", "__muster_memory", "__muster_aligned",
		"memset", "memcpy", "memmove", "abs", "labs", "llabs":
		return true
	}
	return false
}

// model evaluates a call of a function that is known.
func (f *fn) model(e *syntax.Expr, name string) (val, bool) {
	switch name {
	case "__VERIFIER_assume", "__ESBMC_assume", "__CPROVER_assume", "assume_abort_if_not", "__muster_assume":
		if len(e.Args) == 1 {
			f.assume(f.truth(f.value(e.Args[0])))
			return val{}, true
		}
	case "__VERIFIER_assert", "__ESBMC_assert", "assert", "static_assert":
		if len(e.Args) >= 1 && e.Args[0].Type.Scalar() {
			c := f.truth(f.value(e.Args[0]))
			f.pos = e.Pos
			if c != f.st.True() {
				f.assert(c, e.Pos, &Fault{say: func(show) string { return asserted + e.Args[0].Source() }}, name)
				f.assume(c)
			}
			return val{}, true
		}
	case "unreachable":
		f.require(Unreachable, f.st.False(), e.Pos, said("what is said not to be reached is reached"))
		f.stop()
		return f.nothing(e), true
	case "abort", "exit", "_exit", "_Exit", "trap":
		f.operands(e.Args)
		if name == "exit" {
			f.run(f.facts.shutdown)
		}
		f.ends(e.Pos)
		f.stop()
		return f.nothing(e), true
	case "expect", "expect_with_probability": // how probable it is is a constant
		if len(e.Args) >= 2 {
			v := f.value(e.Args[0])
			f.effect(e.Args[1])
			return v, true
		}
	case "__muster_positive": // memcmp says only which is less
		v := f.arbitrary(e.Type, "any")
		f.assume(f.st.Le(f.st.Int(1), f.number(v)))
		v.Lo = big.NewInt(1)
		return v, true
	case "__muster_below": // a number less than another one
		limit := f.ranged(f.value(e.Args[0]))
		v := f.arbitrary(e.Type, "any")
		f.assume(f.st.Lt(f.number(v), f.number(limit)))
		v.Hi = machine.Min(v.Hi, limit.Hi)
		if f.opt.Record {
			f.noted(f.named(noteResult, name), v.Term)
		}
		return v, true
	case "__muster_any": // so many bytes become any
		p, n := f.target(e.Args[0]), f.keptVal(f.ranged(f.value(e.Args[1])))
		f.writable(p, f.st.Eq(f.number(n), f.st.Int(0)), e.Pos)
		p = f.spanned(p, n, e.Pos)
		f.anyBytesOf(p, n)
		f.picturedBytes(name, p, n)
		return val{}, true
	case "__muster_nonzero": // bits are counted up to one that is set
		v := f.seen(Division, f.number(f.value(e.Args[0])))
		f.require(Division, f.st.Not(f.st.Eq(v, f.st.Int(0))), e.Pos, said("no bit is set"))
		return val{}, true
	case "__muster_read_text":
		f.readText(e.Args[0], e.Args[1], e.Pos)
		return val{}, true
	case "__muster_accessed": // so many bytes
		p := f.target(e.Args[0])
		f.spanned(p, f.keptVal(f.ranged(f.value(e.Args[1]))), e.Pos)
		return val{}, true
	case "__muster_apart": // where bytes are copied to, and from
		f.copiesApart(e)
		return val{}, true
	// of the last there is always enough
	case "malloc", "alloca", "calloc", "realloc", "__muster_aligned", "__muster_memory":
		return f.allocation(e, name)
	case "memset", "memcpy", "memmove":
		if len(e.Args) == 3 && e.Args[0].Type.Kind == syntax.Pointer &&
			(name == "memset" || e.Args[1].Type.Kind == syntax.Pointer) {
			return f.bulk(e, name)
		}
	case "abs", "labs", "llabs":
		if len(e.Args) == 1 && e.Type.Kind == syntax.Int {
			v := f.ranged(f.value(e.Args[0]))
			n := f.ring(machine.Sub, f.small(0), v, e.Type, e.Pos)
			return typed(f.st.Ite(f.st.Lt(f.number(v), f.st.Int(0)), f.number(n), f.number(v)), e.Type), true
		}
	}
	return val{}, false
}
