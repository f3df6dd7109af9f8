package golang

import (
	"errors"
	"fmt"
	"go/types"
	"math/big"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/golang/gotest"
	"github.com/muster-smt/muster/verifier/machine"
	"github.com/muster-smt/muster/verifier/prog"
)

// note says what a Record command records: that the plan has a function called, a leaf of an argument, a map of memory
// before the program begins, or the same of a call that is not of the program, and a leaf of a result.
type note struct {
	of          *ssa.Function
	param, leaf int        // the parameter is -1 of the call itself
	memory      prog.VarID // 0: an argument, or a result
	stub        *stubCall
	text        bool // a part of a string that gets a number
}

// decoder has what is in memory before an execution begins, and what calls return that are not of the program.
type decoder struct {
	*lowerer
	maps    map[prog.VarID]model.Value
	objects map[string]*gotest.Object
	made    map[string][]*madeCall // by the objects whose methods are called, and functions
	last    *madeCall
	texts   []numberedText
}

// record has traces show an argument.
func (f *fn) record(x note, t types.Type, v value) {
	if f.query.Question != front.Fails {
		return
	}
	for n, y := range f.leaves(t) {
		x.leaf = n
		f.notes(x, f.term(y, v[n]))
	}
}

// recordMemory has traces show what is in the memory that arguments of some types lead to.
func (f *fn) recordMemory(given []types.Type) {
	if f.query.Question != front.Fails {
		return
	}
	seen := map[types.Type]bool{}
	for _, t := range given {
		f.reachable(t, seen)
	}
	f.notes(note{memory: f.bytes}, f.prog.Var(f.bytes).Term)
	for _, m := range f.methodOrder {
		f.notes(note{memory: f.methods[m].in}, f.prog.Var(f.methods[m].in).Term)
	}
}

func (f *fn) notes(x note, t term.Term) {
	n := f.prog.NewNode(f.position(f.pos))
	f.res.notes[n] = x
	f.emit(prog.Cmd{Kind: prog.Record, Label: "argument", Values: []term.Term{t}, Node: n})
}

// reachable records the memory that values of a type lead to.
func (f *fn) reachable(t types.Type, seen map[types.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	elem := types.Type(nil)
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for k := range u.NumFields() {
			f.reachable(u.Field(k).Type(), seen)
		}
	case *types.Array:
		f.reachable(u.Elem(), seen)
	case *types.Pointer:
		elem = u.Elem()
	case *types.Slice:
		elem = u.Elem()
	case *types.Map:
		m := f.mapping(u)
		for _, v := range append([]prog.VarID{m.has, m.length}, m.values...) {
			f.notes(note{memory: v}, f.prog.Var(v).Term)
		}
		f.reachable(u.Elem(), seen)
	case *types.Interface:
		for _, d := range slices.Concat(f.facts.given, f.facts.stubs.asserted) {
			if types.Implements(d, u) {
				f.reachable(d, seen)
				if f.boxed(d) {
					f.remember(d)
				}
			}
		}
	}
	if elem != nil {
		f.remember(elem)
		f.reachable(elem, seen)
	}
}

func (f *fn) remember(t types.Type) {
	for _, c := range f.cellsOf(t) {
		m := f.mapOf(c)
		f.notes(note{memory: m}, f.prog.Var(m).Term)
	}
}

// Counterexample returns a test that does as an execution: the first one of its entry.
func (r *Result) Counterexample(t *verifier.Trace) (*gotest.Test, error) {
	out := &gotest.Test{Entry: r.entry, Number: 1, Fuzz: r.plan.kind == fuzz}
	if r.plan.kind == test {
		return out, nil
	}
	d := &decoder{
		lowerer: r.lowerer, maps: map[prog.VarID]model.Value{}, objects: map[string]*gotest.Object{},
		made: map[string][]*madeCall{},
	}
	for _, c := range d.calls(t, r.notes) {
		x, err := r.called(d, c)
		if err != nil {
			return nil, err
		}
		if c.of.Signature.Recv() != nil && r.plan.made {
			named := receiverType(c.of.Signature.Recv().Type())
			made := out.Calls[0].Func.Signature()
			at := result(made, named)
			x.Recv, x.RecvType = gotest.Result{Index: at}, made.Results().At(at).Type()
		}
		out.Calls = append(out.Calls, *x)
	}
	if len(out.Calls) == 0 {
		return nil, errors.New("the execution fails before the arguments are known")
	}
	return out, nil
}

// called is a call that the plan makes in an execution, with the leaves of the arguments.
type called struct {
	of    *ssa.Function
	given map[int][]model.Value
}

// calls returns those that the plan makes in an execution, and takes what is in memory.
func (d *decoder) calls(t *verifier.Trace, notes map[prog.NodeID]note) (out []called) {
	steps := t.Steps
	if t.Recorded != nil {
		steps = t.Recorded
	}
	for i := range steps {
		s := &steps[i]
		x, ok := notes[s.Node]
		switch {
		case s.Kind != prog.StepRecord || !ok || len(s.Exact) == 0:
		case x.memory != 0:
			d.maps[x.memory] = s.Exact[0].Value
		case x.stub != nil:
			d.returns(x, s.Exact[0].Value)
		case x.text:
			d.numbered(x.leaf, s.Exact[0].Value)
		case x.param < 0:
			out = append(out, called{x.of, map[int][]model.Value{}})
		case len(out) > 0:
			last := out[len(out)-1].given
			last[x.param] = append(last[x.param], s.Exact[0].Value)
		}
	}
	return out
}

// called returns a call as a test makes it.
func (r *Result) called(d *decoder, c called) (*gotest.Call, error) {
	fn, ok := c.of.Object().(*types.Func)
	if !ok {
		return nil, errors.New("the entry is no function that has a name")
	}
	out := &gotest.Call{Func: fn}
	given := r.plan.given(c.of)
	if r.plan.kind == fuzz {
		sig := r.lowerer.facts.fuzzed[0]
		out.RecvType, given = sig, varsOf(sig)[1:]
	}
	for k, p := range given {
		if len(c.given[k]) != len(d.leaves(p.Type())) {
			return nil, fmt.Errorf("%s: the execution does not say what it is", p.Name())
		}
		v, err := d.value(p.Type(), c.given[k])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name(), err)
		}
		if k == 0 && fn.Signature().Recv() != nil && !r.plan.made {
			out.Recv = v
		} else {
			out.Args = append(out.Args, v)
		}
	}
	return out, nil
}

// longestGiven is up to how many elements a slice or string in a test has. The rest of a longer one is left out: mostly
// nothing looks at it, and whether the test fails is seen when it runs.
const longestGiven = 1 << 12

// value returns a value of a type by its leaves.
func (d *decoder) value(t types.Type, v []model.Value) (gotest.Value, error) {
	for _, x := range v {
		if !x.IsValid() {
			return nil, errors.New("the execution does not say what it is")
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case isString(t):
			return d.text(v)
		case isBool(t):
			return gotest.Bool(v[0].IsTrue()), nil
		case isInt(t):
			return gotest.Int{N: d.within(t, v[0].Int().Big())}, nil
		case isReal(t):
			return gotest.Float(realAt(v[0].Int().Big())), nil
		case isFloat(t):
			return gotest.Zero{}, nil
		}
	case *types.Pointer:
		if v[0].Int().IsZero() {
			return gotest.Zero{}, nil
		}
		o, err := d.object(u.Elem(), v[0].Int().Big(), v[1].Int().Big())
		return gotest.Pointer{To: o}, err
	case *types.Slice:
		return d.slice(u, v)
	case *types.Struct:
		var out gotest.Struct
		for k := range u.NumFields() {
			n := len(d.leaves(u.Field(k).Type()))
			x, err := d.value(u.Field(k).Type(), v[:n])
			if err != nil {
				return nil, err
			}
			out, v = append(out, x), v[n:]
		}
		return out, nil
	case *types.Interface:
		return d.held(u, v)
	case *types.Signature:
		if n, _ := v[0].Int().Int64(); n == stubFunction {
			return d.calledOf(v[1].Int().Big(), "")
		}
		if v[0].Int().IsZero() {
			return gotest.Zero{}, nil
		}
	case *types.Map:
		if !v[0].Int().IsZero() {
			return d.mapped(u, v[0])
		}
		return gotest.Zero{}, nil
	case *types.Chan:
		if v[0].Int().IsZero() {
			return gotest.Zero{}, nil
		}
	case *types.Array:
		return d.array(u, v)
	}
	return nil, fmt.Errorf("no test is written with a %s yet", types.TypeString(t, shortName))
}

// within returns a number of a type. What the execution does not read may be any, and be in no type.
func (d *decoder) within(t types.Type, n *big.Int) *big.Int {
	typ := d.integer(t)
	lo, _ := typ.Range()
	n = new(big.Int).Sub(n, lo)
	return n.Add(n.Mod(n, machine.Pow2(uint(typ.Bits))), lo)
}

func (d *decoder) array(u *types.Array, v []model.Value) (gotest.Value, error) {
	var out gotest.Array
	for i := range min(u.Len(), longestGiven) {
		var parts []model.Value
		for _, m := range v {
			parts = append(parts, m.Select(model.Int64(i)))
		}
		for _, p := range parts {
			if p.Kind() == model.KindArray {
				return nil, errors.New("no test is written with an array of arrays yet")
			}
		}
		x, err := d.value(u.Elem(), parts)
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, nil
}

func (d *decoder) text(v []model.Value) (gotest.Value, error) {
	return bytesOf(d.maps[d.bytes].Select(v[0]), v[1], v[2]), nil
}

// bytesOf returns a string of so many bytes of a map, from one on.
func bytesOf(m, off, n model.Value) gotest.String {
	length, _ := n.Int().Int64()
	out := make([]byte, min(length, longestGiven))
	for i := range out {
		x, _ := m.Select(model.Int(off.Int().Add(num.FromBig(big.NewInt(int64(i)))))).Int().Int64()
		out[i] = byte(x)
	}
	return gotest.String(out)
}

func (d *decoder) slice(u *types.Slice, v []model.Value) (gotest.Value, error) {
	if v[0].Int().IsZero() {
		return gotest.Zero{}, nil
	}
	n, _ := v[2].Int().Int64()
	room, _ := v[3].Int().Int64()
	n, room = min(n, longestGiven), min(room, longestGiven)
	o := &gotest.Object{Type: types.NewArray(u.Elem(), room)}
	var elems gotest.Array
	for i := range n {
		x, err := d.at(u.Elem(), v[0].Int().Big(), big.NewInt(i*flat(u.Elem())), nil)
		if err != nil {
			return nil, err
		}
		elems = append(elems, x)
	}
	o.Value = elems
	return gotest.Slice{Array: o, Len: int(n), Cap: int(room)}, nil
}

func (d *decoder) held(u *types.Interface, v []model.Value) (gotest.Value, error) {
	n, _ := v[0].Int().Int64()
	if k := -1 - n; n < 0 && k < int64(len(d.facts.stubs.declared)) {
		return d.stub(d.facts.stubs.declared[k], v[1].Int().Big())
	}
	if n <= 0 || n > int64(len(d.facts.dynamic)) {
		return gotest.Zero{}, nil // what is no type nothing has read: the assumption that it is one has no instance there
	}
	t := d.facts.dynamic[n-1]
	if d.boxed(t) {
		x, err := d.at(t, v[1].Int().Big(), new(big.Int), nil)
		return gotest.Interface{Type: t, Value: x}, err
	}
	var parts []model.Value
	for k, x := range d.leaves(t) {
		p := v[1+k]
		if d.base(x) == term.Bool {
			p = model.Bool(p.Int().IsOne())
		}
		parts = append(parts, p)
	}
	x, err := d.value(t, parts)
	return gotest.Interface{Type: t, Value: x}, err
}

// object returns the variable of a type that there is at a place.
func (d *decoder) object(t types.Type, obj, idx *big.Int) (*gotest.Object, error) {
	key := fmt.Sprint(obj, idx, t)
	if o := d.objects[key]; o != nil {
		return o, nil
	}
	o := &gotest.Object{Type: t}
	d.objects[key] = o
	var err error
	o.Value, err = d.at(t, obj, idx, nil)
	return o, err
}

// at returns what is at a place in memory before the program begins.
func (d *decoder) at(t types.Type, obj, idx *big.Int, of *field) (gotest.Value, error) {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		var out gotest.Struct
		for k := range u.NumFields() {
			ft := u.Field(k).Type()
			inner, part := new(big.Int).Set(obj), (*field)(nil)
			if d.apart(t, k) {
				inner.Add(inner, big.NewInt(d.slot(t, k)))
			} else {
				x := d.facts.field(t, k)
				part = &x
			}
			x, err := d.at(ft, inner, new(big.Int).Mul(idx, big.NewInt(flat(ft))), part)
			if err != nil {
				return nil, err
			}
			out = append(out, x)
		}
		return out, nil
	case *types.Array:
		var out gotest.Array
		for i := range min(u.Len(), longestGiven) {
			x, err := d.at(u.Elem(), obj, new(big.Int).Add(idx, big.NewInt(i*flat(u.Elem()))), nil)
			if err != nil {
				return nil, err
			}
			out = append(out, x)
		}
		return out, nil
	}
	var parts []model.Value
	for _, x := range d.leaves(t) {
		m, ok := d.maps[d.lowerer.memory(place{typ: t, of: of}, x)]
		if !ok {
			return nil, errors.New("the execution does not say what is in memory")
		}
		parts = append(parts, m.Select(model.Int(num.FromBig(obj))).Select(model.Int(num.FromBig(idx))))
	}
	return d.value(t, parts)
}

// Package returns the package that a test belongs to.
func (r *Result) Package() *gotest.Package {
	p := r.lowerer.src.pkg
	out := &gotest.Package{Types: p.Types, Dir: p.Dir, Tags: r.lowerer.opt.Tags, From: r.lowerer.src.dir, Own: true}
	if m := p.Module; m != nil {
		out.Module, out.Own = &gotest.Module{Path: m.Path, Version: m.Version, Dir: m.Dir}, m.Main
	} else {
		out.Files = p.GoFiles
	}
	if out.Dir == "" && len(p.GoFiles) > 0 {
		out.Dir = filepath.Dir(p.GoFiles[0])
	}
	return out
}

// CallText returns the call of the entry that an execution begins with, as one statement of Go; empty if it needs more
// than one, or cannot be written.
func (r *Result) CallText(t *verifier.Trace) string {
	c, err := r.Counterexample(t)
	if err != nil {
		return ""
	}
	w, err := r.Package().Write(c)
	if err != nil || len(w.Body) != 1 || len(w.Decls) > 0 {
		return ""
	}
	return w.Body[0]
}
