package gotest

import (
	"errors"
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// writer writes one file.
type writer struct {
	pkg     *types.Package
	test    string            // the name of the test
	taken   map[string]bool   // names that something has
	imports map[string]string // names of packages, by their paths
	base    map[string]string // what the packages call themselves
	uses    map[*Object]int   // how often a variable is pointed to; more than once if that is a part of it
	vars    map[*Object]*variable
	first   []string             // declarations that all statements need
	body    []string             // statements
	decls   []string             // of types with methods
	wanted  map[int]map[int]bool // which results of which calls later ones have
	results map[Result]string
	readers string // the type of readers, if there is one
	wrong   error  // the first value that cannot be written
}

// variable is an Object in the file.
type variable struct {
	name   string
	open   bool // its value is being written
	cyclic bool // and has it in it
}

// refuse says that a value cannot be written.
func (w *writer) refuse(format string, args ...any) {
	if w.wrong == nil {
		w.wrong = fmt.Errorf(format, args...)
	}
}

// mostValues is how many values are looked at.
const mostValues = 1 << 22

var errLarge = errors.New("the arguments have too many values")

// count counts how often variables are pointed to.
func (w *writer) count(v Value, left *int) {
	if *left--; *left < 0 {
		w.wrong = errLarge
		return
	}
	var to *Object
	by := 1
	switch v := v.(type) {
	case Pointer:
		if to = v.To; len(v.Path) > 0 {
			by = 2
		}
	case Slice:
		to = v.Array
	case Result:
		if w.wanted[v.Call] == nil {
			w.wanted[v.Call] = map[int]bool{}
		}
		w.wanted[v.Call][v.Index] = true
	}
	if to != nil {
		if w.uses[to] += by; w.uses[to] == by {
			w.count(to.Value, left)
		}
	}
	for _, x := range children(v) {
		w.count(x, left)
	}
}

// single reports whether a variable needs no name.
func (w *writer) single(o *Object) bool { return w.uses[o] < 2 }

// inline reports whether the value of a variable can be written where it is pointed to.
func (w *writer) inline(o *Object) bool {
	if !w.single(o) {
		return false
	}
	switch o.Type.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// object returns the name of a variable, which it declares.
func (w *writer) object(o *Object) string {
	if x := w.vars[o]; x != nil {
		x.cyclic = x.cyclic || x.open
		return x.name
	}
	x := &variable{name: w.fresh("x"), open: true}
	w.vars[o] = x
	text, typ := w.expr(o.Type, o.Value), w.spelled(o.Type)
	x.open = false
	switch {
	case x.cyclic:
		w.first = append(w.first, "var "+x.name+" "+typ)
		w.body = append(w.body, x.name+" = "+text)
	case isZero(o.Value):
		w.body = append(w.body, "var "+x.name+" "+typ)
	case strings.HasPrefix(text, typ+"{"):
		w.body = append(w.body, x.name+" := "+text)
	default:
		w.body = append(w.body, "var "+x.name+" "+typ+" = "+text)
	}
	return x.name
}

// signatureText returns the parameters of a function by their types, and its results with names. The first parameter
// has a name if one is given.
func (w *writer) signatureText(sig *types.Signature, first string) string {
	var params, results []string
	for k := range sig.Params().Len() {
		text := w.spelled(sig.Params().At(k).Type())
		if sig.Variadic() && k == sig.Params().Len()-1 {
			text = "..." + strings.TrimPrefix(text, "[]")
		}
		if first != "" {
			name := first
			if k > 0 {
				name = "_"
			}
			text = name + " " + text
		}
		params = append(params, text)
	}
	for k := range sig.Results().Len() {
		results = append(results, fmt.Sprintf("r%d %s", k, w.spelled(sig.Results().At(k).Type())))
	}
	out := "(" + strings.Join(params, ", ") + ")"
	if len(results) > 0 {
		out += " (" + strings.Join(results, ", ") + ")"
	}
	return out
}

// returned returns the results of a recorded call.
func (w *writer) returned(sig *types.Signature, results []Value) string {
	var list []string
	for k := range sig.Results().Len() {
		var v Value = Zero{}
		if k < len(results) {
			v = results[k]
		}
		list = append(list, w.expr(sig.Results().At(k).Type(), v))
	}
	return "return " + strings.Join(list, ", ")
}

func (w *writer) function(t types.Type, v Func) string {
	sig, ok := t.Underlying().(*types.Signature)
	if !ok {
		w.refuse("a function is no value of type %s", t)
		return "nil"
	}
	first := ""
	if len(v.Fills) > 0 {
		first = w.fresh("p")
	}
	text := "func" + w.signatureText(sig, first) + " {\n"
	switch calls := v.Calls; {
	case sig.Results().Len() == 0:
	case len(calls) == 0:
		text += "return\n"
	default:
		count := w.fresh("calls")
		w.body = append(w.body, "var "+count+" int")
		text += count + "++\nswitch " + count + " {\n"
		for k, results := range calls {
			text += fmt.Sprintf("case %d:\n", k+1)
			if k < len(v.Fills) && v.Fills[k] != "" {
				text += fmt.Sprintf("copy(%s, %q)\n", first, v.Fills[k])
			}
			text += w.returned(sig, results) + "\n"
		}
		text += "}\nreturn\n"
	}
	return text + "}"
}

// reader has the type of readers declared.
func (w *writer) reader(v Reader) string {
	eof := w.imported("io", "io") + ".EOF"
	name := w.readers
	if name == "" {
		name = w.fresh(w.local("musterReader"))
		w.readers = name
		w.decls = append(w.decls, `// `+name+` returns what has been recorded, and then io.EOF.
type `+name+` []struct {
	data string
	err  error
}

func (r *`+name+`) Read(p []byte) (int, error) {
	if len(*r) == 0 {
		return 0, `+eof+`
	}
	x := (*r)[0]
	*r = (*r)[1:]
	return copy(p, x.data), x.err
}
`)
	}
	var parts []string
	for _, x := range v {
		err := "nil"
		if !isZero(x.Err) {
			err = w.expr(types.Universe.Lookup("error").Type(), x.Err)
		}
		parts = append(parts, fmt.Sprintf("{%q, %s}", x.Data, err))
	}
	return "&" + name + "{" + strings.Join(parts, ", ") + "}"
}

// local returns the name of a declaration that only this test has.
func (w *writer) local(name string) string { return name + strings.TrimPrefix(w.test, "TestMuster") }

// stub declares a type with the methods of an interface, and returns a value of it.
func (w *writer) stub(t types.Type, v Stub) string {
	u, ok := t.Underlying().(*types.Interface)
	if !ok {
		w.refuse("what has methods alone is no value of type %s", t)
		return "nil"
	}
	name := w.fresh(w.local("musterStub"))
	var fields, methods, values []string
	for k := range u.NumMethods() {
		m := u.Method(k)
		if !m.Exported() && m.Pkg().Path() != w.pkg.Path() {
			w.refuse("no type of package %s has method %s", w.pkg.Name(), m.Name())
		}
		sig := m.Signature()
		var params, args []string
		for i := range sig.Params().Len() {
			params = append(params, fmt.Sprintf("p%d", i))
			args = append(args, params[i])
			typ := w.spelled(sig.Params().At(i).Type())
			if sig.Variadic() && i == sig.Params().Len()-1 {
				typ, args[i] = "..."+strings.TrimPrefix(typ, "[]"), args[i]+"..."
			}
			params[i] += " " + typ
		}
		bare := types.NewSignatureType(nil, nil, nil, nil, sig.Results(), false)
		_, results, _ := strings.Cut(w.signatureText(bare, ""), ")")
		call := fmt.Sprintf("x.m%d(%s)", k, strings.Join(args, ", "))
		if sig.Results().Len() > 0 {
			call = "return " + call
		}
		fields = append(fields, fmt.Sprintf("m%d func%s", k, w.signatureText(sig, "")))
		values = append(values, fmt.Sprintf("m%d: %s", k, w.function(sig, v[m.Name()])))
		methods = append(methods, fmt.Sprintf("func (x %s) %s(%s)%s { %s }\n", name, m.Name(), strings.Join(params, ", "),
			results, call))
	}
	w.decls = append(w.decls, "// "+name+" returns what has been recorded.\ntype "+name+" struct {\n"+
		strings.Join(fields, "\n")+"\n}\n\n"+strings.Join(methods, "\n"))
	return name + "{" + strings.Join(values, ", ") + "}"
}

// call writes a call, whose results have names if a later call has one of them.
func (w *writer) call(k int, c *Call, wanted map[int]bool) {
	sig, err := c.signature()
	if err != nil || len(c.Args) != sig.Params().Len() {
		w.refuse("%s is not called so: %d arguments (%v)", c.Func.Name(), len(c.Args), err)
		return
	}
	var args []string
	for i, v := range c.Args {
		last := sig.Variadic() && i == sig.Params().Len()-1
		if last && isZero(v) {
			continue
		}
		text := w.expr(sig.Params().At(i).Type(), v)
		if last {
			text += "..."
		}
		args = append(args, text)
	}
	list := strings.Join(args, ", ")
	if len(list) > 100 || strings.Contains(list, "\n") {
		list = "\n" + strings.Join(args, ",\n") + ",\n"
	}
	text := w.callee(c, sig) + "(" + list + ")"
	if len(wanted) > 0 {
		var names []string
		for i := range sig.Results().Len() {
			name := "_"
			if wanted[i] {
				name = w.fresh("r")
				w.results[Result{k, i}] = name
			}
			names = append(names, name)
		}
		text = strings.Join(names, ", ") + " := " + text
	}
	w.body = append(w.body, text)
}

// callee returns the function of a call.
func (w *writer) callee(c *Call, sig *types.Signature) string {
	recv := sig.Recv()
	if recv == nil {
		text := w.qualified(c.Func)
		if len(c.TypeArgs) > 0 {
			var args []string
			for _, t := range c.TypeArgs {
				args = append(args, w.spelled(t))
			}
			text += "[" + strings.Join(args, ", ") + "]"
		}
		return text
	}
	if !c.Func.Exported() && c.Func.Pkg().Path() != w.pkg.Path() {
		w.refuse("method %s is not exported", c.Func.Name())
	}
	t := recv.Type()
	if c.RecvType != nil {
		t = c.RecvType
	}
	text := w.typed(t, c.Recv)
	if strings.HasPrefix(text, "&") {
		text = "(" + text + ")"
	}
	return text + "." + c.Func.Name()
}

// importList returns the imports of the file, by their paths.
func (w *writer) importList() (out string) {
	for _, path := range slices.Sorted(maps.Keys(w.imports)) {
		name := ""
		if w.imports[path] != path[strings.LastIndex(path, "/")+1:] || w.imports[path] != w.base[path] {
			name = w.imports[path] + " "
		}
		out += fmt.Sprintf("%s%q\n", name, path)
	}
	return out
}
