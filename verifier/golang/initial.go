package golang

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// initial is what of a package's initialisation matters: the initialisers of variables that are reached, and the calls
// that may touch such a variable. An initialiser is all instructions that are connected by their operands.
type initial struct {
	f      *ssa.Function
	taken  map[ssa.Instruction]bool
	copied copies
}

// initials finds initialisers that matter, and reports whether there are more than before. Of the standard library
// only packages count whose variables are reached: none of it changes a variable of another package, or calls a
// function of a program, unless the program calls it.
func (a *facts) initials() (more bool) {
	if len(a.globals) == 0 {
		return false
	}
	for _, p := range a.packages {
		if a.users[p.Pkg] || a.owners[p] {
			if x := a.initialOf(p); x.f != nil && a.takes(x) {
				more = true
			}
		}
	}
	return more
}

func (a *facts) initialOf(p *ssa.Package) *initial {
	x := a.inits[p]
	if x == nil {
		p.Build()
		x = &initial{f: p.Func("init"), taken: map[ssa.Instruction]bool{}}
		x.copied = copied(x.f)
		a.holds(x.copied)
		a.inits[p] = x
	}
	return x
}

// takes adds what matters of an initialisation.
func (a *facts) takes(x *initial) (more bool) {
	matters := func(i ssa.Instruction) bool { return x.copied[i] == nil && a.matters(i) }
	for _, part := range connected(x.f, x.copied) {
		if x.taken[part[0]] || !slices.ContainsFunc(part, matters) {
			continue
		}
		more = true
		for _, i := range part {
			x.taken[i] = true
		}
		for _, i := range part {
			a.instruction(i)
		}
	}
	return more
}

// initialisesMore reports whether there are initialisers, of packages that are none of the library, that do not matter.
func (a *facts) initialisesMore() bool {
	for _, p := range a.packages {
		x := a.initialOf(p)
		if x.f == nil || !a.users[p.Pkg] {
			continue
		}
		for _, b := range x.f.Blocks {
			for _, i := range b.Instrs {
				if _, debug := i.(*ssa.DebugRef); !debug && !isControl(i) && !x.taken[i] {
					return true
				}
			}
		}
	}
	return false
}

// matters reports whether an instruction of an initialisation touches a global variable that is reached.
func (a *facts) matters(i ssa.Instruction) bool {
	calls := false
	switch c := i.(type) {
	case *ssa.Call:
		if calls = true; unknown(&c.Call) && a.user(i.Parent()) {
			return true
		}
	case *ssa.MakeClosure:
		calls = true
	case *ssa.MakeInterface:
		if a.methodsTouch(c.X.Type(), map[*ssa.Function]bool{}) {
			return true
		}
	}
	for _, p := range i.Operands(nil) {
		switch v := (*p).(type) {
		case *ssa.Global:
			if a.known[v] || a.concerns(v) && i.Parent() != v.Pkg.Func("init") {
				return true
			}
		case *ssa.Function:
			if calls && a.touches(v, map[*ssa.Function]bool{}) {
				return true
			}
		}
	}
	return false
}

// touches reports whether a function, or one that it may call, may change a global variable that is reached, or what
// such a variable leads to.
func (a *facts) touches(f *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[f] {
		return false
	}
	seen[f] = true
	if f.Pkg != nil {
		f.Pkg.Build()
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			if c, ok := i.(ssa.CallInstruction); ok && unknown(c.Common()) && a.user(f) {
				return true
			}
			if m, ok := i.(*ssa.MakeInterface); ok && a.methodsTouch(m.X.Type(), seen) {
				return true
			}
			for _, p := range i.Operands(nil) {
				switch v := (*p).(type) {
				case *ssa.Global:
					if _, load := i.(*ssa.UnOp); a.concerns(v) && (!load || leads(pointee(v.Type()))) {
						return true
					}
				case *ssa.Function:
					if a.touches(v, seen) {
						return true
					}
				}
			}
		}
	}
	return false
}

// methodsTouch reports whether one of the methods of a type does that is none of the standard library: whoever has an
// interface with a value of it may call them.
func (a *facts) methodsTouch(t types.Type, seen map[*ssa.Function]bool) bool {
	if types.IsInterface(t) {
		return false
	}
	for sel := range a.program.MethodSets.MethodSet(t).Methods() {
		if p := sel.Obj().Pkg(); p == nil || !a.users[p] {
			continue
		}
		if m := a.program.MethodValue(sel); m != nil && a.touches(m, seen) {
			return true
		}
	}
	return false
}

// leads reports whether values of a type lead to memory, or to functions.
func leads(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Array:
		return leads(u.Elem())
	case *types.Struct:
		for k := range u.NumFields() {
			if leads(u.Field(k).Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// unknown reports whether anything may be called.
func unknown(c *ssa.CallCommon) bool {
	_, builtin := c.Value.(*ssa.Builtin)
	return !builtin && c.StaticCallee() == nil
}

// user reports whether a function is none of the standard library.
func (a *facts) user(f *ssa.Function) bool {
	if o := f.Origin(); o != nil {
		f = o
	}
	return f.Pkg == nil || a.users[f.Pkg.Pkg]
}

// connected divides the instructions of a function by which values they share; which variables are copied does not
// count. Where it branches, all that is behind the condition is connected with it.
func connected(f *ssa.Function, copied copies) (parts [][]ssa.Instruction) {
	parent := map[ssa.Instruction]ssa.Instruction{}
	var find func(i ssa.Instruction) ssa.Instruction
	find = func(i ssa.Instruction) ssa.Instruction {
		p, ok := parent[i]
		if !ok || p == i {
			parent[i] = i
			return i
		}
		parent[i] = find(p)
		return parent[i]
	}
	union := func(i, k ssa.Instruction) { parent[find(i)] = find(k) }
	locals := map[ssa.Value]ssa.Instruction{}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			for _, p := range i.Operands(nil) {
				if v, ok := (*p).(ssa.Instruction); ok {
					union(i, v)
				}
				if g, ok := (*p).(*ssa.Global); ok && copied[i] == nil {
					if other := locals[g]; other != nil {
						union(i, other)
					}
					locals[g] = i
				}
			}
			branch, ok := i.(*ssa.If)
			if !ok {
				continue
			}
			for _, d := range f.Blocks {
				for _, k := range d.Instrs {
					_, phi := k.(*ssa.Phi)
					if phi || d != b && b.Dominates(d) && len(d.Preds) == 1 && d.Preds[0] == b {
						union(branch, k)
					}
				}
			}
		}
	}
	of := map[ssa.Instruction][]ssa.Instruction{}
	var order []ssa.Instruction
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			r := find(i)
			if of[r] == nil {
				order = append(order, r)
			}
			of[r] = append(of[r], i)
		}
	}
	for _, r := range order {
		parts = append(parts, of[r])
	}
	return parts
}

// closure returns a package and all that it imports, in the order in which they are initialised: of those whose imports
// are, that whose path comes first.
func closure(program *ssa.Program, main *types.Package) (out []*ssa.Package) {
	var all []*types.Package
	seen := map[*types.Package]bool{}
	var visit func(p *types.Package)
	visit = func(p *types.Package) {
		if seen[p] {
			return
		}
		seen[p] = true
		all = append(all, p)
		for _, q := range p.Imports() {
			visit(q)
		}
	}
	visit(main)
	slices.SortFunc(all, func(p, q *types.Package) int { return strings.Compare(p.Path(), q.Path()) })
	done := map[*types.Package]bool{}
	waits := func(q *types.Package) bool { return !done[q] }
	for len(all) > 0 {
		k := slices.IndexFunc(all, func(p *types.Package) bool { return !slices.ContainsFunc(p.Imports(), waits) })
		p := all[k]
		all = slices.Delete(all, k, k+1)
		done[p] = true
		if q := program.Package(p); q != nil {
			out = append(out, q)
		}
	}
	return out
}

// order returns the packages that are initialised, in turn.
func (a *facts) order() (out []*initial) {
	for _, p := range a.packages {
		if x := a.inits[p]; x != nil && x.f != nil && len(x.taken) > 0 {
			out = append(out, x)
		}
	}
	return out
}
