package boogie

import (
	"math"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// Load reads a Boogie program. The name of the file appears in errors and in the program. An error is a *syntax.Error.
func Load(file string, src []byte, st *term.Store) (*prog.Program, error) {
	return Options{}.Load(file, src, st)
}

// Options say how to read a program.
type Options struct {
	// InferModifies adds to each modifies clause the globals that the body changes, where Load refuses a body that
	// changes others.
	InferModifies bool
	// Contracts says that procedures are checked by their contracts, as Boogie does, and not Corral. Then it allows
	// several implementations of one procedure: all but the first are procedures of their own, with the contract of the
	// first, that nobody calls.
	Contracts bool
}

// Load reads a Boogie program, as the function of that name does, with options.
func (o Options) Load(file string, src []byte, st *term.Store) (*prog.Program, error) {
	p, _, err := o.load(prog.Files{{Name: file, Text: src}}, st)
	return p, err
}

// load reads files that are one program, as Boogie does: what one declares all see. It also returns what blocks decide.
func (o Options) load(files prog.Files, st *term.Store) (*prog.Program, map[prog.NodeID]way, error) {
	var sources []syntax.Source
	for _, x := range files {
		sources = append(sources, syntax.Source{Path: x.Name, Text: x.Text})
	}
	f, err := syntax.ParseAll(sources)
	if err != nil {
		return nil, nil, err
	}
	c, err := check(f, o)
	if err != nil {
		return nil, nil, err
	}
	if c.types.poly {
		err := c.meetInstances()
		if c.insts.many {
			c.insts, c.types.sorts, c.types.datas = instances{few: true}, nil, nil
			err = c.meetInstances()
		}
		if err != nil {
			return nil, nil, err
		}
	}
	l := newLowerer(c, st)
	if err := l.program(); err != nil {
		return nil, nil, err
	}
	l.prog.Files = files
	return l.prog, l.ways, nil
}

// meetInstances lowers the program until all instances are known: first those that are used, then also those of
// axioms about types that nothing else is about.
func (c *checker) meetInstances() error {
	for _, all := range []bool{false, true} {
		for n := -1; n < c.insts.count; {
			n = c.insts.count
			l := newLowerer(c, term.NewStore())
			l.used = !all
			if err := l.program(); err != nil {
				return err
			}
			c.types.sorts, c.types.datas = nil, nil
		}
	}
	return nil
}

// lowerer turns a checked file into a program.
type lowerer struct {
	c    *checker
	f    *syntax.File
	st   *term.Store
	prog *prog.Program

	nodes   map[syntax.Pos]prog.NodeID // of declarations, statements and clauses, which begin at different places
	ways    map[prog.NodeID]way        // of blocks
	varOf   []prog.VarID               // by entity
	whereOf []term.Term                // by variable: its where clause, of which Load spells out all consequences
	lambdas lambdas
	generics
	evaluator
	bodyBuilder
}

func newLowerer(c *checker, st *term.Store) *lowerer {
	l := &lowerer{c: c, f: c.file, st: st, varOf: make([]prog.VarID, len(c.ents)), whereOf: make([]term.Term, 1)}
	l.prog = &prog.Program{File: c.file.Paths[0], Store: st, Vars: make([]prog.Var, 1, len(c.ents)), Entry: prog.NoProc}
	l.nodes, l.ways = map[syntax.Pos]prog.NodeID{}, map[prog.NodeID]way{}
	l.lambdas = lambdas{funcs: map[string]term.Sym{}, vars: map[lambdaVar]term.Term{}}
	l.evaluator = newEvaluator(c)
	l.sub = term.NewSubst(st, st)
	l.bodyBuilder.blockOf = make([]int32, c.file.Names.Len())
	l.bodyBuilder.after = make([]int32, c.file.Names.Len())
	return l
}

// nodeAt returns what begins at a place.
func (l *lowerer) nodeAt(p syntax.Pos) prog.NodeID {
	n, ok := l.nodes[p]
	if !ok {
		n = l.newNode(p)
		l.nodes[p] = n
	}
	return n
}

func (l *lowerer) newNode(p syntax.Pos) prog.NodeID {
	file, line, col := l.f.Lines.At(p)
	return l.prog.NewNode(prog.Pos{Line: int32(line), Col: int32(col), File: int32(file)})
}

// program lowers everything.
func (l *lowerer) program() (err error) {
	defer caught(&err)
	for i, e := range l.c.consts {
		v := l.newVar(e, prog.Constant)
		l.prog.Vars[v].Unique = l.f.Consts[i].Unique
		l.prog.Consts = append(l.prog.Consts, v)
		if l.c.ents[e].chosen {
			l.prog.Chosen = append(l.prog.Chosen, v)
		}
	}
	for _, e := range l.c.globals {
		if v := l.newVar(e, prog.Global); !l.c.ents[e].hole {
			l.prog.Globals = append(l.prog.Globals, v)
		}
	}
	l.generics.open(l.c)
	l.findConstrained()
	l.axioms()
	if l.c.whereUnsup == nil {
		for _, e := range l.c.globals {
			l.where(e)
		}
	}
	for i := range l.generics.declOf {
		id := prog.ProcID(i)
		l.inInstance(id, func(p *procedure) { l.signature(id, p) })
	}
	for i := range l.generics.declOf {
		id := prog.ProcID(i)
		l.inInstance(id, func(p *procedure) { l.procedure(id, p) })
	}
	l.refuseRigid()
	return nil
}

// bail carries an error out of the walks, which return none.
type bail struct{ err *syntax.Error }

// caught recovers an error that comes as a panic of type bail.
func caught(err *error) {
	switch r := recover().(type) {
	case nil:
	case bail:
		*err = r.err
	default:
		panic(r)
	}
}

func (l *lowerer) failf(p syntax.Pos, format string, args ...any) { l.c.failf(p, format, args...) }

func (l *lowerer) newVar(e entID, kind prog.VarKind) prog.VarID {
	d := &l.c.ents[e]
	v := l.prog.NewVar(l.c.text(d.name), kind, l.sort(d.typ), l.nodeAt(d.pos))
	l.varOf[e] = v
	l.whereOf = append(l.whereOf, 0)
	return v
}

// where lowers the where clause of a variable.
func (l *lowerer) where(e entID) {
	if w := l.c.ents[e].where; w != 0 {
		t := l.assumption(w)
		l.whereOf[l.varOf[e]] = t
		if l.prog.Wheres == nil {
			l.prog.Wheres = map[prog.VarID]term.Term{}
		}
		l.prog.Wheres[l.varOf[e]] = t
	}
}

// axioms lowers the axioms, and defines the recursive functions by axioms as Boogie does.
func (l *lowerer) axioms() {
	for i, a := range l.f.Axioms {
		if l.c.axiomUnsup[i] == nil {
			l.assumed = l.typeQuant(l.f.First(a.Cond)) == a.Cond && l.f.Exprs[a.Cond].Op == syntax.OpForall
			cond := l.assumption(a.Cond)
			l.assumed = false
			l.prog.Axioms = append(l.prog.Axioms, prog.Axiom{Cond: cond, Node: l.nodeAt(a.Pos)})
		}
	}
	for i := range l.c.funcs {
		fn := &l.c.funcs[i]
		if !fn.recursive || fn.unsup != nil {
			continue
		}
		all := [][]typ{nil}
		if len(fn.typeParams) > 0 {
			all = slices.Clone(l.c.insts.funcs[int32(i)])
		}
		for _, types := range all {
			l.prog.Axioms = append(l.prog.Axioms, prog.Axiom{Cond: l.definition(int32(i), types), Node: l.nodeAt(fn.decl.Pos),
				Function: l.c.text(fn.decl.Name)})
		}
	}
}

// definition returns forall x :: {f(x)} f(x) == body, for an instance of a function.
func (l *lowerer) definition(i int32, types []typ) term.Term {
	fn := &l.c.funcs[i]
	before := l.enter(fn.typeParams, types)
	defer func() { l.env = before }()
	args := make([]term.Term, len(fn.params))
	for k, t := range fn.params {
		args[k] = l.st.BoundVar(l.c.text(fn.decl.Params[k].Name), l.sort(t))
		if fn.ents[k] != 0 {
			l.val[fn.ents[k]] = args[k]
		}
	}
	app := l.st.App(l.symbolOf(i, types), args...)
	eq := l.st.Eq(app, l.eval(fn.decl.Body))
	if len(args) == 0 {
		return eq
	}
	return l.st.Quantify(term.OpForall, term.Quant{Vars: args, Body: eq, Patterns: [][]term.Term{{app}},
		Name: l.c.text(fn.decl.Name)})
}

// signature declares the procedure and its variables, so that calls can be lowered in any order.
func (l *lowerer) signature(id prog.ProcID, p *procedure) {
	q := &prog.Proc{ID: id, Name: l.procName(id), CountName: l.c.text(p.decl.Name), Node: l.nodeAt(p.decl.Pos)}
	if p.impl != nil {
		q.Node = l.nodeAt(p.impl.Pos)
	}
	if p.unsup != nil {
		q.Unsupported = p.unsup
	}
	if p.template {
		l.newVars(p.ins, prog.Global)
		l.newVars(p.outs, prog.Global)
		l.prog.Procs = append(l.prog.Procs, q)
		return
	}
	if p.impl != nil {
		for _, x := range []struct {
			ents []entID
			vars []syntax.VarDecl
		}{{p.ins, p.impl.Ins}, {p.outs, p.impl.Outs}} {
			for i, e := range x.ents {
				l.c.ents[e].name = x.vars[i].Name
			}
		}
	}
	q.Ins = l.newVars(p.ins, prog.In)
	q.Outs = l.newVars(p.outs, prog.Out)
	q.Locals = l.newVars(p.locals, prog.Local)
	for _, g := range p.modifies {
		q.Modifies = append(q.Modifies, l.varOf[g])
	}
	l.prog.Procs = append(l.prog.Procs, q)
	has := func(attrs syntax.List, name string) bool {
		_, ok := l.f.Attr(attrs, name)
		return ok
	}
	if p.body != nil && int(id) < len(l.c.procs) {
		if has(p.attrs, "entrypoint") {
			l.prog.Entries = append(l.prog.Entries, id)
		} else if has(p.decl.Attrs, "entrypoint") {
			l.prog.Declared = append(l.prog.Declared, id)
		}
	}
	q.Eager = has(p.attrs, "ForceInline") || has(p.decl.Attrs, "inline") || has(p.attrs, "inline")
	q.Loop = has(p.decl.Attrs, "LoopProcedure") || has(p.attrs, "LoopProcedure")
	q.Selective = l.c.flag(p.attrs, "selective_checking") || l.c.flag(p.decl.Attrs, "selective_checking")
	q.NoTemplates = l.c.flag(p.decl.Attrs, "nohoudini")
	q.ExtraBound = l.extraBound(p)
	q.Modular = l.modular(p)
	q.Modular.Skip = q.Modular.Skip || int(id) >= len(l.c.procs) // the procedure itself is checked for all types
}

func (l *lowerer) newVars(ents []entID, kind prog.VarKind) []prog.VarID {
	vars := make([]prog.VarID, len(ents))
	for i, e := range ents {
		vars[i] = l.newVar(e, kind)
	}
	return vars
}

func (l *lowerer) extraBound(p *procedure) int {
	a, ok := l.f.Attr(p.attrs, "SIextraRecBound")
	if !ok {
		if a, ok = l.f.Attr(p.decl.Attrs, "SIextraRecBound"); !ok {
			return 0
		}
	}
	if args := l.f.Args(a); len(args) == 1 && l.digits(args[0]) != "" {
		v := l.numeral(l.f.Exprs[args[0].Expr])
		if n, ok := l.st.Num(v).Int64(); ok && n <= math.MaxInt32 {
			return int(n)
		}
	}
	l.failf(a.Pos, "{:SIextraRecBound} needs one integer")
	return 0
}

// procedure lowers the contracts and the body.
func (l *lowerer) procedure(id prog.ProcID, p *procedure) {
	q := l.prog.Procs[id]
	l.unsupported = q.Unsupported != nil
	l.restsOn = nil
	if p.template {
		l.template(p)
		return
	}
	if !l.unsupported {
		for _, list := range [][]entID{p.ins, p.outs, p.locals} {
			for _, e := range list {
				l.where(e)
			}
		}
		l.contracts(p, q)
	}
	if p.body != nil {
		l.measured = nil
		l.body(p, q)
		q.Locals = append(q.Locals, l.measured...)
	}
	if q.Unsupported == nil && l.restsOn != nil {
		q.Unsupported = l.restsOn
	}
}

// contracts lowers the clauses. A caller assumes the where clauses of the results as it assumes a free ensures.
func (l *lowerer) contracts(p *procedure, q *prog.Proc) {
	for i, e := range p.outs {
		if w := l.whereOf[q.Outs[i]]; w != 0 {
			q.Ensures = append(q.Ensures, prog.Contract{Cond: w, Free: true, Node: l.nodeAt(l.c.ents[e].pos)})
		}
	}
	for _, s := range p.decl.Specs {
		if l.candidate(p, q, s) {
			continue
		}
		l.name(s.Attrs, s.Pos)
		l.note(s.Cond, s.Pos)
		k := prog.Contract{Cond: l.claim(s.Cond), Free: s.Free, Always: s.Free && l.c.flag(s.Attrs, "always_assume"),
			Node: l.nodeAt(s.Pos)}
		if s.Kind == syntax.Requires {
			q.Requires = append(q.Requires, k)
		} else {
			q.Ensures = append(q.Ensures, k)
		}
	}
	for _, m := range p.decl.Measures {
		l.bounded(m, func(c prog.Contract) { q.Requires = append(q.Requires, c) })
	}
}

// records reports whether a call only records a value for the trace.
func (l *lowerer) records(p *procedure) bool {
	return p.body == nil && len(p.ins) == 1 && len(p.outs) == 0 && len(p.modifies) == 0 && len(p.decl.Specs) == 0 &&
		strings.HasPrefix(l.c.text(p.decl.Name), "boogie_si_record_")
}
