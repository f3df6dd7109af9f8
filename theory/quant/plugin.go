package quant

import (
	"strconv"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// quantifier is a universal quantifier that has a literal.
type quantifier struct {
	t         term.Term
	lit       sat.Lit
	vars      []term.Term
	body      term.Term
	moved     []moved // by variable; nil: none is moved
	name      string
	weight    uint16        // of an instance, if limits hold
	idle      []theory.Node // by variable: if it does not occur, what it stands for
	compiled  bool
	heads     [][]uint32 // by pattern of the user: the lists of its terms, if limits hold
	programs  []program
	tests     []test
	tested    bool // tests has all parts of body
	active    bool
	place     int32   // among the active ones, in this round
	instances int64   // sent for the first time
	byModel   []int32 // instances that models required
}

type recKind uint8

const (
	recActive recKind = iota // the last active quantifier
	recNode                  // the last node of list x
)

// record is an undo record.
type record struct {
	kind recKind
	x    uint32
}

// mark is the state at the start of a level.
type mark struct {
	trail, live int32
	serial      uint32
}

// Matcher is the plugin.
type Matcher struct {
	host Host
	st   *term.Store

	quants      []quantifier
	byVar       []int32 // by variable: 1 + index into quants
	active      []int32 // indices of active quantifiers
	lists       [][]theory.Node
	listOf      map[uint32]uint32 // symbol key to index into lists
	gens        []uint16          // by node: generation
	depths      []uint16          // by node: depth
	making      uint16            // generation of nodes that are being created
	makingDepth uint16
	trail       []record
	levels      []mark
	serial      uint32 // of the last level opened

	dirty   bool     // something happened since the last complete round
	due     bool     // so it was when this final check began
	chosen  []chosen // to be sent at effort Refine
	hasWeak bool     // some program watches an array

	insts   []instance // all instances, permanently
	itable  map[uint64][]int32
	points  []theory.Point // arena of the instances' bindings
	live    []int32        // instances whose lemmas were sent at a level that still stands
	waiting []int32        // instances that wait for their condition

	uses uses

	index     index
	changes   changes
	machine   machine
	found     matches
	weak      components
	copies    func(join func(to, from theory.Node)) // nil: there are none
	eval      evaluator
	args      []theory.Point     // of a term that holds looks for
	implied   map[term.Term]bool // what instances of this round propagate; never ranged over
	impliedBy map[uint64]bool    // likewise, by hash
	subst     *term.Subst

	oracle   Oracle
	limits   *Limits // not nil: the matcher saturates
	first    int64   // stats.sent at the start of the check
	depth    uint16  // terms of a greater generation are not matched
	deep     bool    // the last round has left some out
	limited  bool    // the last round has reached another limit
	models   int     // checked since depth changed
	elements map[term.Sort]term.Term
	patience patience

	stats stats
}

type stats struct {
	models, byModel, rounds, matches, kept, duplicates, satisfied, satisfiedByModel, conflicting, propagating, sent,
	resent, deep int64
}

// Host is what the plugin needs.
type Host interface {
	theory.Host
	theory.CandidateModel
	theory.LemmaUse
}

// instanceLemma is the only kind of lemmas.
const instanceLemma theory.LemmaID = 0

// New returns a plugin for host. With an oracle a check does not end before the
// model satisfies the quantifiers or the oracle gives up.
func New(host Host, oracle Oracle) *Matcher {
	m := &Matcher{host: host, st: host.Maker().Terms(), listOf: map[uint32]uint32{}, itable: map[uint64][]int32{},
		implied: map[term.Term]bool{}, impliedBy: map[uint64]bool{}}
	m.oracle, m.depth, m.elements = oracle, maxGeneration, map[term.Sort]term.Term{}
	m.subst = term.NewSubst(m.st, host.Maker())
	return m
}

// SetCopies has a function name arrays, one of which holds what another one holds at equal indices, or at some of them,
// as another plugin's quantifiers say: reads of the one may depend on the other, as they do where there is a store.
func (m *Matcher) SetCopies(copies func(join func(to, from theory.Node))) { m.copies = copies }

// Name implements theory.Plugin.
func (m *Matcher) Name() string { return "quant" }

// Lemmas implements theory.Plugin.
func (m *Matcher) Lemmas() []string { return []string{instanceLemma: "quant-instance"} }

// Claims implements theory.Plugin: any node may match a pattern.
func (m *Matcher) Claims() theory.Claims {
	return theory.Claims{Every: true, Atoms: []term.Op{term.OpForall}}
}

// symKey identifies what the applications of one list have in common: the
// symbol, and for operators on arrays their sort.
func symKey(st *term.Store, t term.Term) uint32 {
	switch op := st.Op(t); op {
	case term.OpApp:
		return 64 + uint32(st.Sym(t))
	case term.OpSelect, term.OpStore:
		return arrayKey(op, st.Sort(st.Arg(t, 0)))
	case term.OpConstArray:
		return arrayKey(op, st.Sort(t))
	default:
		return uint32(op)
	}
}

// arrayKey is the key of an operator on arrays of a sort.
func arrayKey(op term.Op, sort term.Sort) uint32 { return 1<<31 | uint32(sort)<<6 | uint32(op) }

// matchable reports whether the nodes of t's operator are applications that
// patterns can match.
func matchable(st *term.Store, t term.Term) bool {
	switch st.Op(t) {
	case term.OpApp:
		return st.NumArgs(t) > 0
	case term.OpSelect, term.OpStore, term.OpConstArray, term.OpMul, term.OpDiv, term.OpMod:
		return true
	}
	return false
}

// Attach implements theory.Plugin. The generation of a node is the greatest of what
// created it and of its arguments.
func (m *Matcher) Attach(n theory.Node, t term.Term) {
	m.gens, m.depths = term.Extend(m.gens, int(n)+1), term.Extend(m.depths, int(n)+1)
	g, d := m.making, m.makingDepth
	if matchable(m.st, t) {
		for _, a := range m.host.Args(n) {
			g, d = max(g, m.gens[a.Node]), max(d, m.depths[a.Node])
		}
	}
	m.gens[n], m.depths[n] = g, d
}

// AddAtom implements theory.Plugin: t is a universal quantifier.
func (m *Matcher) AddAtom(t term.Term, l sat.Lit) {
	v := int(l.Var())
	m.byVar = term.Extend(m.byVar, v+1)
	vars, body := prefix(m.st, t)
	q := m.st.Quant(t)
	m.quants = append(m.quants, quantifier{t: t, lit: l, vars: vars, body: body, name: q.Name, weight: q.Weight.Cost()})
	m.byVar[v] = int32(len(m.quants))
}

// prefix returns the variables of a universal quantifier and of those directly nested
// in it, and the body of the last.
func prefix(st *term.Store, t term.Term) ([]term.Term, term.Term) {
	q := st.Quant(t)
	vars, body := q.Vars, q.Body
	for {
		universal, negate := st.Op(body) == term.OpForall, false
		if st.Op(body) == term.OpNot && st.Op(st.Arg(body, 0)) == term.OpExists {
			universal, negate, body = true, true, st.Arg(body, 0)
		}
		if !universal {
			return vars, body
		}
		q = st.Quant(body)
		vars, body = append(vars[:len(vars):len(vars)], q.Vars...), q.Body
		if negate {
			body = st.Not(body)
		}
	}
}

// NewLevel implements theory.Plugin.
func (m *Matcher) NewLevel() {
	m.serial++
	m.levels = append(m.levels, mark{int32(len(m.trail)), int32(len(m.live)), m.serial})
}

// Backtrack implements theory.Plugin.
func (m *Matcher) Backtrack(level int) {
	to := m.levels[level]
	m.levels = m.levels[:level]
	for len(m.trail) > int(to.trail) {
		r := m.trail[len(m.trail)-1]
		m.trail = m.trail[:len(m.trail)-1]
		switch r.kind {
		case recActive:
			m.quants[m.active[len(m.active)-1]].active = false
			m.active = m.active[:len(m.active)-1]
		case recNode:
			m.lists[r.x] = m.lists[r.x][:len(m.lists[r.x])-1]
		}
	}
	for _, i := range m.live[to.live:] {
		m.insts[i].live--
	}
	m.live = m.live[:to.live]
	m.dirty = true
}

func (m *Matcher) push(r record) {
	if len(m.levels) > 0 {
		m.trail = append(m.trail, r)
	}
}

// list returns the index of the list of a symbol.
func (m *Matcher) list(key uint32) uint32 {
	i, ok := m.listOf[key]
	if !ok {
		i = uint32(len(m.lists))
		m.lists = append(m.lists, nil)
		m.listOf[key] = i
	}
	return i
}

// Relevant implements theory.Plugin.
func (m *Matcher) Relevant(n theory.Node) {
	t := m.host.Term(n)
	if t == 0 || !matchable(m.st, t) {
		return
	}
	i := m.list(symKey(m.st, t))
	m.lists[i] = append(m.lists[i], n)
	m.push(record{recNode, i})
	m.dirty = true
}

// Assert implements theory.Plugin.
func (m *Matcher) Assert(l sat.Lit) {
	i := m.byVar[l.Var()] - 1
	q := &m.quants[i]
	if q.lit != l || q.active {
		return
	}
	q.active = true
	m.active = append(m.active, i)
	m.push(record{kind: recActive})
	m.dirty = true
}

// Merged implements theory.Plugin.
func (m *Matcher) Merged(_, _ theory.Node, _ int64) { m.dirty = true }

// ExplainLit implements theory.Plugin.
func (m *Matcher) ExplainLit(sat.Lit, theory.Reason, *theory.Antecedents) {
	panic("quant: no literal was propagated")
}

// ExplainEq implements theory.Plugin.
func (m *Matcher) ExplainEq(_, _ theory.Point, _ theory.Reason, _ *theory.Antecedents) {
	panic("quant: no equality was merged")
}

// Stats implements theory.Plugin.
func (m *Matcher) Stats(add func(name string, n int64)) {
	add("rounds", m.stats.rounds)
	add("matches", m.stats.matches)
	add("kept", m.stats.kept)
	add("duplicates", m.stats.duplicates)
	add("satisfied", m.stats.satisfied)
	add("satisfied-by-model", m.stats.satisfiedByModel)
	add("conflicting", m.stats.conflicting)
	add("propagating", m.stats.propagating)
	add("sent", m.stats.sent)
	add("resent", m.stats.resent)
	add("of-use", m.uses.count)
	add("lowered", m.uses.fallen)
	add("waiting", int64(len(m.waiting)))
	add("deep", m.stats.deep)
	add("models", m.stats.models)
	add("by-model", m.stats.byModel)
	for i := range m.quants {
		if q := &m.quants[i]; q.instances > 0 {
			name := q.name
			if name == "" {
				name = "#" + strconv.Itoa(i)
			}
			add("instances@"+name, q.instances)
		}
	}
}
