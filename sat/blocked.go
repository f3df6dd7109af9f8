package sat

// Blocked clause elimination (Järvisalo, Biere, Heule, TACAS 2010): a literal blocks
// a clause if all its resolvents on it, with irredundant clauses, are tautologies. The
// clause can go. If a model makes it false the literal becomes true: no clause with
// its negation becomes false by that.
//
// A clause that is taken out has a record of its literal (extend.go), and the
// argument is that of the inprocessing rules (Järvisalo, Heule, Biere, IJCAR 2012;
// Fazekas, Biere, Scholl, SAT 2019). Let F be all that the owner said. Then
//
//  1. all clauses, learned ones too, follow from F, and
//  2. the records, the last one first, make of each model of the irredundant clauses
//     and of what is true at level 0 a model of F.
//
// Learned clauses may follow from clauses that are out, so they need not hold in the
// model before it is extended; 2 does not speak of them. They may become irredundant,
// shorten irredundant ones, and give units: that makes the models of 2 fewer, and by 1
// takes none of F away. But an irredundant clause goes only if it follows from what is
// irredundant (subsumed by a learned clause, it makes that one irredundant), or with a
// record; and whether a literal blocks a clause is asked of irredundant clauses only.
// No step adds what does not follow from F, so the trap of the rules (learned clauses
// that only keep satisfiability) is not there.
//
// For a clause D that is new, or comes back, 2 holds on if no record left makes a
// literal of D false: none of a literal whose negation is in D, none of a variable that
// is in D. That D stood below others on the stack is no matter then: when its place
// comes it is true, and nothing happens. Since it is the literals of records that change
// values, nobody may rely on them in a model before it is extended: variables of
// assumptions, activation literals and others that are frozen block nothing, and
// neither does any with a propagator.

// blocker remembers where the last round ended.
type blocker struct {
	next   Lit
	queue  []Lit  // to look at
	queued []bool // by literal
}

const (
	blockOccurs = 100 // of the negation of a literal that blocks
	blockSize   = 100 // of a clause that is blocked
)

// block looks for clauses that literals block, from the literal on where it ended.
func (s *Solver) block(ticks int64) {
	b := &s.blocking
	frozen := s.freezeWanted()
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
	for _, v := range frozen {
		s.ext.frozen[v] = false
	}
}

// queueBlocking queues all literals.
func (s *Solver) queueBlocking() {
	b := &s.blocking
	for len(b.queued) < len(s.vals) {
		b.queued = append(b.queued, false)
	}
	b.queue = b.queue[:0]
	for l := range Lit(len(s.vals)) {
		if m := (l + b.next) % Lit(len(s.vals)); m > 1 {
			b.queue = append(b.queue, m)
			b.queued[m] = true
		}
	}
}

// blockWith takes the clauses out that l blocks.
func (s *Solver) blockWith(d *dense, l Lit) {
	b := &s.blocking
	d.compact(s, l)
	d.compact(s, l^1)
	recorded := false
	for _, i := range d.occurs[l] {
		ref := d.clauses[i].ref
		if s.db.arena[ref] > blockSize || !s.blocks(d, l, ref) {
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

// blocks reports whether l blocks a clause. A clause that it has a resolvent with comes
// to the front, to be the first one next time.
func (s *Solver) blocks(d *dense, l Lit, ref cref) bool {
	c := s.lits(ref)
	d.mark(c, true)
	blocks := true
	against := d.occurs[l^1]
	for k, j := range against {
		s.stats.Ticks++
		taut := false
		for _, q := range s.lits(d.clauses[j].ref) {
			if d.marks[q^1] && q != l^1 {
				taut = true
				break
			}
		}
		if !taut {
			against[0], against[k] = against[k], against[0]
			blocks = false
			break
		}
	}
	d.mark(c, false)
	return blocks
}
