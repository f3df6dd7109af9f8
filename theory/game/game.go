package game

import (
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/project"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// Solver decides formulas without quantifiers.
type Solver interface {
	Assert(t term.Term)
	// Check reports whether the assertions have a model under assumptions; known is false if it cannot decide.
	Check(assumptions []term.Term) (satisfiable, known bool)
	// Core returns the assumptions that contradict the assertions, after Check has found no model.
	Core() []term.Term
	// Model returns the model that Check has found.
	Model() (*model.Model, error)
}

// What bounds the moves of one question. Integers have as many projections as residues.
const (
	realMoves    = 5000
	integerMoves = 200
)

// Verdict is the answer to a question.
type Verdict uint8

// The verdicts.
const (
	Unknown Verdict = iota
	Holds
	Violated
)

// Game is about one quantifier. What it learns serves all questions.
type Game struct {
	*prenex
	projector *project.Projector
	vars      []term.Term // the constants for the variables of the quantifier
	free      []term.Term // those of the formula
	players   [2]player   // of even and of odd levels
	moves     []move
	limit     int  // of moves
	lost      bool // the first player always loses
}

// player wants formulas to be true.
type player struct {
	solver Solver
	wants  []term.Term
}

func (p *player) want(t term.Term) {
	p.wants = append(p.wants, t)
	p.solver.Assert(t)
}

// move is what a player has chosen: a model, of which literals about this level and those before count.
type move struct {
	m    *model.Model
	lits []term.Term
}

// win is where the first player wins: the literals, over constants of level 0, are true in the model.
type win struct {
	m    *model.Model
	lits []term.Term
}

// New returns the game about some values of variables that make body true, or with
// all set about all values of which one makes it false. Supports(body) must hold.
func New(rw *rewrite.Rewriter, all bool, vars []term.Term, body term.Term, solver func() Solver) *Game {
	p := newPrenex(rw)
	g := &Game{prenex: p, projector: project.New(p.st), limit: realMoves}
	if all {
		body = rw.Not(body)
	}
	u := term.NewSubst(p.st, rw)
	for _, x := range vars {
		c := p.st.FreshConst(p.st.SymName(p.st.BoundSym(x)), p.st.Sort(x))
		g.vars = append(g.vars, c)
		p.level[c] = 0
		u.Bind(x, c)
	}
	wants := p.matrix(rw.Simplify(u.Apply(body)))
	g.free = p.free(wants)
	p.st.Visit(func(t term.Term) bool {
		if p.st.Sort(t) == term.Int {
			g.limit = integerMoves
		}
		return true
	}, wants)
	for i, t := range []term.Term{wants, rw.Not(wants)} {
		g.players[i].solver = solver()
		g.players[i].want(t)
	}
	return g
}

// Violation reports whether the quantifier is violated in a model of its free constants, and
// if so returns terms over these that make the body false there.
func (g *Game) Violation(m *model.Model) ([]term.Term, Verdict) {
	if g.lost {
		return nil, Holds
	}
	fixed := make([]term.Term, len(g.free))
	for i, c := range g.free {
		v, err := m.Eval(c)
		if err != nil {
			return nil, Unknown
		}
		t, err := v.Term(g.st)
		if err != nil {
			return nil, Unknown
		}
		fixed[i] = g.rw.Eq(c, t)
	}
	w, verdict := g.play(fixed, false)
	if verdict != Violated {
		return nil, verdict
	}
	r, err := g.projector.Project(w.m, w.lits, g.isFree)
	if err != nil || !r.Exact {
		return nil, Unknown
	}
	terms := make([]term.Term, len(g.vars))
	for i, c := range g.vars {
		k := slices.IndexFunc(r.Witness, func(d project.Definition) bool { return d.Const == c })
		if k >= 0 {
			terms[i] = r.Witness[k].Value
			continue
		}
		v, err := w.m.Eval(c)
		if err == nil {
			terms[i], err = v.Term(g.st)
		}
		if err != nil {
			return nil, Unknown
		}
	}
	return terms, Violated
}

// isFree reports whether a constant stands for no variable.
func (g *Game) isFree(c term.Term) bool {
	_, bound := g.level[c]
	return !bound
}

// play plays until one side has won. The first move satisfies the formulas that fix the free constants; a
// win for other values ends the game only if one anywhere will do.
func (g *Game) play(fixed []term.Term, anywhere bool) (win, Verdict) {
	g.moves = g.moves[:0]
	for range g.limit {
		level := len(g.moves)
		p := &g.players[level%2]
		assumed := fixed
		if level > 0 {
			assumed = g.moves[level-1].lits
		}
		satisfiable, known := p.solver.Check(assumed)
		switch {
		case !known:
			return win{}, Unknown
		case satisfiable:
			if !g.move(p) {
				return win{}, Unknown
			}
			continue
		case level == 0:
			return win{}, Holds
		}
		lits, top, ok := g.generalize(p.solver.Core(), level-1)
		switch {
		case !ok:
			return win{}, Unknown
		case level%2 == 0 && top < 0:
			g.lost = true
			return win{}, Holds
		case level%2 == 1 && top <= 0 && anywhere:
			return win{g.moves[level-1].m, lits}, Violated
		case level%2 == 1 && top <= 0 && g.true(g.moves[0].m, lits):
			return win{g.moves[0].m, lits}, Violated
		}
		p.want(g.rw.Not(g.rw.And(lits...)))
		g.moves = g.moves[:max(top, level%2)]
	}
	return win{}, Unknown
}

// move makes the move of a player whose solver has a model.
func (g *Game) move(p *player) bool {
	level := len(g.moves)
	m, err := p.solver.Model()
	if err != nil {
		return false
	}
	implicant, err := g.projector.Implicant(m, p.wants)
	if err != nil {
		return false
	}
	var lits []term.Term
	if level > 0 {
		lits = slices.Clone(g.moves[level-1].lits)
	}
	for _, t := range implicant {
		if g.levelOf(t) <= level && !slices.Contains(lits, t) {
			lits = append(lits, t)
		}
	}
	g.moves = append(g.moves, move{m, lits})
	return true
}

// generalize eliminates from literals that are true in the move at a level what the player of that
// level has chosen. It returns what is left, with its highest level, which is one of the other
// player, or 0, or -1 for no literals.
func (g *Game) generalize(lits []term.Term, level int) (_ []term.Term, top int, ok bool) {
	for {
		if len(lits) == 0 {
			return nil, -1, true
		}
		top = 0
		for _, t := range lits {
			top = max(top, g.levelOf(t))
		}
		if top == 0 || top%2 != level%2 {
			return lits, top, true
		}
		r, err := g.projector.Project(g.moves[level].m, lits, func(c term.Term) bool { return g.level[c] < top })
		if err != nil || !r.Exact {
			return nil, 0, false
		}
		lits = r.Cube
	}
}

// true reports whether literals are true in a model.
func (g *Game) true(m *model.Model, lits []term.Term) bool {
	for _, t := range lits {
		if ok, err := m.EvalBool(t); err != nil || !ok {
			return false
		}
	}
	return true
}
