package plugin

import (
	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/bv/blast"
	"github.com/muster-smt/muster/bv/circuit"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// Solver is the plugin.
type Solver struct {
	host Host
	st   *term.Store

	g    *aig.Graph
	ops  *blast.Operators
	c    *circuit.Builder
	cnf  *aig.CNF
	pool []aig.Lit // words, the least significant bit first
	at   []uint32  // by node: 1 + where its word begins in pool; 0 if it has none

	vars   []variable    // private variables, in order
	inputs []theory.Node // by input of the graph: the node whose word has it
	owner  theory.Node   // of the private variables that are made now

	atoms  []atom
	atomOf []int32 // by variable: 1 + its atom; 0 if there is none

	relevant []theory.Node // relevant nodes, in order
	asserted []sat.Lit     // true atoms, in order
	made     int           // so many of relevant have what they need
	defined  int           // so many of asserted do
	levels   []mark
	linked   []bool // by node: of a number, its lemmas were sent

	model evaluation

	stats stats
}

// variable is a private variable and the node whose relevance makes it matter.
type variable struct {
	v     sat.Var
	owner theory.Node
}

// atom is a formula over bit-vectors.
type atom struct {
	t       term.Term
	l       sat.Lit
	out     aig.Lit // of its circuit
	built   bool    // it has one
	defined bool    // and the literal is equivalent to it
}

// mark is the state at the start of a level.
type mark struct{ relevant, asserted int }

type stats struct {
	words, atoms, links, sums, checks, wanted int64
}

// Host is what the plugin needs.
type Host interface {
	theory.Host
	theory.Definer
}

// New returns a plugin for host.
func New(host Host) *Solver {
	s := &Solver{host: host, st: host.Maker().Terms(), g: aig.New()}
	s.newBuilder()
	s.cnf = aig.NewCNF(s.g, sink{s})
	s.cnf.Stopped = host.Stopped
	return s
}

// newBuilder makes a builder that the limit stops.
func (s *Solver) newBuilder() {
	s.c = circuit.New(s.g)
	s.c.Stopped = s.host.Stopped
	s.ops = blast.New(s.st, s.c, s.wordOf)
}

// sink gives gates private variables, and hands over the clauses that define them.
type sink struct{ s *Solver }

// NewVar implements aig.Sink.
func (k sink) NewVar() sat.Var {
	s := k.s
	n := s.cnf.At()
	x := variable{s.host.Private(n), s.owner}
	if s.g.Kind(n) == aig.Input {
		x.owner = s.inputs[s.g.InputIndex(n)]
	}
	s.vars = append(s.vars, x)
	return x.v
}

// Clause implements aig.Sink.
func (k sink) Clause(lits []sat.Lit) { k.s.host.Define(nil, lits...) }

// Name implements theory.Plugin.
func (s *Solver) Name() string { return "bits" }

// Lemmas implements theory.Plugin: all are about words as numbers.
func (s *Solver) Lemmas() []string { return []string{"bits-number"} }

// Claims implements theory.Plugin.
func (s *Solver) Claims() theory.Claims {
	return theory.Claims{
		Kinds:    []term.SortKind{term.KindBitVec},
		Ops:      []term.Op{term.OpBvToInt},
		Atoms:    []term.Op{term.OpBvUle, term.OpBvSle, term.OpBvUmulo, term.OpBvSmulo},
		Internal: operators(),
	}
}

// operators returns those whose circuits the plugin makes.
func operators() []term.Op {
	var all []term.Op
	for op := term.OpConcat; op <= term.OpBvSmulo; op++ {
		all = append(all, op)
	}
	return all
}

// NewLevel implements theory.Plugin.
func (s *Solver) NewLevel() {
	s.levels = append(s.levels, mark{len(s.relevant), len(s.asserted)})
}

// Backtrack implements theory.Plugin.
func (s *Solver) Backtrack(level int) {
	m := s.levels[level]
	s.levels = s.levels[:level]
	s.relevant, s.asserted = s.relevant[:m.relevant], s.asserted[:m.asserted]
	s.made, s.defined = min(s.made, m.relevant), min(s.defined, m.asserted)
	s.model.stands = false
}

// Merged implements theory.Plugin: Check compares the members of classes.
func (s *Solver) Merged(theory.Node, theory.Node, int64) {}

// ExplainLit implements theory.Plugin.
func (s *Solver) ExplainLit(sat.Lit, theory.Reason, *theory.Antecedents) {
	panic("bits: no literal was propagated")
}

// ExplainEq implements theory.Plugin.
func (s *Solver) ExplainEq(theory.Point, theory.Point, theory.Reason, *theory.Antecedents) {
	panic("bits: no equality was merged")
}

// Stats implements theory.Plugin.
func (s *Solver) Stats(add func(name string, n int64)) {
	add("words", s.stats.words)
	add("atoms", s.stats.atoms)
	add("gates", int64(s.g.Len()))
	add("variables", int64(len(s.vars)))
	add("links", s.stats.links)
	add("sums", s.stats.sums)
	add("checks", s.stats.checks)
	add("wanted", s.stats.wanted)
}
