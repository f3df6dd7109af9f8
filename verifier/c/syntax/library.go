package syntax

import (
	"strings"

	"github.com/muster-smt/muster/verifier/c/cpp"
	"github.com/muster-smt/muster/verifier/c/library"
)

// models reads the files of the library that define what the program uses and does not define, and what these use.
func models(files *cpp.Files, parts []*parser, opt Options) (out []*parser) {
	opt.Define, opt.Include, opt.Std = []string{"__MUSTER_MODEL"}, nil, Gnu17
	read := map[string]bool{}
	for work := parts; len(work) > 0; {
		p := work[0]
		work = work[1:]
		for _, o := range p.unit.Objects {
			if !o.used || o.defined() || o.Kind != Function && !o.Extern {
				continue
			}
			if !p.library && !library.Knows(o.symbol()) && !library.Declares(o.symbol()) &&
				!strings.HasPrefix(o.Name, "__muster_") {
				continue
			}
			name, text := library.Source(modelName(o))
			if name == "" || read[name] {
				continue
			}
			read[name] = true
			m := parse(files, Source{Name: "<" + name + ">", Text: []byte(text)}, opt)
			m.library = true
			out = append(out, m)
			work = append(work, m)
		}
	}
	return out
}

// modelName returns the name by which the library knows an object.
func modelName(o *Object) string { return strings.TrimPrefix(o.symbol(), "__builtin_") }

// addModels adds the objects of a unit of the library. Its functions call each other, whatever functions the program
// has of their names.
func (l *linker) addModels(u *Unit) {
	own := map[string]*Object{}
	for _, o := range u.Objects {
		switch {
		case o.Kind == Function && o.Body != nil:
			if !o.Internal {
				l.models[o.Name] = o
			}
			l.unit.Objects = append(l.unit.Objects, o)
		case o.Internal || l.names[o.Name] == nil || l.names[o.Name].Kind == o.Kind &&
			l.compatible(o.Type, l.names[o.Name].Type):
			l.add(o, own)
		default:
			l.unit.Objects = append(l.unit.Objects, o)
		}
	}
}

// complete has the functions that nobody defines mean those of the library. If no standard has the name, that takes
// the declaration of glibc: programs have an error of their own, too.
func (l *linker) complete() {
	for _, o := range l.unit.Objects {
		m := l.models[modelName(o)]
		if m == nil || m == o || o.Kind != Function || o.defined() {
			continue
		}
		other := o.Type.Loose || !l.compatible(o.Type, m.Type)
		if other && library.Declares(o.symbol()) {
			continue
		}
		l.left[o] = m
		l.other[o] = other
	}
}

// otherwise reports whether an object is declared by another type than that of the function of the library which it is.
func (l *linker) otherwise(o *Object) bool {
	for ; o != nil; o = l.left[o] {
		if l.other[o] {
			return true
		}
	}
	return false
}

// adapted has a call of a function by another type than that of the library's be one by that: as gcc compiles both,
// what is passed in the same register is passed. What is passed elsewhere is not supported.
func (l *linker) adapted(e *Expr, m *Object) {
	word := l.unit.Sizes.Pointer
	inWord := func(t *Type) bool { return (t.Kind == Int || t.Kind == Pointer) && t.Size <= word }
	same := func(from, to *Type) bool {
		return inWord(from) && inWord(to) && (to.Size <= from.Size || word == 4) || l.compatible(from, to)
	}
	ok := len(e.Args) >= len(m.Params) && (e.Type.Kind == Void || same(m.Type.Result, e.Type))
	for i, q := range m.Params {
		ok = ok && (same(e.Args[i].Type, q.Type) || widened(e.Args[i], q.Type))
	}
	if !ok {
		*e = Expr{Op: Hole, Str: "a call of " + m.Name + ", which is declared by another type than the library's",
			Type: e.Type, Pos: e.Pos, End: e.End, source: e.source}
		return
	}
	call := *e
	call.Obj, call.Type, call.Args = m, m.Type.Result, nil
	for i, q := range m.Params {
		call.Args = append(call.Args, converted(e.Args[i], q.Type, e.Args[i].Pos))
	}
	if e.Type.Kind == Void {
		*e = call
		return
	}
	to := e.Type
	*e = *converted(&call, to, e.Pos)
}

// widened reports whether an argument is a constant that the upper half of a register has, too.
func widened(e *Expr, t *Type) bool {
	for e.Op == Cast && e.Type.Kind == Int && e.X.Type.Kind == Int {
		e = e.X
	}
	return e.Op == Const && e.Type.Kind == Int && e.Val.Sign() >= 0 && e.Val.BitLen() < 31 && t.Kind == Int
}
