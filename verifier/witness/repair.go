package witness

import (
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/prog"
)

// maxLemmas is how many facts one failed replay hands back.
const maxLemmas = 64

// lemmas finds facts that the model violates: it evaluates what the solver was
// told about the path with the real meaning of all operators, and explains
// what comes out false.
func (w *writer) lemmas(p *inline.Path, fail *prog.Failure) []term.Term {
	r := &repair{writer: w, fail: fail, st: w.System.Store, seen: map[term.Term]bool{}}
	for _, a := range w.System.Axioms {
		r.explain(a)
	}
	for _, i := range w.order {
		w.tree.Bind(i)
		proc := w.tree.Proc(i)
		for _, d := range proc.Defs {
			r.explain(r.st.Eq(w.tree.Image(d.Name), w.tree.Image(d.Value)))
		}
		for k, b := range w.blocks[i] {
			blk := &proc.Blocks[b]
			for _, c := range blk.Conds {
				r.explain(w.tree.Image(c))
			}
			if k+1 < len(w.blocks[i]) {
				for _, e := range blk.Succs {
					if e.To == w.blocks[i][k+1] {
						for _, c := range e.Eqs {
							r.explain(w.tree.Image(c))
						}
					}
				}
			}
		}
	}
	return r.out
}

// repair collects lemmas.
type repair struct {
	*writer
	fail *prog.Failure
	st   *term.Store
	seen map[term.Term]bool
	out  []term.Term
}

func (r *repair) add(t term.Term) {
	if !r.seen[t] && len(r.out) < maxLemmas {
		r.seen[t] = true
		r.out = append(r.out, t)
	}
}

// explain adds lemmas if the condition, which the path assumes, is false.
func (r *repair) explain(c term.Term) {
	if len(r.out) >= maxLemmas {
		return
	}
	if ok, err := r.model.EvalBool(c); err == nil {
		if !ok {
			r.products(c)
		}
		return
	}
	r.quantifiers(c)
}

// products adds the values of the products and divisions in a term that is
// not what the solver took it for.
func (r *repair) products(c term.Term) {
	visited := map[term.Term]bool{}
	stack := []term.Term{c}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if visited[t] || !r.st.Ground(t) {
			continue
		}
		visited[t] = true
		switch r.st.Op(t) {
		case term.OpForall, term.OpExists:
			continue
		case term.OpMul, term.OpDiv, term.OpMod:
			if !r.st.IsNum(r.st.Arg(t, 0)) && !r.st.IsNum(r.st.Arg(t, 1)) || r.st.Op(t) != term.OpMul && !r.st.IsNum(r.st.Arg(t, 1)) {
				r.value(t)
			}
		}
		stack = append(stack, r.st.Args(t)...)
	}
}

// value adds: if both operands of t have their present values, t has its.
func (r *repair) value(t term.Term) {
	clause := make([]term.Term, 0, 3)
	for _, a := range r.st.Args(t) {
		v, err := r.model.EvalInt(a)
		if err != nil {
			return
		}
		if !r.st.IsNum(a) {
			clause = append(clause, r.st.Not(r.st.Eq(a, r.st.Numeral(v))))
		}
	}
	v, err := r.model.EvalInt(t)
	if err != nil {
		return
	}
	r.add(r.st.Or(append(clause, r.st.Eq(t, r.st.Numeral(v)))...))
}

// quantifiers adds, for the universal quantifiers in c, the instance at which
// the replay failed.
func (r *repair) quantifiers(c term.Term) {
	if r.fail.Kind != prog.InstanceFails {
		return
	}
	visited := map[term.Term]bool{}
	stack := []term.Term{c}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if visited[t] {
			continue
		}
		visited[t] = true
		if r.st.Op(t) == term.OpForall {
			r.instance(t)
			continue
		}
		if r.st.Op(t) != term.OpExists {
			stack = append(stack, r.st.Args(t)...)
		}
	}
}

// instance adds the instance of q that failed, if q is false there.
func (r *repair) instance(q term.Term) {
	parts := r.st.Quant(q)
	if len(parts.Vars) != len(r.fail.Instance) || !r.st.Ground(q) {
		return
	}
	n, err := r.model.EvalQuant(nil, q, [][]model.Value{r.fail.Instance})
	if err != nil || n < 0 {
		return
	}
	sub := term.NewSubst(r.st, r.st)
	for i, v := range parts.Vars {
		x, ok := r.literal(r.fail.Instance[i], r.st.Sort(v))
		if !ok {
			return
		}
		sub.Bind(v, x)
	}
	r.add(r.st.Or(r.st.Not(q), sub.Apply(parts.Body)))
}

// literal returns the term of a value that has one.
func (r *repair) literal(v model.Value, sort term.Sort) (term.Term, bool) {
	switch sort {
	case term.Int:
		return r.st.Numeral(v.Int()), true
	case term.Bool:
		return r.st.Bool(v.IsTrue()), true
	}
	return 0, false
}
