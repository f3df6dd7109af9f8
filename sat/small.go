package sat

import (
	"cmp"
	"slices"
)

// small is a CDCL solver for a few clauses of the formula. Definitions (definition.go),
// sweeping (sweep.go) and the proofs of the closure (gateproof.go) ask it thousands of
// small questions, so it has no garbage collection, restarts or minimisation, and its
// memory is used again for the next clauses. Its variables are numbered as they come;
// those of the formula are called outer. Its model is Kitten, the small solver
// in Kissat (Fleury, Biere, POS 2021).
type small struct {
	local []Var // by outer variable: its number here, 0 if it has none
	outer []Var // by variable

	clauses []smallClause
	words   []Lit
	ants    []int32 // of the learned clauses: what they follow from by propagation, in its order
	heads   []int32 // by literal: its first use, plus 1
	uses    []smallUse
	indexed bool // heads and uses are there, which only flip needs
	watches [][]smallWatch
	added   int // clauses before the first question

	vals   []Value // by literal
	vars   []smallVar
	phase  []Lit // by variable: the literal that was true last
	trail  []Lit
	levels []int32
	head   int
	queue  smallQueue

	seen     []Var
	resolved []Var // of them, those whose reasons belong to the learned clause
	lits     []Lit
	wanted   []bool  // by clause
	core     []int32 // after False: the clauses that propagate to the conflict, in this order
	refuted  bool    // the core needs no assumptions
	ticks    int64   // clauses, watches and literals of conflicts visited, and decisions
}

type smallClause struct {
	from, to int32    // in words
	ants     [2]int32 // where its antecedents are
	id       ClauseID // of an added clause in the proof, or a number for the owner
}

// smallUse is an element of the list of added clauses with a literal.
type smallUse struct{ clause, next int32 }

type smallWatch struct {
	clause  int32
	blocker Lit
}

type smallVar struct {
	level, reason, place int32
	seen                 bool
}

// noSmall is no clause: the reason of decisions.
const noSmall = -1

// reset forgets all clauses. The formula has that many variables.
func (k *small) reset(vars int) {
	for _, v := range k.outer {
		k.local[v] = 0
	}
	if len(k.local) < vars {
		k.local = make([]Var, vars+vars/8)
	}
	k.outer, k.clauses, k.words, k.ants = append(k.outer[:0], 0), k.clauses[:0], k.words[:0], k.ants[:0]
	k.indexed, k.vals, k.vars, k.phase = false, append(k.vals[:0], Undef, Undef), append(k.vars[:0], smallVar{}),
		append(k.phase[:0], 0)
	k.trail, k.levels, k.head, k.added, k.core, k.refuted = k.trail[:0], k.levels[:0], 0, 0, k.core[:0], false
	k.queue.reset()
}

// smallShare is how many ticks are worth one of the search, which go through more memory.
const smallShare = 4

// cost is, in ticks of the search, that of the clauses and of the ticks since there were as
// many as given.
func (k *small) cost(since int64) int64 { return int64(len(k.words))/16 + (k.ticks-since)/smallShare }

// lit is the literal here of one of the formula.
func (k *small) lit(l Lit) Lit {
	v := k.local[l.Var()]
	if v == 0 {
		v = Var(len(k.outer))
		k.local[l.Var()] = v
		k.outer = append(k.outer, l.Var())
		k.vals = append(k.vals, Undef, Undef)
		k.vars = append(k.vars, smallVar{})
		k.phase = append(k.phase, v.Pos())
		k.queue.add()
		for len(k.watches) < 2*len(k.outer) {
			k.watches = append(k.watches, nil)
		}
		k.watches[v.Pos()], k.watches[v.Neg()] = k.watches[v.Pos()][:0], k.watches[v.Neg()][:0]
	}
	return v.Pos() ^ l&1
}

// outward is the literal of the formula.
func (k *small) outward(l Lit) Lit { return k.outer[l.Var()].Pos() ^ l&1 }

// add adds a clause of the formula, before the first question.
func (k *small) add(id ClauseID, c ...Lit) { k.addWithout(id, NoLit, c...) }

// addWithout adds a clause without one of its literals.
func (k *small) addWithout(id ClauseID, except Lit, c ...Lit) {
	from := len(k.words)
	for _, l := range c {
		if l == except {
			continue
		}
		k.words = append(k.words, k.lit(l))
	}
	k.clauses = append(k.clauses, smallClause{from: int32(from), to: int32(len(k.words)), id: id})
	k.added++
	k.attach(int32(len(k.clauses) - 1))
}

// attach watches the first two literals of a clause. A unit becomes true at level 0.
func (k *small) attach(i int32) {
	switch c := k.of(i); len(c) {
	case 0:
		k.refute(i)
	case 1:
		switch k.vals[c[0]] {
		case Undef:
			k.assign(c[0], i)
		case False:
			k.refute(i)
		}
	default:
		k.watches[c[0]] = append(k.watches[c[0]], smallWatch{i, c[1]})
		k.watches[c[1]] = append(k.watches[c[1]], smallWatch{i, c[0]})
	}
}

// of are the literals of a clause.
func (k *small) of(i int32) []Lit { return k.words[k.clauses[i].from:k.clauses[i].to] }

func (k *small) assign(l Lit, reason int32) {
	k.vals[l], k.vals[l^1] = True, False
	k.phase[l.Var()] = l
	x := &k.vars[l.Var()]
	x.level, x.reason, x.place = int32(len(k.levels)), reason, int32(len(k.trail))
	k.trail = append(k.trail, l)
}

func (k *small) backtrack(level int) {
	if len(k.levels) <= level {
		return
	}
	from := k.levels[level]
	for _, l := range k.trail[from:] {
		k.vals[l], k.vals[l^1] = Undef, Undef
		k.queue.free(l.Var())
	}
	k.trail, k.levels, k.head = k.trail[:from], k.levels[:level], min(k.head, int(from))
}

// propagate returns a clause that is false, or noSmall.
func (k *small) propagate() int32 {
	for ; k.head < len(k.trail); k.head++ {
		f := k.trail[k.head] ^ 1
		ws := k.watches[f]
		kept := ws[:0]
		for n, w := range ws {
			k.ticks++
			if k.vals[w.blocker] == True {
				kept = append(kept, w)
				continue
			}
			c := k.of(w.clause)
			if c[0] == f {
				c[0], c[1] = c[1], c[0]
			}
			w.blocker = c[0]
			if k.vals[c[0]] != True && k.rewatch(c, w) {
				continue
			}
			kept = append(kept, w)
			switch k.vals[c[0]] {
			case Undef:
				k.assign(c[0], w.clause)
			case False:
				k.watches[f] = append(kept, ws[n+1:]...)
				return w.clause
			}
		}
		k.watches[f] = kept
	}
	return noSmall
}

// rewatch lets a clause watch another literal than its second one.
func (k *small) rewatch(c []Lit, w smallWatch) bool {
	for j := 2; j < len(c); j++ {
		if k.vals[c[j]] != False {
			c[1], c[j] = c[j], c[1]
			k.watches[c[1]] = append(k.watches[c[1]], w)
			return true
		}
	}
	return false
}

// solve says whether the clauses can hold with the assumptions, literals of this solver:
// Undef if that is not decided before ticks reaches end.
func (k *small) solve(end int64, assumptions ...Lit) Value {
	k.backtrack(0)
	for !k.refuted {
		if i := k.propagate(); i != noSmall {
			if len(k.levels) == 0 {
				k.refute(i)
				break
			}
			k.learn(i)
			continue
		}
		if k.ticks > end {
			return Undef
		}
		l := NoLit
		if n := len(k.levels); n < len(assumptions) {
			if l = assumptions[n]; k.vals[l] == False {
				k.collect(noSmall, l)
				return False
			}
		} else if v := k.queue.pick(k.vals); v != 0 {
			l = k.phase[v]
		} else {
			return True
		}
		k.ticks++
		k.levels = append(k.levels, int32(len(k.trail)))
		if k.vals[l] == Undef {
			k.assign(l, noSmall)
		}
	}
	return False
}

// refute keeps that a clause is false without assumptions.
func (k *small) refute(i int32) {
	if !k.refuted {
		k.refuted = true
		k.collect(i)
	}
}

// collect lists in core the reasons of the false literals of a clause and of others, and
// last the clause.
func (k *small) collect(i int32, others ...Lit) {
	k.seen = k.seen[:0]
	if i != noSmall {
		k.see(k.of(i))
	}
	k.see(others)
	for n := 0; n < len(k.seen); n++ {
		if r := k.vars[k.seen[n]].reason; r != noSmall {
			k.see(k.of(r))
		}
	}
	k.core = k.reasons(k.core[:0], k.seen)
	if i != noSmall {
		k.core = append(k.core, i)
	}
	k.unsee()
}

func (k *small) see(c []Lit) {
	for _, l := range c {
		if x := &k.vars[l.Var()]; !x.seen && k.vals[l] != Undef {
			x.seen = true
			k.seen = append(k.seen, l.Var())
		}
	}
}

func (k *small) unsee() {
	for _, v := range k.seen {
		k.vars[v].seen = false
	}
}

// reasons appends the reasons of variables in the order of the trail.
func (k *small) reasons(dst []int32, vars []Var) []int32 {
	slices.SortFunc(vars, func(a, b Var) int { return cmp.Compare(k.vars[a].place, k.vars[b].place) })
	for _, v := range vars {
		if r := k.vars[v].reason; r != noSmall {
			dst = append(dst, r)
		}
	}
	return dst
}

// learn analyzes a conflict above level 0 up to the first unique implication point, and
// backjumps.
func (k *small) learn(conflict int32) {
	level := int32(len(k.levels))
	k.seen, k.resolved, k.lits = k.seen[:0], k.resolved[:0], append(k.lits[:0], NoLit)
	open, place, n := 0, len(k.trail), 0
	for reason := conflict; ; {
		k.see(k.of(reason))
		for ; n < len(k.seen); n++ {
			switch v := k.seen[n]; k.vars[v].level {
			case level:
				open++
			case 0:
			default:
				k.lits = append(k.lits, k.falseLit(v))
			}
		}
		place--
		for !k.vars[k.trail[place].Var()].seen {
			place--
		}
		v := k.trail[place].Var()
		if open--; open == 0 {
			k.lits[0] = k.falseLit(v)
			break
		}
		k.resolved = append(k.resolved, v)
		reason = k.vars[v].reason
	}
	for n = 0; n < len(k.seen); n++ {
		if v := k.seen[n]; k.vars[v].level == 0 {
			k.resolved = append(k.resolved, v)
			k.see(k.of(k.vars[v].reason))
		}
	}
	k.ticks += int64(len(k.seen))
	first := int32(len(k.ants))
	k.ants = append(k.reasons(k.ants, k.resolved), conflict)
	k.unsee()
	k.queue.bump(k.seen)
	k.jump(first)
}

func (k *small) falseLit(v Var) Lit {
	if k.vals[v.Pos()] == False {
		return v.Pos()
	}
	return v.Neg()
}

func (k *small) trueLit(v Var) Lit { return k.falseLit(v) ^ 1 }

// jump adds the learned clause, whose antecedents begin at first, and makes its first
// literal true.
func (k *small) jump(first int32) {
	back := int32(0)
	for i, l := range k.lits[1:] {
		if x := k.vars[l.Var()].level; x > back {
			back = x
			k.lits[1], k.lits[1+i] = l, k.lits[1]
		}
	}
	from := len(k.words)
	k.words = append(k.words, k.lits...)
	k.clauses = append(k.clauses, smallClause{int32(from), int32(len(k.words)), [2]int32{first, int32(len(k.ants))}, 0})
	k.backtrack(int(back))
	i := int32(len(k.clauses) - 1)
	if k.attach(i); len(k.lits) > 1 {
		k.assign(k.lits[0], i)
	}
}

// needed marks the clauses that the core comes from, learned ones included.
func (k *small) needed() []bool {
	k.wanted = slices.Grow(k.wanted[:0], len(k.clauses))[:len(k.clauses)]
	clear(k.wanted)
	for _, i := range k.core {
		k.wanted[i] = true
	}
	for i := len(k.clauses) - 1; i >= k.added; i-- {
		if k.wanted[i] {
			for _, j := range k.antecedents(int32(i)) {
				k.wanted[j] = true
			}
		}
	}
	return k.wanted
}

// antecedents are the clauses that a learned clause comes from.
func (k *small) antecedents(i int32) []int32 {
	a := k.clauses[i].ants
	return k.ants[a[0]:a[1]]
}

// index lists the added clauses of each literal.
func (k *small) index() {
	k.indexed = true
	k.heads, k.uses = append(k.heads[:0], make([]int32, 2*len(k.outer))...), k.uses[:0]
	for i := range int32(k.added) {
		for _, l := range k.of(i) {
			k.uses = append(k.uses, smallUse{i, k.heads[l]})
			k.heads[l] = int32(len(k.uses))
		}
	}
}

// flip makes a true literal of the model false, if the clauses then still hold.
func (k *small) flip(l Lit) bool {
	if k.vars[l.Var()].level == 0 {
		return false
	}
	if !k.indexed {
		k.index()
	}
	for u := k.heads[l]; u != 0; u = k.uses[u-1].next {
		k.ticks++
		c := k.of(k.uses[u-1].clause)
		if !slices.ContainsFunc(c, func(q Lit) bool { return q != l && k.vals[q] == True }) {
			return false
		}
	}
	k.vals[l], k.vals[l^1] = False, True
	k.phase[l.Var()] = l ^ 1
	return true
}

// smallQueue has all variables, those that took part in the latest conflicts last (VMTF:
// Ryan 2004; Biere, Fröhlich, SAT 2015).
type smallQueue struct {
	links  []smallLink // by variable
	last   Var
	search Var // all after it have values
	count  uint32
}

type smallLink struct {
	prev, next Var
	stamp      uint32
}

func (q *smallQueue) reset() { *q = smallQueue{links: append(q.links[:0], smallLink{})} }

// add adds the next variable.
func (q *smallQueue) add() {
	q.links = append(q.links, smallLink{})
	q.search = Var(len(q.links) - 1)
	q.enqueue(q.search)
}

func (q *smallQueue) enqueue(v Var) {
	q.count++
	q.links[q.last].next = v
	q.links[v] = smallLink{q.last, 0, q.count}
	q.last = v
}

// bump moves variables to the end, in the order in which they stand.
func (q *smallQueue) bump(vars []Var) {
	slices.SortFunc(vars, func(a, b Var) int { return cmp.Compare(q.links[a].stamp, q.links[b].stamp) })
	for _, v := range vars {
		x := q.links[v]
		if x.next == 0 {
			continue
		}
		q.links[x.prev].next, q.links[x.next].prev = x.next, x.prev
		if q.search == v {
			q.search = x.prev
		}
		q.enqueue(v)
	}
}

// free notes that a variable lost its value.
func (q *smallQueue) free(v Var) {
	if q.links[v].stamp > q.links[q.search].stamp {
		q.search = v
	}
}

// pick returns the last variable without a value, 0 if there is none.
func (q *smallQueue) pick(vals []Value) Var {
	v := q.search
	for v != 0 && vals[v.Pos()] != Undef {
		v = q.links[v].prev
	}
	q.search = v
	return v
}
