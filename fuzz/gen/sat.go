package gen

import (
	"math/rand/v2"

	"github.com/muster-smt/muster/fuzz/gen/clauses"
	"github.com/muster-smt/muster/fuzz/satscript"
	"github.com/muster-smt/muster/sat"
)

// SAT makes a script of calls on the SAT solver. Most scripts have few variables, so that
// all assignments can be enumerated; one in twenty has up to a hundred.
func SAT(r *rand.Rand) satscript.Script {
	g := &satGen{r: r, vars: 3 + r.IntN(8)}
	switch k := r.IntN(60); {
	case k < 3:
		g.vars = 20 + r.IntN(80)
	case k < 24:
		g.vars = 11 + r.IntN(6)
	}
	g.options()
	for range 1 + r.IntN(2) {
		if g.one(3) {
			g.call(satscript.Push)
		}
		g.clauses(clauses.Random(r, g.vars))
		for range 3 + r.IntN(12) {
			g.step()
		}
	}
	g.solve()
	s := g.spread()
	if g.one(peers) {
		s = append(satscript.Script{{Kind: satscript.Peer}}, s...)
	}
	return s
}

// peers is n if one script in n asks another solver.
const peers = 500

// satGen makes a script.
type satGen struct {
	r       *rand.Rand
	s       satscript.Script
	vars    int
	assumed []sat.Lit
	acts    []sat.Lit // activation literals in use
}

func (g *satGen) call(k satscript.Kind, lits ...sat.Lit) {
	g.s = append(g.s, satscript.Op{Kind: k, Lits: lits})
}

func (g *satGen) number(k satscript.Kind, n int) {
	g.s = append(g.s, satscript.Op{Kind: k, N: int64(n)})
}

// one is true one time in n.
func (g *satGen) one(n int) bool { return g.r.IntN(n) == 0 }

func (g *satGen) options() {
	if g.one(2) {
		g.number(satscript.Seed, 1+g.r.IntN(9))
	}
	if g.one(3) {
		g.call(satscript.Positive)
	}
	if g.one(3) {
		g.call(satscript.Forget)
	}
	if !g.one(4) {
		g.call(satscript.Stress)
	}
	if !g.one(4) {
		g.call(satscript.Proof)
	}
}

// clauses adds clauses in random order, sometimes with calls between them.
func (g *satGen) clauses(cs [][]sat.Lit) {
	if g.one(2) {
		g.r.Shuffle(len(cs), func(i, j int) { cs[i], cs[j] = cs[j], cs[i] })
	}
	between := 0
	if g.one(3) {
		between = 2 + g.r.IntN(len(cs)+10)
	}
	for _, c := range cs {
		g.call(satscript.Clause, c...)
		if between > 0 && g.one(between) {
			g.step()
		}
	}
}

// step adds a random call, or a few that belong together.
func (g *satGen) step() {
	r := g.r
	switch k := r.IntN(40); {
	case k < 10:
		for range 1 + r.IntN(4) {
			size := 2 + r.IntN(2) + r.IntN(2)
			if g.one(8) {
				size = 1
			}
			g.call(satscript.Clause, clauses.Lits(r, g.vars, size)...)
		}
	case k < 12: // new clauses with new variables
		n := 1 + r.IntN(3)
		for _, c := range clauses.Circuit(r, g.vars, n) {
			g.call(satscript.Clause, c...)
		}
		g.vars += n
	case k < 14:
		g.call(g.oneOf(satscript.Freeze, satscript.Freeze, satscript.Melt, satscript.Phase), clauses.Lit(r, g.vars))
	case k < 18:
		g.call(g.oneOf(satscript.Push, satscript.Pop))
	case k < 20:
		g.assume()
		g.call(satscript.Imply, g.assumed...)
	case k < 22:
		g.call(g.oneOf(satscript.Fixed, satscript.Reset, satscript.Clone, satscript.Swap))
	case k < 23 && len(g.acts) < 3:
		g.vars++
		g.acts = append(g.acts, sat.Var(g.vars).Pos())
		g.call(satscript.Activate, sat.Var(g.vars).Pos())
	case k < 25 && len(g.acts) > 0:
		g.activated()
	default:
		g.solve()
	}
}

// activated uses an activation literal, or retires it.
func (g *satGen) activated() {
	i := g.r.IntN(len(g.acts))
	a := g.acts[i]
	switch g.r.IntN(4) {
	case 0:
		g.call(satscript.Retire, a)
		g.acts = append(g.acts[:i], g.acts[i+1:]...)
	case 1:
		g.assumed = append(g.assumed[:len(g.assumed):len(g.assumed)], a)
	default:
		for range 1 + g.r.IntN(4) {
			g.call(satscript.Clause, append(clauses.Lits(g.r, g.vars, 1+g.r.IntN(3)), a.Not())...)
		}
	}
}

func (g *satGen) oneOf(kinds ...satscript.Kind) satscript.Kind { return kinds[g.r.IntN(len(kinds))] }

// assume changes the assumptions slightly or completely.
func (g *satGen) assume() {
	switch g.r.IntN(4) {
	case 0:
		g.assumed = nil
	case 1:
		g.assumed = clauses.Lits(g.r, g.vars, g.r.IntN(1+g.vars/2))
	case 2:
		g.assumed = append(g.assumed[:len(g.assumed):len(g.assumed)], clauses.Lit(g.r, g.vars))
	}
}

func (g *satGen) solve() {
	switch k := g.r.IntN(16); k {
	case 0:
		g.number(satscript.Conflicts, 1+g.r.IntN(20))
	case 1:
		g.number(satscript.Decisions, 1+g.r.IntN(20))
	case 2:
		g.number(satscript.Propagations, 1+g.r.IntN(100))
	case 3, 5:
		g.number(satscript.Cancel, g.r.IntN(1+g.r.IntN(12)))
	case 6, 7, 8:
		g.number(satscript.Poll, 1+g.r.IntN(1+g.r.IntN(1+g.r.IntN(3000))))
	case 4:
		g.number(satscript.Bytes, 2000<<g.r.IntN(8))
	}
	if g.one(8) {
		g.call(satscript.Constrain, clauses.Lits(g.r, g.vars, g.r.IntN(5))...)
	}
	if g.vars > 20 {
		g.number(satscript.Conflicts, 1+g.r.IntN(200)) // conflicts are slow under stress
	}
	g.assume()
	g.call(satscript.Solve, g.assumed...)
	if g.one(4) {
		if g.one(4) {
			g.number(satscript.Cancel, 1+g.r.IntN(8))
		}
		budget := 1 + g.r.IntN(30)
		if g.vars <= 20 && g.one(2) {
			budget = 0 // none
		}
		g.number(satscript.Minimize, budget)
	}
}

// spread gives the variables of some scripts other numbers, far apart.
func (g *satGen) spread() satscript.Script {
	if !g.one(12) {
		return g.s
	}
	width := 2 + g.r.IntN(10)
	if g.one(20) {
		width = 300
	}
	place := make([]sat.Var, g.vars+1)
	for v, i := range g.r.Perm(g.vars) {
		place[v+1] = sat.Var(i*width + 1 + g.r.IntN(width))
	}
	s := g.s.Clone()
	for _, o := range s {
		for i, l := range o.Lits {
			o.Lits[i] = place[l.Var()].Pos() | l&1
		}
	}
	return s
}
