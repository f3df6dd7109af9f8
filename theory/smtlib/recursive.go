package smtlib

import "github.com/muster-smt/muster/theory/term"

// Axiom is what the definition of a recursive function asserts.
type Axiom struct {
	Pos     Pos // of the definition
	Formula term.Term
}

// defineRec reads (define-fun-rec f params sort body) or
// (define-funs-rec ((f params sort)...) (body...)). Each function becomes a
// declared one with an axiom: its equation for all parameters, with the
// application as its pattern.
func (r *Reader) defineRec(c *Command, args []uint32) error {
	decls, bodies := [][]uint32{args}, args[len(args)-1:]
	if len(args) == 2 {
		var err error
		if decls, bodies, err = r.recursiveLists(args); err != nil {
			return err
		}
	}
	syms := make([]term.Sym, len(decls))
	for k, d := range decls {
		var err error
		if syms[k], err = r.declareRec(d); err != nil {
			return err
		}
	}
	for k, d := range decls {
		axiom, err := r.equation(syms[k], d[1], bodies[k])
		if err != nil {
			return err
		}
		c.Terms = append(c.Terms, axiom)
	}
	return nil
}

// recursiveLists returns the items of the two lists of define-funs-rec.
func (r *Reader) recursiveLists(args []uint32) (decls [][]uint32, bodies []uint32, err error) {
	for _, i := range r.children(args[0]) {
		if err := r.wantList(i); err != nil {
			return nil, nil, err
		}
		d := r.children(i)
		if len(d) != 3 {
			return nil, nil, r.errorAt(i, "a function's name, parameters and sort are expected")
		}
		decls = append(decls, d)
	}
	bodies = r.children(args[1])
	if len(bodies) != len(decls) || len(decls) == 0 {
		return nil, nil, r.errorAt(args[1], "%d functions, but %d bodies", len(decls), len(bodies))
	}
	return decls, bodies, nil
}

// declareRec declares the function of a name, parameters and a sort.
func (r *Reader) declareRec(d []uint32) (term.Sym, error) {
	if err := r.wantSymbol(d[0]); err != nil {
		return 0, err
	}
	vars, err := r.bindVars(d[1])
	if err != nil {
		return 0, err
	}
	r.unbind(0)
	res, err := r.sort(d[2])
	if err != nil {
		return 0, err
	}
	f, err := r.newFun(d[0], r.sortsOf(vars), res)
	if err == nil {
		r.undo[len(r.undo)-1].recursive = true
	}
	return f, err
}

// equation returns the axiom of a recursive function.
func (r *Reader) equation(f term.Sym, params, body uint32) (term.Term, error) {
	vars, err := r.bindVars(params)
	if err != nil {
		return 0, err
	}
	def, err := r.elaborate(body)
	if err != nil {
		return 0, err
	}
	r.unbind(0)
	app := r.st.App(f, vars...)
	if def, err = r.body(body, def, r.st.Sort(app)); err != nil {
		return 0, err
	}
	eq := r.st.Eq(app, def)
	if len(vars) == 0 {
		return eq, nil
	}
	return r.st.Quantify(term.OpForall, term.Quant{Vars: vars, Body: eq, Patterns: [][]term.Term{{app}},
		Name: r.st.SymName(f)}), nil
}
