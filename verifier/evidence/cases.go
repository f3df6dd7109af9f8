package evidence

import "github.com/muster-smt/muster/verifier"

// maxCases bounds how deep proofs by cases are inside each other. Each search that is divided makes one deeper.
const maxCases = 1000

// cases writes under what decisions a proof holds, and of which halves it is composed.
func (w *writer) cases(p *verifier.Proof) {
	w.int(len(p.Decided))
	for _, d := range p.Decided {
		w.sites([]verifier.SiteRef{d.Site})
		w.bools(d.Must)
	}
	w.bools(p.Split != nil)
	if p.Split != nil {
		w.sites([]verifier.SiteRef{p.Split.Site})
		w.proof(p.Split.Must)
		w.proof(p.Split.Block)
	}
}

func (r *reader) cases(s *System, p *verifier.Proof) {
	for range r.length() {
		p.Decided = append(p.Decided, verifier.Decision{Site: r.site(), Must: r.bool()})
	}
	if !r.bool() {
		return
	}
	if r.cased++; r.cased > maxCases {
		r.fail("too many cases inside each other")
		return
	}
	p.Split = &verifier.Split{Site: r.site(), Must: r.proof(s, 0), Block: r.proof(s, 0)}
	r.cased--
}

// site reads a call site, written as a list of one.
func (r *reader) site() (ref verifier.SiteRef) {
	if list := r.sites(); len(list) == 1 {
		return list[0]
	}
	r.fail("not one call site")
	return ref
}
