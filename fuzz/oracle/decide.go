package oracle

import "github.com/muster-smt/muster/sat"

// Decide says whether the clauses are satisfiable under the assumptions, which are literals
// of n variables; Unknown if that takes more than the given number of decisions.
func Decide(n int, clauses [][]sat.Lit, assumptions []sat.Lit, decisions int) sat.Status {
	d := &dll{clauses: clauses, occ: make([][]int, 2*n+2), vals: make([]sat.Value, 2*n+2), left: decisions}
	for i, c := range clauses {
		if len(c) == 0 {
			return sat.Unsat
		}
		for _, l := range c {
			d.occ[l] = append(d.occ[l], i)
		}
	}
	for _, a := range assumptions {
		if !d.assign(a) {
			return sat.Unsat
		}
	}
	for i := range clauses {
		if !d.look(i) {
			return sat.Unsat
		}
	}
	if !d.propagate() {
		return sat.Unsat
	}
	return d.search()
}

// dll is a search without learning. Assignments are propagated at once.
type dll struct {
	clauses [][]sat.Lit
	occ     [][]int // by literal: clauses
	vals    []sat.Value
	trail   []sat.Lit
	head    int // the trail is propagated up to here
	left    int
}

// frame is a decision that may still be flipped.
type frame struct {
	lit   sat.Lit
	trail int
	from  int // earlier clauses are satisfied
}

func (d *dll) search() sat.Status {
	var frames []frame
	from := 0
	for {
		for from < len(d.clauses) && d.satisfied(d.clauses[from]) {
			from++
		}
		if from == len(d.clauses) {
			return sat.Sat
		}
		if d.left--; d.left < 0 {
			return sat.Unknown
		}
		l := d.open(d.clauses[from])
		frames = append(frames, frame{l, len(d.trail), from})
		for ok := d.assign(l); !ok; {
			if len(frames) == 0 {
				return sat.Unsat
			}
			f := frames[len(frames)-1]
			frames = frames[:len(frames)-1]
			d.undo(f.trail)
			from = f.from
			ok = d.assign(f.lit.Not())
		}
	}
}

func (d *dll) satisfied(c []sat.Lit) bool {
	for _, l := range c {
		if d.vals[l] == sat.True {
			return true
		}
	}
	return false
}

// open returns a literal without a value; every clause that is not satisfied has one.
func (d *dll) open(c []sat.Lit) sat.Lit {
	for _, l := range c {
		if d.vals[l] == sat.Undef {
			return l
		}
	}
	return sat.NoLit
}

func (d *dll) undo(to int) {
	for _, l := range d.trail[to:] {
		d.vals[l], d.vals[l.Not()] = sat.Undef, sat.Undef
	}
	d.trail, d.head = d.trail[:to], to
}

// assign makes l true and propagates. It returns false if that falsifies a clause.
func (d *dll) assign(l sat.Lit) bool {
	return d.set(l) && d.propagate()
}

func (d *dll) propagate() bool {
	for ; d.head < len(d.trail); d.head++ {
		for _, i := range d.occ[d.trail[d.head].Not()] {
			if !d.look(i) {
				return false
			}
		}
	}
	return true
}

func (d *dll) set(l sat.Lit) bool {
	if d.vals[l] == sat.Undef {
		d.vals[l], d.vals[l.Not()] = sat.True, sat.False
		d.trail = append(d.trail, l)
	}
	return d.vals[l] == sat.True
}

// look propagates a clause. It returns false if the clause is false.
func (d *dll) look(i int) bool {
	unit := sat.NoLit
	for _, l := range d.clauses[i] {
		switch {
		case d.vals[l] == sat.True:
			return true
		case d.vals[l] == sat.Undef && unit != sat.NoLit && unit != l:
			return true
		case d.vals[l] == sat.Undef:
			unit = l
		}
	}
	return unit != sat.NoLit && d.set(unit)
}
