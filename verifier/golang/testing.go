package golang

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// testModel returns the model of a function of package testing; nil if it has none.
func testModel(name string) library {
	switch name {
	case "testing.Short", "testing.Verbose":
		return func(f *fn, _ value, _ types.Type) value {
			return value{f.b.Boolean(f.st.Eq(f.any("flag"), f.st.Int(1)))}
		}
	case "(*testing.T).Run":
		return runs
	case "(*testing.T).Parallel", "(*testing.F).Add":
		return nothing
	case "(*testing.F).Fuzz":
		return func(*fn, value, types.Type) value {
			refuse("f.Fuzz of a function that is not known")
			return nil
		}
	}
	method, ok := strings.CutPrefix(name, "(*testing.common).")
	if !ok {
		return nil
	}
	switch method {
	case "Helper", "Log", "Logf":
		return nothing
	case "Name":
		return func(f *fn, _ value, _ types.Type) value { return f.anyText() }
	case "Skip", "Skipf", "SkipNow":
		return exits
	case "Error", "Errorf", "Fail", "Fatal", "Fatalf", "FailNow":
		return func(f *fn, _ value, _ types.Type) value { return f.fails(method) }
	}
	return func(*fn, value, types.Type) value {
		refuse("t.%s", method)
		return nil
	}
}

func nothing(*fn, value, types.Type) value { return nil }

// modelsTest notes what a function of package testing with a model needs.
func (a *facts) modelsTest(g *ssa.Function) {
	if g.Pkg.Pkg.Path() != "testing" {
		return
	}
	switch name := g.Name(); {
	case strings.HasPrefix(name, "Skip"):
		a.skips = true
	case strings.HasPrefix(name, "Fa"), strings.HasPrefix(name, "Error"):
		a.fails, a.ends = true, a.ends || ends(name)
	case name == "Parallel":
		a.parallel = true
	case name == "Run":
		a.calls(g.Signature.Params().At(1).Type().Underlying().(*types.Signature))
	}
}

// fails has a test fail, and end if it does so at once: an execution that goes on fails all the same.
func (f *fn) fails(method string) value {
	asked := f.asserts(Fail)
	if asked {
		f.res.assertions++
		f.assert(f.asked(f.st.False()), &fault{kind: Fail, say: said("t." + method + failsTest)}, Fail.String())
	}
	if asked || ends(method) {
		f.res.endsUnasked = f.res.endsUnasked || !asked
		return exits(f, nil, nil)
	}
	return nil
}

// ends reports whether a test ends at once that fails by a method.
func ends(method string) bool { return strings.HasPrefix(method, "Fatal") || method == "FailNow" }

// failsTest is behind the name of the method by which a test fails.
const failsTest = " fails the test"

// Unlogged reports whether a failure with a message is one of which go test writes no line.
func Unlogged(message string) bool {
	return message == "t.Fail"+failsTest || message == "t.FailNow"+failsTest
}

// runs has a function run as a test in the present one. If that may fail without being asked about, the result is any.
func runs(f *fn, args value, _ types.Type) value {
	if f.facts.skips || f.facts.parallel {
		refuse("t.Run where t.Skip or t.Parallel may be called") // only the inner test would end, or it would wait
	}
	asked := f.opt.Checks&Fail != 0
	if f.facts.ends && !asked {
		refuse("t.Run where t.Fatal may be called, without --check=fail")
	}
	sig := types.NewSignatureType(nil, nil, nil, types.NewTuple(types.NewVar(0, nil, "t", f.testingT())), nil, false)
	f.dynamic(sig, args[5:7], args[:2], types.NewTuple())
	if f.facts.fails && !asked {
		f.inexact("the result of t.Run")
		return f.anyOf(types.Typ[types.Bool])
	}
	return value{f.b.Boolean(f.st.True())}
}

// testingT is the type of the argument of tests.
func (f *fn) testingT() types.Type { return f.facts.pointerTo("testing", "T") }

// fuzzedBy returns the function that is given to f.Fuzz, if a call is of that and it is known.
func fuzzedBy(c *ssa.CallCommon) ssa.Value {
	g := c.StaticCallee()
	if g == nil || g.RelString(nil) != "(*testing.F).Fuzz" {
		return nil
	}
	m, ok := c.Args[1].(*ssa.MakeInterface)
	if !ok {
		return nil
	}
	sig, ok := m.X.Type().Underlying().(*types.Signature)
	if !ok || sig.Params().Len() == 0 || sig.Results().Len() > 0 {
		return nil
	}
	return m.X
}

// fuzzes calls a function as f.Fuzz does: with arguments of any value, or, where there is no seed, not at all. Slices
// are not nil then.
func (f *fn) fuzzes(v ssa.Value) {
	if len(f.facts.fuzzed) != 1 || f.src == nil || kindOf(f.src) != fuzz || repeated(f.now) {
		refuse("f.Fuzz that is called several times, or elsewhere than in the fuzz target")
	}
	sig := f.facts.fuzzed[0]
	given := varsOf(sig)[1:]
	var all []types.Type
	for _, p := range given {
		all = append(all, p.Type())
	}
	f.recordMemory(all)
	f.oneOf(2, func(k int) {
		if k == 0 {
			return
		}
		args := value{{Term: f.st.Int(f.static(f.size(pointee(f.testingT()))))}, f.b.Small(0)}
		args = append(args, f.anyArguments(f.src, given)...)
		k = 2
		for _, p := range given {
			if _, ok := p.Type().Underlying().(*types.Slice); ok {
				f.assume(f.st.Not(f.st.Eq(args[k].Term, f.st.Int(0))))
			}
			k += len(f.leaves(p.Type()))
		}
		f.callsValue(v, sig, args, types.NewTuple())
	})
}

// repeated reports whether control may get to a block again.
func repeated(b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := append([]*ssa.BasicBlock(nil), b.Succs...)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x == b {
			return true
		}
		if !seen[x] {
			seen[x] = true
			work = append(work, x.Succs...)
		}
	}
	return false
}
