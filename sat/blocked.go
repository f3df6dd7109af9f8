package sat

import "slices"

// Blocked clause elimination (Järvisalo, Biere, Heule, TACAS 2010): a literal blocks
// a clause if all resolvents of the clause on it, with irredundant clauses, are
// tautologies. Then the clause can be removed. If a model makes it false the literal
// becomes true, and that makes no clause with the negated literal false.
//
// A removed clause goes to a record of the literal (extend.go). The argument is that
// of the inprocessing rules (Järvisalo, Heule, Biere, IJCAR 2012; Fazekas, Biere,
// Scholl, SAT 2019). Let F be all clauses of the owner. Then
//
//  1. all clauses, learned ones too, follow from F, and
//  2. the records, the last one first, turn each model of the irredundant clauses and
//     the literals at level 0 into a model of F.
//
// Learned clauses may follow from removed clauses, so they need not hold in a model
// before it is extended; 2 does not mention them. They may become irredundant, shorten
// irredundant ones, and give units: that removes models of 2 but, by 1, none of F. An
// irredundant clause, however, is removed only if other irredundant clauses imply it (a
// learned clause that subsumes it becomes irredundant), or with a record; and only
// irredundant clauses are resolved with to find out whether a literal blocks a clause.
// No step adds a clause that does not follow from F, so the known trap of the rules
// (learned clauses that only preserve satisfiability) does not arise.
//
// If a clause D is added, or comes back, 2 still holds if no remaining record makes a
// literal of D false: no record of a literal whose negation is in D, and none of a
// variable of D. It does not matter then that D may have been below others on the
// stack: at its place it is true, and nothing happens. Since records change the values
// of their literals, no one may rely on these values before the model is extended:
// variables of assumptions, activation literals and other frozen variables block
// nothing, and with a propagator no variable does.

// blocker is the queue of blocked clause elimination.
type blocker struct {
	next   Lit    // where the last round ended
	queue  []Lit  // literals to try
	queued []bool // by literal
}

const (
	blockOccurs = 100 // of the negation of a literal that blocks
	blockSize   = 100 // of a clause that is blocked
	blockShort  = 5   // literals of a clause that stays if the negation has more than
	blockFew    = 2   // clauses
)

// block looks for clauses that literals block. It begins with the literal at which the
// round before ended.
func (s *Solver) block(ticks int64) {
	b := &s.blocking
	before := s.stats.Blocked
	if d := s.enterDense(); d != nil {
		end := s.stats.Ticks + ticks
		s.queueBlocking()
		for i := 0; i < len(b.queue); i++ {
			l := b.queue[i]
			if b.next = l; s.stats.Ticks > end || s.lim.Stopped() {
				break
			}
			b.queued[l] = false
			if s.removable(l.Var()) && d.counts[l] > 0 && d.counts[l^1] <= blockOccurs {
				s.blockWith(d, l)
			}
		}
	}
	if s.stats.Blocked > before {
		s.flushWatches()
	}
}

// queueBlocking queues all literals, from next on.
func (s *Solver) queueBlocking() {
	b := &s.blocking
	b.queued = lengthen(b.queued, len(s.vals), false)
	b.queue = b.queue[:0]
	for l := range Lit(len(s.vals)) {
		if m := (l + b.next) % Lit(len(s.vals)); m > 1 {
			b.queue = append(b.queue, m)
			b.queued[m] = true
		}
	}
}

// blockWith removes the clauses that l blocks. Short ones propagate much, and half of a
// definition that goes is missed: an unrolled FIFO took four times the conflicts. So they go
// only if l occurs negatively in few clauses, as in definitions by two clauses for each
// value, such as exclusive ors (where these stay, a sorting program takes 1.3 times the ticks).
func (s *Solver) blockWith(d *dense, l Lit) {
	b := &s.blocking
	d.compact(s, l)
	d.compact(s, l^1)
	least := Lit(0)
	if len(d.occurs(l^1)) > blockFew {
		least = blockShort + 1
	}
	recorded := false
	for _, i := range d.occurs(l) {
		ref := d.clauses[i].ref
		if n := s.db.arena[ref]; n < least || n > blockSize || !s.blocks(d, l, ref) {
			continue
		}
		if !recorded {
			s.beginBlocked(l)
			recorded = true
		}
		s.stats.Blocked++
		s.recordClause(s.lits(ref), s.clauseID(ref))
		for _, q := range s.lits(ref) {
			if !b.queued[q^1] && q != l {
				b.queued[q^1] = true
				b.queue = append(b.queue, q^1)
			}
		}
		s.denseForget(d, i)
		s.bury(ref)
		d.clauses[i].ref = crefNone
	}
}

// blocks reports whether l blocks a clause. If there is a resolvent, the other clause
// comes to the front, to be the first one tried the next time.
func (s *Solver) blocks(d *dense, l Lit, ref cref) bool {
	c := s.lits(ref)
	d.mark(c, true)
	blocks := true
	against := d.occurs(l ^ 1)
	for k, j := range against {
		s.stats.Ticks++
		if !slices.ContainsFunc(s.lits(d.clauses[j].ref), func(q Lit) bool { return d.marks[q^1] && q != l^1 }) {
			against[0], against[k] = against[k], against[0]
			blocks = false
			break
		}
	}
	d.mark(c, false)
	return blocks
}
