package split

import (
	"slices"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/evidence"
)

// answer is the refutation of a part, up to the bound at least.
type answer struct {
	proof []byte // of evidence.System.AppendProof
	safe  bool   // for all bounds
	needs []verifier.Decision
}

// outcome is the refutation of what a part and those of its halves were asked about: by one part, or by cases.
type outcome struct {
	*answer
	site        verifier.SiteRef
	must, block *outcome // nil of one part
}

func opposite(d verifier.Decision) verifier.Decision {
	d.Must = !d.Must
	return d
}

// join returns an outcome by cases, given what one search has decided, and the outcomes of both halves.
func join(kept verifier.Decision, own, other *outcome) *outcome {
	o := &outcome{answer: &answer{safe: own.safe && other.safe}, site: kept.Site, must: other, block: own}
	if kept.Must {
		o.must, o.block = own, other
	}
	for _, d := range slices.Concat(own.needs, other.needs) {
		if d.Site != kept.Site && !slices.Contains(o.needs, d) {
			o.needs = append(o.needs, d)
		}
	}
	return o
}

// without reports whether the outcome does not need a decision.
func (o *outcome) without(d verifier.Decision) bool { return !slices.Contains(o.needs, d) }

// compose makes the proof of an outcome.
func (o *outcome) compose(ev *evidence.System) (*verifier.Proof, error) {
	if o.must == nil {
		p, err := ev.ReadProof(o.proof)
		if err == nil {
			p.Decided = o.needs
		}
		return p, err
	}
	p := &verifier.Proof{Decided: o.needs, Split: &verifier.Split{Site: o.site}}
	var err error
	for _, half := range []struct {
		of *outcome
		to **verifier.Proof
	}{{o.must, &p.Split.Must}, {o.block, &p.Split.Block}} {
		if *half.to, err = half.of.compose(ev); err != nil {
			return nil, err
		}
		for _, id := range (*half.to).Cut {
			if !slices.Contains(p.Cut, id) {
				p.Cut = append(p.Cut, id)
			}
		}
	}
	return p, nil
}
