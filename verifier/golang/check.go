package golang

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/machine"
	"github.com/muster-smt/muster/verifier/prog"
)

// Checks is a set of kinds of panics that a program is asked about.
type Checks uint16

// The kinds of panics.
const (
	Index      Checks = 1 << iota // an index out of range
	Bounds                        // the bounds of a slice expression
	NilPointer                    // an access through a nil pointer, a call of a nil function or interface
	NilMap                        // an assignment to an element of a nil map
	Division                      // an integer division by zero
	Shift                         // a negative shift amount
	Assertion                     // a type assertion
	Unhashable                    // a comparison, or a key of a map, of a type without ==
	MakeSlice                     // a length or capacity that is negative, or less than the length
	ToArray                       // a conversion of a slice to an array that is longer
	Panic                         // a call of panic
	Fail                          // a test that fails by t.Fatal, t.Error or their kin
	Requires                      // a call that does not satisfy what a function requires
	Ensures                       // a return of the entry that is not as that ensures
	tooLarge                      // of MakeSlice: a length or capacity that is only too large for any memory
)

// AllChecks are all kinds. Where nobody chooses, tooLarge is left out: that memory suffices is an assumption.
const AllChecks = tooLarge<<1 - 1

// checkNames are the names of the kinds, by number.
var checkNames = [...]string{
	"index", "slice", "nil", "nilmap", "division", "shift", "assertion", "unhashable", "makeslice", "toarray", "panic",
	"fail", requires, ensures,
}

// CheckNames returns the names of the kinds.
func CheckNames() []string { return checkNames[:] }

// ParseChecks reads names that are separated by commas.
func ParseChecks(text string) (out Checks, err error) {
	for _, name := range strings.Split(text, ",") {
		k := slices.Index(checkNames[:], name)
		switch {
		case name == "all":
			out |= AllChecks
		case k < 0:
			return 0, fmt.Errorf("no check %q of Go; there are %s, and all", name, strings.Join(checkNames[:], ", "))
		default:
			out |= 1 << k
		}
	}
	if out&MakeSlice != 0 {
		out |= tooLarge
	}
	return out, nil
}

// String returns the names of the kinds.
func (c Checks) String() string {
	var names []string
	for k, name := range checkNames {
		if c&(1<<k) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

// fault is what an assertion excludes.
type fault struct {
	kind Checks
	at   prog.Pos
	say  func(show) string
	unit *unit
	// clause is the contract that does not hold; nil of something else.
	clause *ssa.Function
	of     *unwinding // the panic that began elsewhere, and leaves the entry; nil: it begins here
}

// show returns the value of a term in the execution.
type show func(term.Term) string

// said is what a fault says whatever the values are.
func said(text string) func(show) string { return func(show) string { return text } }

// nilDereference is what the runtime says of nil pointers, functions and interfaces.
const nilDereference = "invalid memory address or nil pointer dereference"

// runtime is what the runtime says of its own panics first.
const runtime = "runtime error: "

// asserts reports whether a panic of a kind is an assertion that fails.
func (f *fn) asserts(kind Checks) bool {
	asked := f.opt.Checks&kind != 0
	switch f.query.Question {
	case front.Fails:
		return asked
	case front.Unasked:
		return !asked
	}
	return false
}

// check says that an operation panics unless c holds. If that is not asked about, executions end where it does.
func (f *fn) check(kind Checks, c term.Term, say func(show) string) {
	f.checkAs(kind, c, func(v show) string { return runtime + say(v) })
}

func (f *fn) checkAs(kind Checks, c term.Term, say func(show) string) {
	if c == f.st.True() || f.late(kind) {
		return
	}
	p := f.facts.catches.protection(f.instr)
	if f.facts.caught == "" && p != never && kind&(Requires|Ensures|Fail) == 0 { // these are no panics
		f.raises(p, c, &fault{kind: kind, say: say}, nil)
		if c == f.st.False() {
			f.stop()
			refuse("nothing, since no execution gets here") // the hole is never reached
		}
		return
	}
	if f.opt.Checks&kind == 0 {
		f.res.endsUnasked = true
	}
	if f.facts.caught != "" {
		f.unless(c, f.facts.caught)
	} else if f.asserts(kind) {
		f.res.assertions++
		f.assert(f.asked(c), &fault{kind: kind, say: say}, kind.String())
	}
	if f.assume(c); c == f.st.False() {
		f.stop()
		refuse("nothing, since no execution gets here") // the hole is never reached
	}
}

// late reports whether checks of a kind at the present place are left out.
func (f *fn) late(kind Checks) bool {
	if f.opt.Late == (Late{}) {
		return false
	}
	at := f.lowerer.src.fset.Position(f.pos)
	return f.opt.Late == Late{kind.String(), at.Filename, at.Line}
}

// asked is a condition where what is asked about has begun.
func (f *fn) asked(c term.Term) term.Term {
	if f.early == 0 {
		return c
	}
	return f.st.Or(f.prog.Var(f.early).Term, c)
}

// assert makes an assertion, and returns its node.
func (f *fn) assert(c term.Term, x *fault, names ...string) prog.NodeID {
	x.at, x.unit, x.clause = f.position(f.pos), f.unitAt(f.pos), f.clause
	n := f.prog.NewNode(x.at)
	f.emit(prog.Cmd{Kind: prog.Assert, Cond: c, Node: n})
	f.res.faults[n] = x
	if len(names) > 0 {
		f.prog.Names[n] = append(f.prog.Names[n], names...)
	}
	return n
}

// seen returns a term for a value that a fault shows: a variable of its own.
func (f *fn) seen(v machine.Value) term.Term {
	t := f.b.Number(v)
	if f.st.IsNum(t) || f.res.shown[t] {
		return t
	}
	id := f.temp(term.Int, "v")
	f.emit(prog.Cmd{Kind: prog.Assign, Targets: []prog.VarID{id}, Values: []term.Term{t}})
	t = f.prog.Var(id).Term
	f.res.shown[t] = true
	return t
}

// hole is where an execution gets that does what is not supported.
func (f *fn) hole(what string) {
	if f.cur == noBlock {
		return
	}
	f.unless(f.st.False(), what)
	f.stop()
}

// unless says that what follows is not all there may be, but where a condition holds.
func (f *fn) unless(c term.Term, what string) {
	if f.query.Question == front.Fails && c != f.st.True() {
		f.res.holes[f.assert(c, &fault{say: said(what)})] = what
	}
}

// inBounds checks an index.
func (f *fn) inBounds(i, n machine.Value) {
	i, n = f.b.Ranged(i), f.b.Ranged(n)
	c := f.st.And(f.b.Compare(machine.Le, f.b.Small(0), i), f.b.Compare(machine.Lt, i, n))
	if c == f.st.True() {
		return
	}
	x, y := f.seen(i), f.seen(n)
	c = f.st.And(f.st.Le(f.st.Int(0), x), f.st.Lt(x, y))
	f.check(Index, c, func(v show) string {
		if strings.HasPrefix(v(x), "-") {
			return fmt.Sprintf("index out of range [%s]", v(x))
		}
		return fmt.Sprintf("index out of range [%s] with length %s", v(x), v(y))
	})
}

// panics is a call of panic.
func (f *fn) panics(v *ssa.Panic) {
	never, say := f.st.False(), said("panic")
	if m, ok := v.X.(*ssa.MakeInterface); ok {
		if c, ok := m.X.(*ssa.Const); ok && c.Value != nil {
			say = said("panic: " + panicText(c))
		}
	}
	if f.facts.caught != "" {
		f.hole(f.facts.caught)
		return
	}
	if p := f.facts.catches.protection(f.instr); p != 0 {
		f.panicsBelow(p, v, never, say)
		return
	}
	if f.asserts(Panic) {
		if !v.Pos().IsValid() {
			never, say = f.strayYield(v, say)
		}
		f.res.assertions++
		f.assert(f.asked(never), &fault{kind: Panic, say: say}, Panic.String())
	}
	f.stop()
}

// panicsBelow is a call of panic that may be recovered.
func (f *fn) panicsBelow(p protection, v *ssa.Panic, never term.Term, say func(show) string) {
	var x value
	if v.Pos().IsValid() {
		x = f.value(v.X)
		some := f.st.Not(f.st.Eq(x[0].Term, f.st.Int(0)))
		f.unless(some, "panic(nil) that may be recovered")
		f.assume(some)
	} else {
		never, say = f.strayYield(v, say)
	}
	f.raises(p, never, &fault{kind: Panic, say: say}, x)
	f.stop()
}

// strayYield returns what the runtime says where ssa has made the panic: where a yield function is called in or after
// its own range over a function. The state of that is compared with a constant before, so the assertion fails always.
func (f *fn) strayYield(v *ssa.Panic, otherwise func(show) string) (never term.Term, say func(show) string) {
	if v.Block().Comment != "yield-invalid" && v.Block().Comment != "rangefunc.resume.busy" {
		return f.st.False(), otherwise
	}
	before := v.Block().Preds[0]
	way, ok := before.Instrs[len(before.Instrs)-1].(*ssa.If)
	if !ok {
		return f.st.False(), otherwise
	}
	c, ok := way.Cond.(*ssa.BinOp)
	if !ok || c.Op != token.EQL {
		return f.st.False(), otherwise
	}
	state := f.seen(f.value(c.X)[0])
	never = f.st.Eq(state, f.b.Number(f.value(c.Y)[0]))
	if before.Succs[0] == v.Block() {
		never = f.st.Not(never)
	}
	return never, func(s show) string {
		words := "continued iteration after function for loop body returned false"
		switch at := s(state); {
		case v.Block().Comment == "rangefunc.resume.busy":
			words = "recovered a loop body panic and did not resume panicking"
		case at == "-1":
			words = "continued iteration after loop body panic"
		case at == "-2":
			words = "continued iteration after whole loop exit"
		}
		return runtime + "range function " + words
	}
}
