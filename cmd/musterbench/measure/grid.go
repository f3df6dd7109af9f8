package measure

import (
	"fmt"
	"io"
	"slices"
)

// Grid holds results by input and solver, both in the order of their first
// results.
type Grid[R Ran] struct {
	Solvers, Inputs []string
	cells           map[[2]string]R
}

// Add adds a result.
func (g *Grid[R]) Add(r R) {
	if g.cells == nil {
		g.cells = map[[2]string]R{}
	}
	x := r.Common()
	if !slices.Contains(g.Solvers, x.Solver) {
		g.Solvers = append(g.Solvers, x.Solver)
	}
	if !slices.Contains(g.Inputs, x.Input) {
		g.Inputs = append(g.Inputs, x.Input)
	}
	g.cells[[2]string{x.Input, x.Solver}] = r
}

// At returns the result of a solver on an input.
func (g *Grid[R]) At(input, solver string) (R, bool) {
	r, ok := g.cells[[2]string{input, solver}]
	return r, ok
}

// Of returns the results of a solver, in the order of the inputs.
func (g *Grid[R]) Of(solver string) []R {
	var all []R
	for _, in := range g.Inputs {
		if r, ok := g.At(in, solver); ok {
			all = append(all, r)
		}
	}
	return all
}

// Groups holds a grid for each name, in the order of their first results.
type Groups[R Row] struct {
	Names []string
	grids map[string]*Grid[R]
}

// Group adds every result to the grids whose names groups returns for it.
func Group[R Row](all []R, groups func(R) []string) *Groups[R] {
	g := &Groups[R]{grids: map[string]*Grid[R]{}}
	for _, r := range all {
		for _, name := range groups(r) {
			if g.grids[name] == nil {
				g.grids[name] = &Grid[R]{}
				g.Names = append(g.Names, name)
			}
			g.grids[name].Add(r)
		}
	}
	return g
}

// Grid returns the grid of a name; it is empty if there is none.
func (g *Groups[R]) Grid(name string) *Grid[R] {
	if grid := g.grids[name]; grid != nil {
		return grid
	}
	return &Grid[R]{}
}

// WriteWrong prints the wrong answers.
func WriteWrong[R Ran](w io.Writer, all []R) {
	for _, r := range all {
		if x := r.Common(); x.Wrong != "" {
			fmt.Fprintf(w, "WRONG %s: %s: %s\n", x.Solver, x.Input, x.Wrong)
		}
	}
}

// Sampled takes at most n inputs of each group, spread evenly.
func Sampled[I any](all []I, n int, group func(I) string) []I {
	count, seen := map[string]int{}, map[string]int{}
	for _, in := range all {
		count[group(in)]++
	}
	return slices.DeleteFunc(all, func(in I) bool {
		i, total := seen[group(in)], count[group(in)]
		seen[group(in)]++
		return total > n && i*n/total == (i+1)*n/total
	})
}
