package golang

import (
	"fmt"
	"go/types"
	"math/big"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/machine"
	"github.com/muster-smt/muster/verifier/prog"
)

// mostShown is how many numbers the message of a panic shows.
const mostShown = 3

// unwinding is the state of a panic that may be recovered, in global variables: on says that one is on its way through
// the callers, value what it was given, site where it began, asked whether it is of a kind that is asked about, and
// shown what its message shows. passed has the function that is called next be one that recovers it, and recovered is
// what that one has done. depth counts the calls that are pending and may recover.
type unwinding struct {
	on, asked, passed, recovered prog.VarID
	site, depth                  prog.VarID
	value                        [1 + words]prog.VarID
	shown                        [mostShown]prog.VarID
	sites                        []*fault
}

// panicking returns that state.
func (l *lowerer) panicking() *unwinding {
	if l.unwind != nil {
		return l.unwind
	}
	u := &unwinding{
		on: l.global("$panicking", term.Bool, 0), asked: l.global("$asked", term.Bool, 0),
		passed: l.global("$passed", term.Bool, 0), recovered: l.global("$recovered", term.Bool, 0),
		site: l.global("$site", term.Int, 0), depth: l.global("$depth", term.Int, 0),
	}
	for k := range u.value {
		u.value[k] = l.global(fmt.Sprintf("$value%d", k), term.Int, 0)
	}
	for k := range u.shown {
		u.shown[k] = l.global(fmt.Sprintf("$shown%d", k), term.Int, 0)
	}
	l.unwind = u
	return u
}

// kept lists what is kept of a panic while a deferred call runs.
func (u *unwinding) kept() (out []prog.VarID) {
	out = append(out, u.asked, u.site)
	return append(append(out, u.value[:]...), u.shown[:]...)
}

// calm is what holds before anything panics.
func (f *fn) calm() {
	if f.facts.catches == nil || len(f.facts.catches.sites) == 0 {
		return
	}
	u := f.panicking()
	c := f.change()
	c.write(u.on, f.st.False())
	c.write(u.passed, f.st.False())
	c.write(u.recovered, f.st.False())
	c.write(u.depth, f.st.Int(0))
	c.make()
}

// raises says that an operation panics unless a condition holds, where that may be recovered: with a value, or as the
// runtime does.
func (f *fn) raises(p protection, c term.Term, x *fault, value value) {
	u := f.panicking()
	if f.ahead() {
		f.unless(c, "a panic before a call in the same statement that may be recovered")
		f.assume(c)
		return
	}
	if f.opt.Checks&x.kind == 0 {
		f.res.endsUnasked = true
	}
	if p == sometimes {
		deep := f.st.Lt(f.st.Int(0), f.prog.Var(u.depth).Term)
		now := f.st.Or(c, deep)
		if f.asserts(x.kind) {
			f.res.assertions++
			f.assert(f.asked(now), &fault{kind: x.kind, say: x.say}, x.kind.String())
		}
		f.assume(now)
	}
	x.at, x.unit = f.position(f.pos), f.unitAt(f.pos)
	var shown []term.Term
	x.say(func(t term.Term) string {
		shown = append(shown, t)
		return "0"
	})
	yes, no := f.branch(c, "passes", "panics")
	f.enter(no)
	w := f.change()
	w.write(u.on, f.st.True())
	w.write(u.asked, f.st.Bool(f.asserts(x.kind)))
	if f.asserts(x.kind) {
		f.res.assertions++
	}
	w.write(u.site, f.st.Int(int64(len(u.sites))))
	for k, t := range shown[:min(len(shown), mostShown)] {
		w.write(u.shown[k], t)
	}
	if value == nil {
		value = f.runtimePanic(int64(len(u.sites)))
	}
	for k, v := range value {
		w.write(u.value[k], f.b.Number(v))
	}
	w.make()
	u.sites = append(u.sites, x)
	f.jump(f.unwinds())
	f.enter(yes)
}

// runtimePanic is the value of a panic of the runtime.
func (f *fn) runtimePanic(site int64) value {
	out := value{f.b.Small(f.number(f.lowerer.src.panicType())), f.b.Small(site)}
	for len(out) < 1+words {
		out = append(out, f.b.Small(0))
	}
	return out
}

// unwinds returns the block in which a panic goes on that has left an operation or a call.
func (f *fn) unwinds() int32 {
	if f.unwinder == noBlock {
		f.unwinder = f.block("unwind")
	}
	return f.unwinder
}

// passOn has a panic go on that a call has been left by.
func (f *fn) passOn(g *ssa.Function) {
	c := f.facts.catches
	if c == nil || !c.under[g] || c.protection(f.instr) == never {
		return
	}
	yes, no := f.branch(f.prog.Var(f.panicking().on).Term, "panicked", "returned")
	f.enter(yes)
	f.jump(f.unwinds())
	f.enter(no)
}

// unwound lowers what a panic does in a function: it runs what is deferred, the last one first. If one of these
// recovers, the others run as when the function returns, which it then does.
func (f *fn) unwound() {
	if f.unwinder == noBlock {
		return
	}
	u, head := f.panicking(), f.unwinder
	f.enter(head)
	var saved []prog.VarID
	for _, v := range u.kept() {
		saved = append(saved, f.temp(f.prog.Sort(v), "panic"))
	}
	f.move(saved, u.kept())
	if f.defers == nil {
		f.leavesBy(u)
		return
	}
	loop, over := f.block("unwinding"), f.block("recovered")
	f.jump(loop)
	f.enter(loop)
	f.eachDeferred(func(s *ssa.Defer, at term.Term) {
		f.move(u.kept(), saved)
		f.set(u.on, f.st.False())
		f.set(u.recovered, f.st.False())
		f.popped(s)
		f.instr = s
		f.catching = f.facts.catches.sites[s]
		f.guarded(func() { f.runs(s, at) })
		f.catching = false
		if f.cur == noBlock {
			return
		}
		if f.facts.catches.sites[s] {
			yes, no := f.branch(f.prog.Var(u.recovered).Term, "recovered", "not")
			f.enter(yes)
			f.jump(over)
			f.enter(no)
		}
		f.jump(loop)
	})
	f.move(u.kept(), saved)
	f.set(u.on, f.st.True())
	f.leavesBy(u)
	f.enter(over)
	f.runDefers()
	f.jump(f.heads[f.src.Recover]) // there is one, since something is deferred
}

func (f *fn) move(to, from []prog.VarID) {
	c := f.change()
	for k := range to {
		c.write(to[k], f.prog.Var(from[k]).Term)
	}
	c.make()
}

// leavesBy ends a function with a panic. It is a failure if nothing is pending that may recover it.
func (f *fn) leavesBy(u *unwinding) {
	c := f.facts.catches
	if c.bare[f.src] {
		st := f.st
		pending := st.False()
		if c.deep {
			pending = st.Lt(st.Int(0), f.prog.Var(u.depth).Term)
		}
		read := []term.Term{pending, st.Not(f.prog.Var(u.asked).Term), st.Lt(f.prog.Var(u.site).Term, st.Int(0))}
		for _, v := range u.shown { // the message shows them, so the assertion reads them: they are never so small
			read = append(read, st.Lt(f.prog.Var(v).Term, f.b.Int(new(big.Int).Neg(machine.Pow2(400)))))
		}
		f.assert(f.asked(st.Or(read...)), &fault{kind: Panic, of: u}, Panic.String())
		f.assume(pending)
	}
	f.noteRecovered()
	f.jump()
}

// noteRecovered notes what a function has recovered that may.
func (f *fn) noteRecovered() {
	if f.recovered != 0 {
		f.set(f.panicking().recovered, f.prog.Var(f.recovered).Term)
	}
}

// prepareRecover takes what the function may recover.
func (f *fn) prepareRecover() {
	c := f.facts.catches
	if c == nil || !c.recovers[f.src] || wraps(f.src) || len(c.sites) == 0 {
		return
	}
	u := f.panicking()
	f.mine, f.recovered = f.temp(term.Bool, "mine"), f.temp(term.Bool, "done")
	w := f.change()
	for k := range f.caught {
		f.caught[k] = f.temp(term.Int, "caught")
		w.write(f.caught[k], f.prog.Var(u.value[k]).Term)
	}
	w.write(f.mine, f.prog.Var(u.passed).Term)
	w.write(f.recovered, f.st.False())
	w.write(u.passed, f.st.False())
	w.make()
}

// passes has a function that is called next recover the panic that is on its way, if it may, and returns what follows
// the call. What others recover below them is another panic; a wrapper passes on only what the function it wraps may.
func (f *fn) passes(g *ssa.Function) (after func()) {
	c := f.facts.catches
	if len(c.sites) == 0 {
		return func() {}
	}
	u, wrapper := f.panicking(), f.src != nil && wraps(f.src) && c.recovers[f.src]
	switch {
	case f.catching && c.recovers[g]:
		f.set(u.passed, f.st.True())
		return func() { f.set(u.passed, f.st.False()) }
	case f.catching, wrapper && !c.recovers[g]:
		f.set(u.passed, f.st.False())
		return func() { f.set(u.recovered, f.st.False()) }
	}
	return func() {}
}

// noPanic says that it is not known what follows if an interface holds a panic of the runtime: its type, and which are
// equal, are not those of the runtime.
func (f *fn) noPanic(x value, what string) {
	if n := f.number(f.lowerer.src.panicType()); n != 0 {
		f.require(f.st.Not(f.st.Eq(x[0].Term, f.st.Int(n))), what+" a panic of the runtime")
	}
}

// ofRuntime reports whether a panic of the runtime may be of a type, or have its methods, though Panic does not.
func ofRuntime(t types.Type) bool {
	switch u := types.Unalias(t).(type) {
	case *types.Pointer:
		return ofRuntime(u.Elem())
	case *types.Named:
		if p := u.Obj().Pkg(); p != nil && p.Path() == "runtime" && !types.IsInterface(u) {
			return true
		}
	}
	addr, _, _ := types.LookupFieldOrMethod(t, false, nil, "Addr")
	return types.IsInterface(t) && addr != nil
}

// recovers lowers recover().
func (f *fn) recovers() value {
	none := f.zero(types.NewInterfaceType(nil, nil))
	if f.mine == 0 {
		return none
	}
	mine := f.prog.Var(f.mine).Term
	var out value
	for k := range f.caught {
		out = append(out, machine.Value{Term: f.kept(f.st.Ite(mine, f.prog.Var(f.caught[k]).Term, f.st.Int(0)), "value")})
	}
	c := f.change()
	c.write(f.recovered, f.st.Or(f.prog.Var(f.recovered).Term, mine))
	c.write(f.mine, f.st.False())
	c.make()
	return out
}

// popped notes that a deferred call is no longer pending.
func (f *fn) popped(s *ssa.Defer) {
	if c := f.facts.catches; c != nil && c.deep && c.sites[s] {
		d := f.panicking().depth
		f.set(d, f.st.Sub(f.prog.Var(d).Term, f.st.Int(1)))
	}
}

// began returns the fault with which a panic has begun that leaves the entry, by what is shown of the state.
func (u *unwinding) began(l *lowerer, v show) *fault {
	k, err := strconv.Atoi(v(l.prog.Var(u.site).Term))
	if err != nil || k < 0 || k >= len(u.sites) {
		return nil
	}
	x := *u.sites[k]
	n := 0
	said := x.say(func(term.Term) string {
		n++
		return v(l.prog.Var(u.shown[min(n, mostShown)-1]).Term)
	})
	x.say = func(show) string { return said }
	return &x
}
