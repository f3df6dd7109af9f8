package lia

import (
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
)

// explain adds why a bound or an equality that the tableau derived holds.
func (t *tableau) explain(r *rec, dst *theory.Antecedents) {
	if r.kind == recRow {
		t.farkas = t.tab.ExplainBound(r.tok, t.toTableau(r.node, t.valueOf(r)), t.farkas[:0])
	} else {
		t.farkas = t.tab.ExplainOffset(r.tok, t.farkas[:0])
	}
	t.expandFarkas(dst)
}

// expandFarkas adds why the bounds in t.farkas hold.
func (t *tableau) expandFarkas(dst *theory.Antecedents) {
	for i := range t.farkas {
		f := &t.farkas[i]
		v := t.vars[f.V]
		if v.node == 0 {
			dst.Eq(v.x, v.y)
			continue
		}
		id := recID(f.Why)
		dst.Eq(t.rec(id).node, v.node)
		t.todo = append(t.todo, id)
	}
}

// conflict reports the conflict that the tableau found.
func (t *tableau) conflict(id theory.LemmaID) {
	t.begin()
	t.farkas = t.tab.Conflict(t.farkas[:0])
	t.todo = t.todo[:0]
	t.expandFarkas(&t.ante)
	if c := t.ante.Cert; c != nil {
		kind := cert.Contradiction
		if id == byGCD {
			kind = cert.Indivisible
		}
		c.Add(cert.Step{Kind: kind, From: t.premises(c)})
	}
	t.drain(&t.ante)
	t.fail(id)
}

// premises returns the bounds in t.farkas.
func (t *tableau) premises(c *cert.Certificate) []cert.Premise {
	var out []cert.Premise
	for i := range t.farkas {
		f := &t.farkas[i]
		v := t.vars[f.V]
		if v.node == 0 {
			out = append(out, cert.Premise{Of: t.termOf(v.x), Other: t.termOf(v.y), Upper: f.Upper, Coeff: f.Coeff})
			continue
		}
		k := f.Coeff.Div(t.columns[v.node].scale)
		out = append(out, t.boundPremise(recID(f.Why), v.node, f.Upper, k, c))
	}
	return out
}
