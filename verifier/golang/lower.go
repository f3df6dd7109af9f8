package golang

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/golang/models"
	"github.com/muster-smt/muster/verifier/prog"
)

// endsQuestion is about whether the program ends without a panic.
const endsQuestion = front.Ends

// lowerer makes the program.
type lowerer struct {
	st    *term.Store
	opt   Options
	query front.Query
	src   *source
	sizes types.Sizes
	facts *facts
	prog  *prog.Program
	res   *Result

	procs      map[*ssa.Function]*prog.Proc
	names      map[string]int // how many procedures there are of a name
	leavesOf   typeutil.Map   // leaves, by type
	cells      typeutil.Map   // numbers of the types of cells
	classes    map[class]prog.VarID
	maps       typeutil.Map // mappings
	captures   map[captured]prog.VarID
	globalVars map[*ssa.Global]place // global variables that are variables of the program
	objects    map[*ssa.Global]int64 // and those that are in memory
	texts      map[string]int64      // objects of string constants
	byID       map[int64]string
	order      []string // string constants
	reads      bool     // their bytes are read
	floats     map[string]int64
	next       prog.VarID // the number of the next object
	bytes      prog.VarID // of strings: nothing is ever changed in it
	early      prog.VarID // whether what is asked about has not begun; 0 if it begins with the entry
	numbered   numbering
	decoding   *prog.Proc
	encoding   map[prog.VarID]*prog.Proc // by the memory of runes
	top        int64                     // the next number of what is static
	windows    int64
	unwind     *unwinding
	byTerm     map[term.Term]prog.VarID
	nodes      map[step]prog.NodeID
	files      map[string]int32

	methods     map[string]*methodTable // of values of types that the program does not have, by the names of methods
	methodOrder []string
	stubCalled  bool              // such a method may be called, or such a function
	stubCounts  map[counting]bool // and so may one of these
	returnable  []types.Type      // that they return
}

// static takes numbers for what is static.
func (l *lowerer) static(n int64) int64 {
	l.top += n
	return l.top - n
}

// global makes a global variable of the program.
func (l *lowerer) global(name string, s term.Sort, at prog.NodeID) prog.VarID {
	v := l.prog.NewVar(name, prog.Global, s, at)
	l.prog.Globals = append(l.prog.Globals, v)
	l.byTerm[l.prog.Var(v).Term] = v
	return v
}

// procedure makes a procedure.
func (l *lowerer) procedure(name string, g *ssa.Function) *prog.Proc {
	n := l.names[name]
	if l.names[name]++; n > 0 {
		name = fmt.Sprintf("%s#%d", name, n)
	}
	q := &prog.Proc{ID: prog.ProcID(len(l.prog.Procs)), Name: name, CountName: name}
	if g != nil {
		q.Node = l.newNode(g.Pos())
	}
	l.prog.Procs = append(l.prog.Procs, q)
	return q
}

// signature declares the procedure of a function.
func (l *lowerer) signature(g *ssa.Function) {
	q := l.procedure(g.RelString(l.src.main.Pkg), g)
	l.procs[g] = q
	formal := func(name string, x leaf, kind prog.VarKind) prog.VarID {
		v := l.prog.NewVar(name+x.path, kind, l.sort(x), q.Node)
		l.byTerm[l.prog.Var(v).Term] = v
		l.stands(v, name, x)
		return v
	}
	for k, p := range g.Params {
		for _, x := range l.leaves(p.Type()) {
			q.Ins = append(q.Ins, formal(cmp.Or(strings.Trim(p.Name(), "_"), fmt.Sprintf("$%d", k+1)), x, prog.In))
		}
	}
	if len(g.FreeVars) > 0 {
		q.Ins = append(q.Ins, l.prog.NewVar("$env", prog.In, term.Int, q.Node))
	}
	for _, x := range l.leaves(g.Signature.Results()) {
		q.Outs = append(q.Outs, formal("result", x, prog.Out))
	}
}

// initializer lowers what matters of the initialisation of a package.
func (l *lowerer) initializer(x *initial) *prog.Proc {
	q := l.procedure(x.f.Pkg.Pkg.Path()+".init", nil)
	f := l.newFn(x.f, q)
	f.only, f.pos = x.taken, x.f.Pos()
	f.enter(f.block("entry"))
	f.named()
	f.blocks()
	return q
}

// globalPlace returns where a global variable is.
func (l *lowerer) globalPlace(g *ssa.Global) place {
	t := pointee(g.Type())
	if l.facts.shared[g] {
		return l.at(t, l.st.Int(l.globalObject(g)), l.st.Int(0))
	}
	p, ok := l.globalVars[g]
	if !ok {
		p = place{typ: t, vars: map[string]prog.VarID{}, idx: l.st.Int(0)}
		name := g.RelString(l.src.main.Pkg)
		for _, x := range l.leaves(t) {
			id := l.global(name+x.path, l.sort(x), l.newNode(g.Pos()))
			l.stands(id, name, x)
			p.vars[x.path] = id
		}
		l.globalVars[g] = p
	}
	return p
}

// globalObject returns the number of a global variable in memory.
func (l *lowerer) globalObject(g *ssa.Global) int64 {
	id, ok := l.objects[g]
	if !ok {
		id = l.static(l.size(pointee(g.Type())))
		l.objects[g] = id
	}
	return id
}

// position returns a place for the program; none in files that are not the user's.
func (l *lowerer) position(p token.Pos) prog.Pos {
	if !p.IsValid() {
		return prog.Pos{}
	}
	at := l.src.fset.Position(p)
	if strings.HasPrefix(at.Filename, models.Prefix) {
		return prog.Pos{}
	}
	k, ok := l.files[at.Filename]
	if !ok {
		k = l.file(at.Filename)
		l.files[at.Filename] = k
	}
	return prog.Pos{Line: int32(at.Line), Col: int32(at.Column), File: k}
}

// file adds a file, under a name that begins where the user is.
func (l *lowerer) file(name string) int32 {
	shown := shownName(name)
	text := l.src.text(name)
	for k := range l.prog.Files {
		if f := &l.prog.Files[k]; filepath.Clean(f.Name) == shown || f.Name == name {
			f.Text = text
			return int32(k)
		}
	}
	l.prog.Files = append(l.prog.Files, prog.File{Name: shown, Text: text})
	return int32(len(l.prog.Files) - 1)
}

func (l *lowerer) newNode(at token.Pos) prog.NodeID { return l.prog.NewNode(l.position(at)) }
