package lia

import (
	"github.com/muster-smt/muster/lia/difference"
	"github.com/muster-smt/muster/lia/simplex"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
)

// As long as all relevant sums are differences of two terms, the graph of
// of package difference takes the place of the tableau: every active term is a
// variable of it, the bounds of its class are edges to the variable of Zero,
// and those of a difference are edges between its two terms. When another sum
// becomes relevant, the tableau takes over for good; what the graph derived
// until then it goes on explaining. Reals are in it as integers (realdiff.go).
type differences struct {
	graph  *difference.Graph
	places []place       // by node
	ofVar  []theory.Node // by variable
	scaling
	handed bool // the tableau has taken over
	// The tableau took what was there at the level handedAt; if that was
	// undone, it has to take again what is left.
	handedAt  int
	takeAgain bool

	news  []difference.Implied
	equal []difference.Equality
	path  []difference.Edge
	vals  []int64 // by variable, in the model
	known []bool  // by variable: vals has it

	firstDiseq []int32 // by root: an asserted disequality, in diseqLinks
	diseqLinks []atomLink
}

// place is what a node is in the graph: x - y + base, with the variable of Zero
// for y if it is a variable itself. Nodes without a place have x = y.
type place struct {
	x, y difference.Var
	base int64
}

// tied marks reasons that say that two nodes are in one class.
const tied = 1 << 63

func becauseOf(n theory.Node, id recID) difference.Reason {
	return difference.Reason(n)<<32 | difference.Reason(id)
}

func becauseTied(x, y theory.Node) difference.Reason {
	return tied | difference.Reason(x)<<32 | difference.Reason(y)
}

// graphing reports whether the graph is at work.
func (s *Solver) graphing() bool { return !s.handed }

// putInGraph gives n a place in the graph; false if it can have none.
func (s *Solver) putInGraph(n theory.Node) bool {
	if p := s.placeOf(n); p.x != p.y {
		return true
	}
	switch s.nodes[n].kind {
	case multiple:
		return false
	case sum:
		return s.putDifference(n)
	}
	return !s.isLong(n) && s.putTerm(n)
}

func (s *Solver) placeOf(n theory.Node) place {
	if int(n) < len(s.places) {
		return s.places[n]
	}
	return place{}
}

// putTerm makes n, which is no sum, a variable of the graph.
func (s *Solver) putTerm(n theory.Node) bool {
	if s.placeOf(n) != (place{}) {
		return true
	}
	if s.graph.NumVars() == 0 {
		s.newPoint(theory.Zero)
	}
	if s.nodes[n].real && s.realZero == 0 && s.graph.NumVars() < difference.MaxVars {
		s.realZero = s.newPoint(theory.Zero)
	}
	if s.graph.NumVars() == difference.MaxVars {
		return false
	}
	var zero difference.Var
	if s.nodes[n].real {
		zero = s.realZero
	}
	s.setPlace(n, place{x: s.newPoint(n), y: zero})
	return true
}

// newPoint makes a variable of the graph.
func (s *Solver) newPoint(n theory.Node) difference.Var {
	s.ofVar = append(s.ofVar, n)
	return s.graph.NewVar()
}

// setPlace also asks for the bounds that the graph finds for n. Of Reals they
// matter to atoms only.
func (s *Solver) setPlace(n theory.Node, p place) {
	for len(s.places) <= int(n) {
		s.places = append(s.places, place{})
	}
	s.places[n] = p
	if x := &s.nodes[n]; !x.real || x.first >= 0 {
		s.watchPlace(n)
	}
}

func (s *Solver) watchPlace(n theory.Node) {
	p := s.places[n]
	s.dirty = true // the graph may know bounds already
	s.graph.Watch(p.x, p.y, uint32(n)<<1|1)
	s.graph.Watch(p.y, p.x, uint32(n)<<1)
}

// putDifference gives the sum n a place if it is x - y + base.
func (s *Solver) putDifference(n theory.Node) bool {
	start := len(s.mono)
	s.mono = s.monomials(n, s.mono)
	ms := s.mono[start:]
	s.mono = s.mono[:start]
	var base num.Rat
	var ends [2]theory.Node // those with coefficients 1 and -1
	for _, m := range ms {
		base = base.AddMul(m.coeff, intOf(m.off))
		i := 0
		switch {
		case m.node == theory.Zero:
			continue
		case m.coeff.IsOne():
		case m.coeff.Neg().IsOne():
			i = 1
		default:
			return false
		}
		if ends[i] != 0 {
			return false
		}
		ends[i] = m.node
	}
	b, ok := base.Int64()
	if !ok || b <= -difference.MaxLength || b >= difference.MaxLength || ends[0] == 0 || ends[1] == 0 || ends[0] == ends[1] {
		return false
	}
	for _, m := range ends {
		if s.nodes[m].real != s.nodes[n].real || s.nodes[m].kind == sum || s.nodes[m].kind == multiple || !s.putInGraph(m) {
			return false
		}
	}
	s.setPlace(n, place{s.places[ends[0]].x, s.places[ends[1]].x, b})
	return true
}

// leaveGraph lets the tableau take over.
func (s *Solver) leaveGraph() {
	s.handed, s.takeAgain = true, true
}

// takeOver gives the tableau what is active at this level.
func (s *Solver) takeOver() {
	s.takeAgain, s.handedAt = false, len(s.marks)
	for _, n := range s.actives {
		s.track(n)
		if s.nodes[n].real {
			s.tab.Share(s.nodes[n].sv, s.host.Shared(n))
		}
		s.syncs.push(n)
		if rep := s.class[s.host.Root(n)].rep; rep != n {
			s.linkage.push([2]theory.Node{rep, n})
		}
	}
	for _, l := range s.asserted { // classes of Reals have no bounds
		if a := s.atomOfLit(l); (a.kind == atomUpper || a.kind == atomLower) && !s.conflicting {
			s.assertReal(a, l)
		}
	}
}

// addBounds gives the bounds of n's class to the graph.
func (s *Solver) addBounds(n theory.Node) {
	p := s.places[n]
	lo, loID := s.lower(n)
	hi, hiID := s.upper(n)
	if hiID != 0 {
		s.addEdge(difference.Edge{X: p.x, Y: p.y, C: hi - p.base, Why: becauseOf(n, hiID)})
	}
	if loID != 0 {
		s.addEdge(difference.Edge{X: p.y, Y: p.x, C: p.base - lo, Why: becauseOf(n, loID)})
	}
}

// addTie says that x and y, of one class, have their difference. Equal sums are
// no difference of two terms, but most of them are congruent.
func (s *Solver) addTie(x, y theory.Node) {
	k := s.host.Offset(x) - s.host.Offset(y)
	if s.nodes[x].kind == sum || s.nodes[y].kind == sum {
		if !s.tiedAlready(x, y, k) {
			s.leaveGraph()
		}
		return
	}
	v, w := s.places[x].x, s.places[y].x
	s.addEdge(difference.Edge{X: v, Y: w, C: k, Why: becauseTied(x, y)})
	s.addEdge(difference.Edge{X: w, Y: v, C: -k, Why: becauseTied(y, x)})
}

// tiedAlready reports whether x = y + k follows from the classes of what they
// are differences of.
func (s *Solver) tiedAlready(x, y theory.Node, k int64) bool {
	p, q := s.places[x], s.places[y]
	a, b := s.ofVar[p.x], s.ofVar[q.x]
	c, d := s.ofVar[p.y], s.ofVar[q.y]
	return s.host.Root(a) == s.host.Root(b) && s.host.Root(c) == s.host.Root(d) &&
		k == p.base-q.base+s.host.Offset(a)-s.host.Offset(b)-s.host.Offset(c)+s.host.Offset(d)
}

func (s *Solver) addEdge(e difference.Edge) {
	switch {
	case s.conflicting || s.handed:
	case e.C <= -difference.MaxLength || e.C >= difference.MaxLength:
		s.leaveGraph()
	case s.graph.Assert(e.X, e.Y, e.C, e.Why):
		s.dirty = true
	default:
		s.cycleConflict()
	}
}

// cycleConflict reports the cycle that the graph found.
func (s *Solver) cycleConflict() {
	s.begin()
	s.path = s.graph.Conflict(s.path[:0])
	s.todo = s.todo[:0]
	s.expandPath(&s.ante)
	if s.ante.Cert != nil {
		s.ante.Cert.Add(cert.Step{Kind: cert.Contradiction, From: s.pathPremises(s.ante.Cert)})
	}
	s.drain(&s.ante)
	s.fail(theory.LIADifference)
}

// deriveFromGraph gets bounds and equalities from the graph; it reports whether
// there were any.
func (s *Solver) deriveFromGraph() bool {
	s.dirty = false
	s.news = s.graph.Implied(s.news[:0])
	s.equal = s.graph.Equalities(s.equal[:0])
	for _, b := range s.news {
		n := theory.Node(b.Tag >> 1)
		if s.nodes[n].real {
			s.decideByPath(n, b)
			continue
		}
		r := rec{kind: recPath, node: n, upper: b.Tag&1 != 0, tok: simplex.Token(b.Token)}
		if base := s.places[n].base; r.upper {
			r.val = b.C + base
		} else {
			r.val = base - b.C
		}
		s.tighten(r)
	}
	for _, e := range s.equal {
		s.mergeEqual(e)
	}
	s.settle()
	return len(s.news) > 0 && !s.conflicting
}

// mergeEqual merges two terms whose difference the graph knows. What has a value
// has it by its bounds.
func (s *Solver) mergeEqual(e difference.Equality) {
	if s.isRealPoint(e.X) {
		s.mergeEqualReals(e)
		return
	}
	x, y := s.ofVar[e.X], s.ofVar[e.Y]
	a, b := theory.Point{Node: x}, theory.Point{Node: y, Off: e.K}
	if s.conflicting || x == theory.Zero || y == theory.Zero || e.K <= -theory.MaxOffset || e.K >= theory.MaxOffset || s.host.Same(a, b) {
		return
	}
	s.stats.merges++
	why := s.record(rec{kind: recCycle, node: x, other: y, tok: simplex.Token(e.Upper), b: recID(e.Lower)})
	s.host.Merge(a, b, theory.Reason(why))
}

// expandPath adds why the edges of s.path are there.
func (s *Solver) expandPath(dst *theory.Antecedents) {
	for i := range s.path {
		why := s.path[i].Why
		x, y := theory.Node(why&^tied>>32), uint32(why)
		if why&tied != 0 {
			dst.Eq(x, theory.Node(y))
			continue
		}
		dst.Eq(s.rec(recID(y)).node, x)
		s.todo = append(s.todo, recID(y))
	}
}

// pathPremises are the edges of s.path: their sum is the certificate.
func (s *Solver) pathPremises(c *cert.Certificate) []cert.Premise {
	one := num.RatFromInt64(1)
	var out []cert.Premise
	for i := range s.path {
		why := s.path[i].Why
		x, y := theory.Node(why&^tied>>32), uint32(why)
		if why&tied != 0 {
			out = append(out, cert.Premise{Of: s.termOf(x), Other: s.termOf(theory.Node(y)), Upper: true, Coeff: one})
			continue
		}
		out = append(out, s.boundPremise(recID(y), x, s.rec(recID(y)).upper, one, c))
	}
	return out
}

// loadPath puts the edges of a bound of recPath into s.path.
func (s *Solver) loadPath(r *rec) {
	if s.nodes[r.node].real {
		s.loadRealPath(r)
		return
	}
	c := r.val - s.places[r.node].base
	if !r.upper {
		c = s.places[r.node].base - r.val
	}
	s.path = s.graph.Path(difference.Token(r.tok), c, s.path[:0])
}

// expandCycle adds why an equality of the graph holds: both ways between its
// terms.
func (s *Solver) expandCycle(r rec, dst *theory.Antecedents) {
	step := cert.Step{Kind: cert.Equation}
	for _, tok := range [...]difference.Token{difference.Token(r.tok), difference.Token(r.b)} {
		s.path = s.graph.Path(tok, -difference.Infinite, s.path[:0])
		s.expandPath(dst)
		if dst.Cert != nil {
			step.From, step.Else = step.Else, s.pathPremises(dst.Cert)
		}
	}
	if dst.Cert != nil {
		p, q := s.goal[0], s.goal[1]
		step.A, step.B, step.Off = s.termOf(p.Node), s.termOf(q.Node), q.Off-p.Off
		dst.Cert.Add(step)
	}
}

// splitApart splits on disequalities between variables of the graph that hold
// in the whole search: in pure difference problems they are constraints like
// the others, which should propagate, and not wait for a model that violates
// them (queens of 40: one by one, a model each, is no way to place them).
func (s *Solver) splitApart() {
	for s.apart.more() && !s.conflicting {
		a := &s.atoms[s.apart.pop()]
		if s.graphing() && s.class[s.host.Root(a.x)].rep != 0 && s.class[s.host.Root(a.y)].rep != 0 {
			s.trichotomy(a)
		}
	}
}
