package preprocess

import (
	"slices"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// maxRounds bounds the rounds of passes over one batch.
const maxRounds = 5

// Pipeline runs the passes and remembers, scope by scope, what they did.
type Pipeline struct {
	st *term.Store
	rw *rewrite.Rewriter

	sub        *substitution      // solved constants and facts, for what is asserted
	back       *substitution      // all definitions, for models
	defs       []definition       // live ones, in order
	lost       []int32            // by term: 1 + index in defs of an invented definition, 0 if none
	seen       []bool             // by term: handed on in an open scope
	joined     bool               // joins has seen this batch
	relaxed    bool               // and so has relax
	mixed      bool               // relax has found sums of literals under conditions in this batch
	stated     map[term.Term]bool // rows of this batch that need not become clauses; never ranged over
	compared   bool               // and so has congruences
	quantified bool               // there is a quantifier in an open scope

	made  []term.Term               // constants made by the passes
	spare map[term.Sort][]term.Term // those that no open scope uses; never ranged over

	trail []record
	marks []mark

	batch   []assertion
	facts   []term.Term // terms bound to a value in this round
	limit   *limit.Limit
	asked   []term.Term // assumptions: they must keep their meaning, but do not hold
	met     term.Walk
	set     term.Set
	done    term.Set
	acyclic term.Acyclic      // of solve
	occ     term.Table[int32] // how often it occurs, see count
	places  []int32           // by term that was met: see ranger
	stats   []PassStats
	rows    []pass

	observe func(pass string, formulas []term.Term) // nil: nobody does
}

// definition gives the value of an eliminated constant.
type definition struct {
	x, t term.Term
	// solved: x is replaced by t wherever it occurs. Otherwise again is asserted when x
	// occurs again.
	solved bool
	again  term.Term
	off    bool // again is asserted
}

// assertion is a formula that holds.
type assertion struct {
	t term.Term
	// fact: it simplifies other assertions, but must not simplify itself.
	fact bool
}

// record is a change to undo when its scope is closed.
type record struct {
	kind recordKind
	id   uint32
}

type recordKind uint8

const (
	recSeen       recordKind = iota // term id was handed on
	recFact                         // term id was bound to its value
	recOff                          // definition id was switched off
	recQuantifier                   // the first quantifier came
	recFresh                        // the spare constant id was taken
)

// mark is the state when a scope was opened.
type mark struct{ trail, defs int }

// PassStats says what a pass did.
type PassStats struct {
	Name string
	Runs int64
	Done int64 // assertions, terms or constants that it changed
	Time time.Duration
}

// pass is a row of the table. It works on the batch, and returns how many
// things it changed.
type pass struct {
	name string
	when when
	run  func(*Pipeline) int
}

// when says on which batches a pass works.
type when uint8

const (
	always     when = iota
	ground          // without a quantifier in an open scope
	groundBits      // nor that, and with bit-vectors
)

// works reports whether a pass works on the batch.
func (p *Pipeline) works(on when) bool {
	return on == always || !p.quantified && (on == ground || p.st.HasBitVecs())
}

// table lists the passes in order.
func table() []pass {
	return []pass{
		{"flatten", always, (*Pipeline).flatten},
		{"words", groundBits, (*Pipeline).words},
		{"overflows", always, (*Pipeline).overflows},
		{"relax", always, (*Pipeline).relax},
		{"compare", always, (*Pipeline).comparisons},
		{"joins", always, (*Pipeline).joins},
		{"diamonds", groundBits, (*Pipeline).diamonds},
		{"systems", groundBits, (*Pipeline).systems},
		{"solve", ground, (*Pipeline).solve},
		{"reads", ground, (*Pipeline).reads},
		{"residues", ground, (*Pipeline).residues},
		{"steps", groundBits, (*Pipeline).steps},
		{"ite", always, (*Pipeline).ites},
		{"integers", groundBits, (*Pipeline).integers},
		{"reals", ground, (*Pipeline).reals},
		{"unconstrained", ground, (*Pipeline).unconstrained},
		{"ranges", groundBits, (*Pipeline).ranges},
		{"values", always, (*Pipeline).values},
		{"bounds", always, (*Pipeline).bounds},
	}
}

// Names returns the names of the passes, in order.
func Names() (names []string) {
	for _, r := range table() {
		names = append(names, r.name)
	}
	return names
}

// Observe has f called with the formulas of each Assert before the first pass, which has no name, and after each run of
// a pass.
func (p *Pipeline) Observe(f func(pass string, formulas []term.Term)) { p.observe = f }

// show calls the observer with the batch.
func (p *Pipeline) show(pass string) {
	if p.observe == nil {
		return
	}
	var formulas []term.Term
	for _, a := range p.batch {
		formulas = append(formulas, a.t)
	}
	p.observe(pass, formulas)
}

// New returns a pipeline without assertions. It builds terms with rw.
func New(rw *rewrite.Rewriter) *Pipeline {
	st := rw.Terms()
	p := &Pipeline{
		st: st, rw: rw, sub: newSubstitution(st, rw), back: newSubstitution(st, rw),
		spare: map[term.Sort][]term.Term{}, stated: map[term.Term]bool{},
	}
	p.use(table())
	return p
}

// use makes the passes those of some rows, which have done nothing yet.
func (p *Pipeline) use(rows []pass) {
	p.rows, p.stats = rows, make([]PassStats, len(rows))
	for i, r := range rows {
		p.stats[i].Name = r.name
	}
}

// Without leaves passes out, before the first Assert. Names that no pass has are without effect.
func (p *Pipeline) Without(passes ...string) {
	p.use(slices.DeleteFunc(p.rows, func(r pass) bool { return slices.Contains(passes, r.name) }))
}

// Renew returns a pipeline without assertions that reuses p's constants. Neither p nor
// the formulas that it returned may be used afterwards.
func (p *Pipeline) Renew() *Pipeline {
	q := New(p.rw)
	q.use(p.rows)
	q.made, q.observe = p.made, p.observe
	for _, x := range q.made {
		q.giveBack(x)
	}
	return q
}

// fresh returns a constant that no open scope uses. Constants of closed
// scopes are reused, so that rounds of push and pop make no new terms.
func (p *Pipeline) fresh(sort term.Sort) term.Term {
	list := p.spare[sort]
	var x term.Term
	if n := len(list) - 1; n >= 0 {
		x = list[n]
		p.spare[sort] = list[:n]
	} else {
		x = p.st.FreshConst("free", sort)
		p.made = append(p.made, x)
	}
	p.record(recFresh, uint32(x))
	return x
}

func (p *Pipeline) giveBack(x term.Term) {
	sort := p.st.Sort(x)
	p.spare[sort] = append(p.spare[sort], x)
}

// Stats returns what each pass did, in the order of the table.
func (p *Pipeline) Stats() []PassStats { return p.stats }

// Depth returns the number of open scopes.
func (p *Pipeline) Depth() int { return len(p.marks) }

// Push opens a scope.
func (p *Pipeline) Push() { p.marks = append(p.marks, mark{len(p.trail), len(p.defs)}) }

// Pop closes the innermost scope and undoes its eliminations.
func (p *Pipeline) Pop() {
	m := p.marks[len(p.marks)-1]
	p.marks = p.marks[:len(p.marks)-1]
	for len(p.defs) > m.defs {
		i := len(p.defs) - 1
		if !p.defs[i].off {
			p.disconnect(i)
		}
		p.defs = p.defs[:i]
	}
	for len(p.trail) > m.trail {
		p.undo(p.trail[len(p.trail)-1])
		p.trail = p.trail[:len(p.trail)-1]
	}
}

func (p *Pipeline) undo(r record) {
	switch r.kind {
	case recSeen:
		p.seen[r.id] = false
	case recFact:
		p.sub.unbind(term.Term(r.id))
	case recOff:
		if i := int(r.id); i < len(p.defs) {
			p.defs[i].off = false
			p.connect(i)
		}
	case recQuantifier:
		p.quantified = false
	case recFresh:
		p.giveBack(term.Term(r.id))
	}
}

func (p *Pipeline) record(k recordKind, id uint32) {
	if len(p.marks) > 0 { // outside all scopes nothing is undone
		p.trail = append(p.trail, record{k, id})
	}
}

// Assert takes canonical formulas that hold in the innermost scope and
// returns what to assert there instead. asked are formulas that will be
// assumed. Once lim has stopped it does no more than it must. The slice is valid until
// the next call.
func (p *Pipeline) Assert(formulas, asked []term.Term, lim *limit.Limit) []term.Term {
	p.begin(formulas, asked, lim)
	p.show("")
	p.mentioned()
	for i := range p.batch {
		p.batch[i].t = p.sub.apply(p.batch[i].t)
	}
	p.rounds()
	return p.handOn()
}

// begin begins a batch.
func (p *Pipeline) begin(formulas, asked []term.Term, lim *limit.Limit) {
	p.batch, p.asked, p.limit = p.batch[:0], asked, lim
	p.joined, p.relaxed, p.compared, p.mixed = false, false, false, false
	clear(p.stated)
	p.assert(formulas...)
}

// assert adds formulas to the batch.
func (p *Pipeline) assert(formulas ...term.Term) {
	for _, t := range formulas {
		p.batch = append(p.batch, assertion{t: t})
	}
}

// refute makes the batch false, one change.
func (p *Pipeline) refute() int {
	p.batch = append(p.batch[:0], assertion{t: p.st.False()})
	return 1
}

// rounds runs the passes until nothing changes.
func (p *Pipeline) rounds() {
	for range maxRounds {
		changed := 0
		for i, r := range p.rows {
			start := time.Now()
			n := 0
			if p.works(r.when) {
				n = r.run(p)
			}
			changed += n
			s := &p.stats[i]
			s.Runs++
			s.Done += int64(n)
			s.Time += time.Since(start)
			p.show(r.name)
			if len(p.batch) == 0 || p.limit.Stopped() {
				return
			}
		}
		if changed == 0 {
			return
		}
	}
}

// substitute applies the definitions to the batch and drops what becomes true.
func (p *Pipeline) substitute() {
	kept := p.batch[:0]
	for _, a := range p.batch {
		if a.t = p.sub.apply(a.t); a.t != p.st.True() {
			kept = append(kept, a)
		}
	}
	p.batch = kept
}

// rewriteTerms calls bind for the terms of the batch (see walk), which may bind facts
// about them, and applies these. It returns their number.
func (p *Pipeline) rewriteTerms(bind func(term.Term)) int {
	p.forgetFacts()
	p.pushBatch()
	p.walk(bind)
	n := len(p.facts)
	if n > 0 {
		for i := range p.batch {
			p.batch[i].t = p.sub.apply(p.batch[i].t)
		}
		p.forgetFacts()
	}
	return n
}

// pushBatch has the next walk go to the formulas of the batch.
func (p *Pipeline) pushBatch() {
	for _, a := range p.batch {
		p.met.Push(a.t)
	}
}

// walk calls f once for each term that was pushed or is below, except for quantifiers and
// what is inside them, until a stop.
func (p *Pipeline) walk(f func(term.Term)) {
	p.met.Seen.Clear()
	p.met.Visit(p.st, func(t term.Term) bool {
		if p.limit.Stopped() || p.st.IsQuantifier(t) {
			return false
		}
		f(t)
		return true
	})
}

// handOn returns the batch and marks the terms in it as seen.
func (p *Pipeline) handOn() []term.Term {
	for _, t := range p.facts {
		p.record(recFact, uint32(t))
	}
	p.facts = p.facts[:0]
	out := make([]term.Term, 0, len(p.batch))
	for _, a := range p.batch {
		out = append(out, a.t)
		p.see(a.t)
	}
	return out
}

// see marks t and its subterms as handed on.
func (p *Pipeline) see(t term.Term) {
	p.seen = term.Extend(p.seen, p.st.Len())
	p.met.Seen.Clear()
	p.met.Visit(p.st, func(t term.Term) bool {
		if p.seen[t] {
			return false
		}
		p.seen[t] = true
		p.record(recSeen, uint32(t))
		return true
	}, t)
}

func (p *Pipeline) wasSeen(t term.Term) bool { return int(t) < len(p.seen) && p.seen[t] }

// Apply returns what to assume instead of t, which must have been among the asked of
// the last Assert.
func (p *Pipeline) Apply(t term.Term) term.Term { return p.sub.apply(t) }
