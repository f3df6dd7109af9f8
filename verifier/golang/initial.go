package golang

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// initial is what of a package's initialisation matters: the initialisers of variables that are reached, and the init
// functions that touch such a variable. An initialiser is all instructions that are connected by their operands.
type initial struct {
	f     *ssa.Function
	taken map[ssa.Instruction]bool
}

// initials finds initialisers that matter, and reports whether there are more than before.
func (a *facts) initials() (more bool) {
	for k := 0; k < len(a.globals); k++ { // which grow
		pkg := a.globals[k].Pkg
		if pkg == nil {
			continue
		}
		x := a.inits[pkg]
		if x == nil {
			x = &initial{f: pkg.Func("init"), taken: map[ssa.Instruction]bool{}}
			a.inits[pkg] = x
		}
		if x.f != nil && a.takes(x) {
			more = true
		}
	}
	return more
}

// takes adds what matters of an initialisation.
func (a *facts) takes(x *initial) (more bool) {
	for _, part := range connected(x.f) {
		if x.taken[part[0]] || !slices.ContainsFunc(part, a.matters) {
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

// matters reports whether an instruction of an initialisation touches a global variable that is reached.
func (a *facts) matters(i ssa.Instruction) bool {
	for _, p := range i.Operands(nil) {
		if g, ok := (*p).(*ssa.Global); ok && a.known[g] {
			return true
		}
	}
	c, ok := i.(*ssa.Call)
	if !ok {
		return false
	}
	f := c.Call.StaticCallee()
	return f != nil && a.touches(f, map[*ssa.Function]bool{})
}

// touches reports whether a function, or one that it calls by name, may write a global variable that is reached.
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
			if c, ok := i.(ssa.CallInstruction); ok && unknown(c.Common()) && a.users(f) {
				return true
			}
			for _, p := range i.Operands(nil) {
				switch v := (*p).(type) {
				case *ssa.Global:
					if _, load := i.(*ssa.UnOp); a.known[v] && !load {
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

// unknown reports whether anything may be called.
func unknown(c *ssa.CallCommon) bool {
	_, builtin := c.Value.(*ssa.Builtin)
	return !builtin && c.StaticCallee() == nil
}

// users reports whether a function is none of the standard library, whose initialisation calls nothing of others.
func (a *facts) users(f *ssa.Function) bool {
	if f.Pkg == nil {
		return false
	}
	first := func(path string) string {
		name, _, _ := strings.Cut(path, "/")
		return name
	}
	name := first(f.Pkg.Pkg.Path())
	return strings.Contains(name, ".") || name == first(a.main.Pkg.Path())
}

// connected divides the instructions of a function by which values they share. Where it branches, all that is behind
// the condition is connected with it.
func connected(f *ssa.Function) (parts [][]ssa.Instruction) {
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
				if g, ok := (*p).(*ssa.Global); ok {
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

// order returns the packages that are initialised, each behind those that it imports.
func (a *facts) order() (out []*initial) {
	seen := map[*types.Package]bool{}
	var visit func(p *types.Package)
	visit = func(p *types.Package) {
		if seen[p] {
			return
		}
		seen[p] = true
		for _, q := range p.Imports() {
			visit(q)
		}
		if x := a.inits[a.program.Package(p)]; x != nil && x.f != nil && len(x.taken) > 0 {
			out = append(out, x)
		}
	}
	for _, g := range a.globals {
		if g.Pkg != nil {
			visit(g.Pkg.Pkg)
		}
	}
	return out
}
