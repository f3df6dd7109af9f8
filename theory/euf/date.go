package euf

import (
	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory"
)

// dates checks, with the build tag invariants, that explanations go back in time: an
// equality is explained by edges that are older than what it explains.
type dates struct {
	all  []Time // by place in theory.Antecedents.Eqs: what it explains
	time Time   // what the present equality explains
}

// begin starts an explanation of something concluded at a time.
func (d *dates) begin(at Time, dst *theory.Antecedents) {
	d.all = d.all[:0]
	d.antecedents(at, dst)
}

// next takes the last equality, the one at place i.
func (d *dates) next(i int) {
	if invariant.Enabled {
		d.time, d.all = d.all[i], d.all[:i]
	}
}

// use checks an edge that explains the present equality.
func (d *dates) use(at Time) {
	invariant.Check(at < d.time, "euf: a merge is explained by a younger one")
}

// antecedents dates the equalities that an edge, or what was concluded, added to dst.
func (d *dates) antecedents(at Time, dst *theory.Antecedents) {
	for invariant.Enabled && len(d.all) < len(dst.Eqs) {
		d.all = append(d.all, at)
	}
}
