package satscript

import (
	"slices"

	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat"
)

// Shrink makes a failing script smaller: with fewer lines, literals and variables, and
// smaller numbers.
func Shrink(s Script, b *shrink.Budget, fails func(Script) bool) Script {
	for again := true; again && !b.Spent(); {
		before := s.String()
		s = shrink.List(s, b, func(less []Op) bool { return fails(less) })
		for i := range s {
			with := func(o Op) Script {
				c := slices.Clone(s)
				c[i] = o
				return c
			}
			if rows[s[i].Kind].shape == literals {
				o := s[i]
				o.Lits = shrink.List(o.Lits, b, func(less []sat.Lit) bool {
					return fails(with(Op{Kind: o.Kind, Lits: less}))
				})
				s = with(o)
			}
		}
		s = shrink.Elements(s, b, smallerNumber, func(try []Op) bool { return fails(try) })
		s = mergeVars(s, b, fails)
		again = s.String() != before
	}
	return s
}

func smallerNumber(o Op) []Op {
	var out []Op
	if rows[o.Kind].shape == number {
		for _, n := range shrink.Number(o.N) {
			out = append(out, Op{Kind: o.Kind, N: n})
		}
	}
	return out
}

// mergeVars numbers the variables without gaps, then identifies variables where the script
// still fails.
func mergeVars(s Script, b *shrink.Budget, fails func(Script) bool) Script {
	var vars []sat.Var
	for _, o := range s {
		for _, l := range o.Lits {
			vars = append(vars, l.Var())
		}
	}
	slices.Sort(vars)
	vars = slices.Compact(vars)
	try := func(name func(sat.Var) sat.Var) bool {
		c := s.Clone()
		for _, o := range c {
			for i, l := range o.Lits {
				o.Lits[i] = name(l.Var()).Pos() | l&1
			}
		}
		if b.Spent() || !fails(c) {
			return false
		}
		s = c
		return true
	}
	if n := len(vars); n > 0 && int(vars[n-1]) > n {
		place := func(v sat.Var) sat.Var { i, _ := slices.BinarySearch(vars, v); return sat.Var(i + 1) }
		if try(place) {
			for i := range vars {
				vars[i] = sat.Var(i + 1)
			}
		}
	}
	for i := len(vars) - 1; i > 0; i-- {
		for _, less := range vars[:i] {
			if try(func(v sat.Var) sat.Var {
				if v == vars[i] {
					return less
				}
				return v
			}) {
				break
			}
		}
	}
	return s
}
