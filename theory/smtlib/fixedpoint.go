package smtlib

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// declareRel reads (declare-rel p (S...)): a function with the result Bool.
func (r *Reader) declareRel(c *Command, args []uint32) error {
	sorts, err := r.sortList(r.children(args[1]))
	if err != nil {
		return err
	}
	return r.newCommandFun(c, args[0], sorts, term.Bool)
}

// declareVar reads (declare-var x S). The variable is a bound one, which each rule and query
// binds anew.
func (r *Reader) declareVar(c *Command, args []uint32) error {
	s, err := r.sort(args[1])
	if err != nil {
		return err
	}
	id := r.nodes[args[0]].name()
	c.Name = r.names.text(id)
	if err := r.free(id, r.nodes[args[0]].off, nil, s); err != nil {
		return err
	}
	r.declare(id, entry{entryConst, uint32(r.st.BoundVar(c.Name, s))})
	r.hasVars = true
	return nil
}

// rule reads (rule F) and (rule F name): F holds for all values of the variables.
func (r *Reader) rule(c *Command, args []uint32) error {
	if len(args) > 2 {
		return r.errorAt(args[2], "unsupported: a bound of a rule")
	}
	if len(args) == 2 {
		if err := r.wantSymbol(args[1]); err != nil {
			return err
		}
		c.Name = r.names.text(r.nodes[args[1]].name())
		args = args[:1]
	}
	if err := r.want(args, "x"); err != nil {
		return err
	}
	f, err := r.formula(args[0])
	if err != nil {
		return err
	}
	c.Terms = []term.Term{r.close(term.OpForall, f)}
	return nil
}

// query reads (query F) and (query p), with options: whether there are values for the
// variables, or arguments of the predicate, such that it holds.
func (r *Reader) query(c *Command, args []uint32) error {
	if len(args) == 0 {
		return r.errorAt(0, "query takes a predicate or a formula")
	}
	if f, ok := r.function(args[0]); ok {
		sorts, res := r.st.SymSorts(f)
		if res != term.Bool {
			return r.errorAt(args[0], "%s is no predicate", r.names.text(r.nodes[args[0]].name()))
		}
		vars := make([]term.Term, len(sorts))
		for k, s := range sorts {
			vars[k] = r.st.BoundVar("x", s)
		}
		c.Terms = []term.Term{r.st.Quantify(term.OpExists, term.Quant{Vars: vars, Body: r.st.App(f, vars...)})}
	} else {
		f, err := r.formula(args[0])
		if err != nil {
			return err
		}
		c.Terms = []term.Term{r.close(term.OpExists, f)}
	}
	return r.options(c, args[1:])
}

func (r *Reader) formula(at uint32) (term.Term, error) {
	t, err := r.elaborate(at)
	if err == nil && r.st.Sort(t) != term.Bool {
		err = r.errorAt(at, "a formula is expected, not a term of sort %s", r.st.SortString(r.st.Sort(t)))
	}
	return t, err
}

// close binds the variables in a formula that declare-var has declared, in the order of their declarations.
func (r *Reader) close(op term.Op, f term.Term) term.Term {
	vars := r.freeVars(f)
	if len(vars) == 0 {
		return f
	}
	slices.Sort(vars)
	return r.st.Quantify(op, term.Quant{Vars: vars, Body: f})
}

// closed checks that variables of declare-var are in rules and queries only. They may be in definitions, of which these
// are made.
func (r *Reader) closed(c *Command) error {
	if !r.hasVars || c.Kind == DefineFun {
		return nil
	}
	for _, t := range c.Terms {
		if r.st.Ground(t) {
			continue
		}
		x := r.freeVars(t)[0]
		return r.errorOff(0, "unsupported: variable %s outside rules and queries", r.st.SymName(r.st.BoundSym(x)))
	}
	return nil
}
