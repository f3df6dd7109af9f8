package execute

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/fuzz/bpl"
)

// Program is a program ready to run.
type Program struct {
	sorts   map[string]*sort // declared types; nil for those of their own
	globals []*sort          // variables, constants, then one table for each function without a body
	slots   map[string]int
	funcs   map[string]*function
	wheres  []*expr // of the global variables
	axioms  []*expr
	consts  []unique
	procs   []*procedure
	procOf  map[string]int
	entry   int
	asserts bool // the question is whether an assertion fails, not whether the entry returns
	hints   []int64
	loops   int // of all procedures

	known map[[2]int]Answer // by bound and steps
}

// unique is a unique constant.
type unique struct {
	slot int
	sort *sort
}

type function struct {
	params []*sort
	result *sort
	slot   int   // of the table, without a body
	body   *expr // over the parameters as bound variables
	op     bpl.Op
	bits   *operator // on bit-vectors, or nil
}

// procedure is a procedure ready to run. Its variables are the in-parameters, then the
// out-parameters, then the locals.
type procedure struct {
	name     string
	sorts    []*sort
	ins      int
	outs     int
	extra    int
	modify   []int
	old      bool     // uses values of the globals at its entry
	requires []clause // in order
	enter    []*expr  // assumed: requires and where clauses
	ensures  []clause // in order
	exit     []*expr  // assumed
	body     *flow    // or nil
}

// expr is an expression with its names resolved.
type expr struct {
	op     bpl.Op
	n      int64
	where  space
	args   []*expr
	bound  []*sort // of a quantifier
	base   int     // number of the first bound variable
	fn     *function
	digits string // of a number that is not an int64
	sort   *sort  // nil for that of most operators, which is bool or int
	// operator is what Apply stands for if fn is nil.
	operator *operator
}

// space says where a variable is.
type space uint8

const (
	inGlobal space = iota
	inOld
	inFrame
	inBound
)

// bad is thrown for what the package does not support.
type bad string

// New prepares a program. The entry is the procedure marked {:entrypoint}, or main.
func New(p *bpl.Program) (x *Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			why, ok := r.(bad)
			if !ok {
				panic(r)
			}
			x, err = nil, fmt.Errorf("execute: %s", string(why))
		}
	}()
	c := &compiler{Program: &Program{
		known: map[[2]int]Answer{},
		sorts: map[string]*sort{"bool": {kind: boolSort}, "int": {kind: intSort}},
		slots: map[string]int{}, funcs: map[string]*function{}, procOf: map[string]int{}, entry: -1,
	}, p: p}
	c.program()
	return c.Program, nil
}

type compiler struct {
	*Program
	p      *bpl.Program
	frame  map[string]int
	sortOf []*sort // of the frame's variables
	bounds []boundVar
	old    bool // inside of old
	olds   bool // there was an old
	hinted map[int64]bool
}

type boundVar struct {
	name string
	sort *sort
}

func (c *compiler) program() {
	for _, d := range c.p.Decls {
		if d.Kind == bpl.TypeDecl {
			c.sorts[d.Name] = nil
		}
	}
	c.hinted = map[int64]bool{}
	for _, d := range c.p.Decls {
		switch d.Kind {
		case bpl.GlobalDecl:
			c.global(d.Var.Name, c.sort(d.Var.Type))
		case bpl.ConstDecl:
			slot := c.global(d.Var.Name, c.sort(d.Var.Type))
			if d.Unique {
				c.consts = append(c.consts, unique{slot, c.globals[slot]})
			}
		case bpl.FunctionDecl:
			c.function(d)
		case bpl.ProcDecl:
			c.procOf[d.Name] = len(c.procs)
			c.procs = append(c.procs, &procedure{name: d.Name})
		}
	}
	for _, name := range []string{"div 0", "mod 0"} { // results that Boogie leaves open
		f := &function{params: []*sort{c.sorts["int"]}, result: c.sorts["int"]}
		f.slot = c.global(name, &sort{kind: mapSort, elem: f.result, index: f.params})
		c.funcs[name] = f
	}
	for _, d := range c.p.Decls {
		switch {
		case d.Kind == bpl.FunctionDecl && d.Expr != nil && c.funcs[d.Name].op == 0 && c.funcs[d.Name].bits == nil:
			c.functionBody(d)
		case d.Kind == bpl.AxiomDecl:
			c.axioms = conjuncts(c.axioms, c.expr(d.Expr))
		case d.Kind == bpl.GlobalDecl && d.Var.Where != nil:
			c.wheres = append(c.wheres, c.expr(d.Var.Where))
		}
	}
	c.noRecursion()
	for _, d := range c.p.Decls {
		if d.Kind == bpl.ProcDecl {
			c.procedure(d)
		}
	}
	c.findEntry()
	slices.Sort(c.hints)
}

func (c *compiler) global(name string, s *sort) int {
	if _, ok := c.slots[name]; ok {
		panic(bad(name + " is declared twice"))
	}
	c.globals = append(c.globals, s)
	c.slots[name] = len(c.globals) - 1
	return len(c.globals) - 1
}

func (c *compiler) sort(t *bpl.Type) *sort {
	if t.Elem != nil {
		s := &sort{kind: mapSort, elem: c.sort(t.Elem)}
		for _, i := range t.Index {
			k := c.sort(i)
			if k.kind == mapSort {
				panic(bad("a map as index"))
			}
			s.index = append(s.index, k)
		}
		return s
	}
	s, ok := c.sorts[t.Name]
	if !ok {
		s = c.bitsSortOf(t.Name)
	}
	if !ok && s == nil {
		panic(bad("type " + t.Name))
	}
	if s != nil {
		return s
	}
	for _, d := range c.p.Decls {
		if d.Kind == bpl.TypeDecl && d.Name == t.Name {
			s = &sort{kind: ownSort}
			if d.Type != nil {
				s = c.sort(d.Type)
			}
		}
	}
	c.sorts[t.Name] = s
	return s
}

var builtin = regexp.MustCompile(`\{:builtin "(div|mod)"\}`)

func (c *compiler) function(d *bpl.Decl) {
	f := &function{result: c.sort(d.Type)}
	for _, v := range d.Ins {
		f.params = append(f.params, c.sort(v.Type))
	}
	c.funcs[d.Name] = f
	switch m := builtin.FindStringSubmatch(d.Attrs); {
	case m != nil && m[1] == "div":
		f.op = bpl.Div
	case m != nil:
		f.op = bpl.Mod
	case strings.Contains(d.Attrs, "builtin"):
		f.bits = operatorOf(d.Attrs)
		if f.bits == nil {
			panic(bad("function " + d.Name))
		}
	case d.Expr == nil:
		f.slot = c.global("function "+d.Name, &sort{kind: mapSort, elem: f.result, index: f.params})
	}
}

func (c *compiler) functionBody(d *bpl.Decl) {
	f := c.funcs[d.Name]
	c.bounds = nil
	for i, v := range d.Ins {
		c.bounds = append(c.bounds, boundVar{v.Name, f.params[i]})
	}
	f.body = c.expr(d.Expr)
	c.bounds = nil
}

// noRecursion rejects recursive functions, which have no finite expansion.
func (c *compiler) noRecursion() {
	state := map[*function]int{}
	var visit func(e *expr)
	visit = func(e *expr) {
		if f := e.fn; f != nil && f.body != nil {
			switch state[f] {
			case 0:
				state[f] = 1
				visit(f.body)
				state[f] = 2
			case 1:
				panic(bad("a recursive function"))
			}
		}
		for _, a := range e.args {
			visit(a)
		}
	}
	for _, f := range c.funcs {
		if f.body != nil && state[f] == 0 {
			state[f] = 1
			visit(f.body)
			state[f] = 2
		}
	}
}

var extraBound = regexp.MustCompile(`\{:SIextraRecBound (\d+)\}`)

func (c *compiler) procedure(d *bpl.Decl) {
	q := c.procs[c.procOf[d.Name]]
	c.frame, c.sortOf, c.olds = map[string]int{}, nil, false
	vars := slices.Concat(d.Ins, d.Outs, d.Locals)
	for i, v := range vars {
		c.frame[v.Name] = i
		c.sortOf = append(c.sortOf, c.sort(v.Type))
	}
	q.sorts, q.ins, q.outs = c.sortOf, len(d.Ins), len(d.Outs)
	for _, m := range extraBound.FindAllStringSubmatch(d.AllAttrs(), -1) {
		q.extra, _ = strconv.Atoi(m[1])
	}
	seen := map[int]bool{}
	for _, g := range d.Modify {
		if s := c.slots[g]; !seen[s] {
			seen[s] = true
			q.modify = append(q.modify, s)
		}
	}
	var outs []*expr
	wheres := make([]*expr, len(vars))
	for i, v := range vars {
		if v.Where == nil {
			continue
		}
		wheres[i] = c.expr(v.Where)
		if i >= q.ins && i < q.ins+q.outs {
			outs = append(outs, wheres[i])
		}
	}
	q.exit = outs
	for _, s := range d.Specs {
		e := c.expr(s.Cond)
		switch {
		case s.Kind == bpl.Requires:
			q.enter = conjuncts(q.enter, e)
			q.requires = checked(q.requires, s, e)
		case s.Kind == bpl.Ensures:
			q.exit = conjuncts(q.exit, e)
			q.ensures = checked(q.ensures, s, e)
		}
	}
	q.old = c.olds
	if !d.HasBody {
		return
	}
	q.enter = append(q.enter, c.wheres...)
	for _, w := range wheres {
		if w != nil {
			q.enter = append(q.enter, w)
		}
	}
	q.body = c.flow(d, wheres)
	q.old = c.olds
}

// clause is one of a contract where that is checked. A free one with {:always_assume} is assumed there.
type clause struct {
	cond    *expr
	assumed bool
}

// checked adds a clause of a contract to those that are checked, or assumed among them.
func checked(list []clause, s bpl.Spec, e *expr) []clause {
	if s.Free && !strings.Contains(s.Attrs, "{:always_assume}") {
		return list
	}
	return append(list, clause{e, s.Free})
}

func asks(list []clause) bool {
	return slices.ContainsFunc(list, func(c clause) bool { return !c.assumed })
}

// findEntry finds the entry and the question.
func (c *compiler) findEntry() {
	for _, d := range c.p.Decls {
		if d.Kind == bpl.ProcDecl && d.HasBody && strings.Contains(d.Attrs, "{:entrypoint}") {
			if c.entry >= 0 {
				panic(bad("several entries"))
			}
			c.entry = c.procOf[d.Name]
		}
	}
	if c.entry < 0 {
		main, ok := c.procOf["main"]
		if !ok {
			panic(bad("no entry"))
		}
		c.entry = main
	}
	if c.procs[c.entry].body == nil {
		panic(bad("the entry has no body"))
	}
	seen := make([]bool, len(c.procs))
	seen[c.entry] = true
	for work := []int{c.entry}; len(work) > 0; {
		q := c.procs[work[len(work)-1]]
		work = work[:len(work)-1]
		if q.body == nil {
			continue
		}
		c.asserts = c.asserts || asks(q.ensures)
		for _, b := range q.body.all {
			for _, k := range b.cmds {
				c.asserts = c.asserts || k.kind == bpl.Assert
				if k.kind != bpl.Call {
					continue
				}
				c.asserts = c.asserts || asks(c.procs[k.callee].requires)
				if !seen[k.callee] {
					seen[k.callee] = true
					work = append(work, k.callee)
				}
			}
		}
	}
}

func (c *compiler) exprs(es []*bpl.Expr) []*expr {
	out := make([]*expr, len(es))
	for i, e := range es {
		out[i] = c.expr(e)
	}
	return out
}

func (c *compiler) expr(e *bpl.Expr) *expr {
	x := &expr{op: e.Op, n: e.Value}
	switch e.Op {
	case bpl.Num:
		if c.literal(x, e.Name) {
			c.hint(x.n)
			return x
		}
		x.digits = e.Name
		if x.digits == "" {
			c.hint(e.Value)
		}
		return x
	case bpl.Var:
		c.resolve(x, e.Name)
		return x
	case bpl.Old:
		before := c.old
		c.old = true
		y := c.expr(e.Args[0])
		c.old = before
		return y
	case bpl.Forall, bpl.Exists:
		x.base = len(c.bounds)
		for _, v := range e.Bound {
			s := c.sort(v.Type)
			x.bound = append(x.bound, s)
			c.bounds = append(c.bounds, boundVar{v.Name, s})
		}
		x.args = c.exprs(e.Args)
		c.bounds = c.bounds[:x.base]
		return x
	case bpl.Apply:
		x.fn = c.funcs[e.Name]
		if x.fn == nil {
			panic(bad("function " + e.Name))
		}
		x.sort = x.fn.result
		switch {
		case x.fn.op != 0:
			x.op, x.fn = x.fn.op, nil
		case x.fn.bits != nil:
			x.operator, x.fn = x.fn.bits, nil
		}
	}
	if x.op == bpl.Div || x.op == bpl.Mod {
		x.fn = c.funcs[map[bpl.Op]string{bpl.Div: "div 0", bpl.Mod: "mod 0"}[x.op]]
	}
	x.args = c.exprs(e.Args)
	switch e.Op {
	case bpl.Select:
		if s := x.args[0].sort; s != nil {
			x.sort = s.elem
		}
	case bpl.Store:
		x.sort = x.args[0].sort
	case bpl.Ite:
		x.sort = x.args[1].sort
	case bpl.Extract, bpl.Concat:
		c.slice(x, e.Name)
	}
	return x
}

// hint notes a number of the program, a likely value.
func (c *compiler) hint(v int64) {
	if !c.hinted[v] && len(c.hints) < 8 {
		c.hinted[v] = true
		c.hints = append(c.hints, v)
	}
}

func (c *compiler) resolve(x *expr, name string) {
	for i := len(c.bounds) - 1; i >= 0; i-- {
		if c.bounds[i].name == name {
			x.where, x.n, x.sort = inBound, int64(i), c.bounds[i].sort
			return
		}
	}
	if i, ok := c.frame[name]; ok {
		x.where, x.n, x.sort = inFrame, int64(i), c.sortOf[i]
		return
	}
	s, ok := c.slots[name]
	if !ok {
		panic(bad("name " + name))
	}
	x.where, x.n, x.sort = inGlobal, int64(s), c.globals[s]
	if c.old {
		x.where, c.olds = inOld, true
	}
}
