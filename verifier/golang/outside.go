package golang

import (
	"go/types"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// inside are the packages of the standard library of which functions are lowered from source: what they do is in
// themselves. Those below them are listed, too.
var inside = []string{
	"bufio", "bytes", "cmp", "container/heap", "container/list", "container/ring", "encoding", "encoding/ascii85",
	"encoding/base32", "encoding/base64", "encoding/binary", "encoding/csv", "encoding/hex", "encoding/pem", "errors",
	"hash", "hash/adler32", "hash/fnv", "html", "image", "image/color", "index/suffixarray", "internal/byteorder",
	"internal/bytealg", "internal/itoa", "internal/strconv", "internal/stringslite", "internal/sync", "io", "iter",
	"maps", "math/bits", "net/url", "path", "slices", "sort", "strconv", "strings", "sync", "sync/atomic",
	"text/scanner", "unicode", "unicode/utf16", "unicode/utf8",
}

// insiders are functions of other packages that are lowered from source, too.
var insiders = []string{
	"math.IsNaN", "math.IsInf",
	"fmt.wrapError.Error", "fmt.wrapError.Unwrap", "fmt.wrapErrors.Error", "fmt.wrapErrors.Unwrap",
}

// values are the packages of which functions compute from numbers alone, have no effect, and do not panic: numbers of
// their results are any.
var values = []string{"math", "math/cmplx"}

// reports are functions that say something of the process or of times, have no effect, and do not panic: their results
// are any.
var reports = []string{
	"crypto/fips140.Enabled", "os.Getenv", "os.Getpid", "os.Getppid", "os.Getuid", "os.Geteuid", "os.Getgid",
	"os.Getegid", "os.Getpagesize", "runtime.NumCPU", "runtime.NumCgoCall", "runtime.NumGoroutine", "runtime.Version",
	"time.Now", "time.Since", "time.Until", "time.Unix", "time.UnixMilli", "time.UnixMicro", "(time.Time).Add",
	"(time.Time).AddDate", "(time.Time).After", "(time.Time).Before", "(time.Time).Clock", "(time.Time).Compare",
	"(time.Time).Date", "(time.Time).Day", "(time.Time).Equal", "(time.Time).Hour", "(time.Time).IsZero",
	"(time.Time).Local", "(time.Time).Minute", "(time.Time).Month", "(time.Time).Nanosecond", "(time.Time).Round",
	"(time.Time).Second", "(time.Time).Sub", "(time.Time).Truncate", "(time.Time).UTC", "(time.Time).Unix",
	"(time.Time).UnixMicro", "(time.Time).UnixMilli", "(time.Time).UnixNano", "(time.Time).Weekday",
	"(time.Time).Year", "(time.Time).YearDay",
}

// deaf are functions that only change what nothing sees but calls of functions that are outside.
var deaf = []string{
	"image.RegisterFormat", "crypto.RegisterHash", "runtime.KeepAlive", "runtime.GC", "runtime.Gosched",
	"encoding/gob.Register", "encoding/gob.RegisterName",
}

// costly are functions of inside that compute with floating-point numbers at length, or by reflection; and types whose
// methods do.
var costly = []string{
	"strconv.ParseFloat", "strconv.ParseComplex", "strconv.FormatFloat", "strconv.AppendFloat", "strconv.FormatComplex",
	"sort.Slice", "sort.SliceStable", "sort.SliceIsSorted", "strings.NewReplacer",
	"encoding/binary.Read", "encoding/binary.Write", "encoding/binary.Size", "encoding/binary.Decode",
	"encoding/binary.Encode", "encoding/binary.Append", "errors.as",
	"(*strings.Replacer)", "(*sync.Map)", "(*sync.Cond)", "(*sync.WaitGroup)", "(*sync/atomic.Value)",
	"(*sync/atomic.Pointer",
}

// outsider reports whether a function is one of the standard library that is not lowered: what it does is not known.
func (a *facts) outsider(f *ssa.Function) bool {
	if o := f.Origin(); o != nil {
		f = o
	}
	for f.Parent() != nil {
		f = f.Parent()
	}
	p := f.Pkg
	if p == nil || a.users[p.Pkg] || f.Synthetic != "" || p == a.source.own || a.source.byModel(f) {
		return false
	}
	name := f.RelString(nil)
	if slices.ContainsFunc(costly, func(c string) bool { return name == c || c[0] == '(' && strings.HasPrefix(name, c) }) {
		return true
	}
	return !slices.Contains(inside, p.Pkg.Path()) && !slices.Contains(insiders, nameIn(f))
}

// makers are functions that make what only other functions of the library look into: they panic unless their arguments
// are such as is said here, and have no effect.
var makers = map[string]func(f *fn, args value) bool{
	"math/big.NewInt":         func(*fn, value) bool { return true },
	"regexp.MustCompile":      func(f *fn, args value) bool { return f.compiles(args, regexp.Compile) },
	"regexp.MustCompilePOSIX": func(f *fn, args value) bool { return f.compiles(args, regexp.CompilePOSIX) },
	"strings.NewReplacer":     func(f *fn, args value) bool { n, ok := args[2].Const(); return ok && n.Bit(0) == 0 },
}

// compiles reports whether a regular expression is constant, and one in any version of Go.
func (f *fn) compiles(args value, compile func(string) (*regexp.Regexp, error)) bool {
	text, ok := f.known(args)
	if !ok || strings.Contains(text, "(?<") || strings.Contains(text, `\p`) || strings.Contains(text, `\P`) {
		return false
	}
	_, err := compile(text)
	return err == nil
}

// outside calls a function of which nothing is known but its type. Whether the program panics is not known then, unless
// a test does. An execution goes on with results of any value.
func (f *fn) outside(g *ssa.Function, args value, results types.Type) value {
	what := "a call of " + g.RelString(nil)
	if good := makers[g.RelString(nil)]; good != nil && good(f, args) {
		return f.whatever(results)
	}
	switch {
	case slices.Contains(deaf, g.RelString(nil)):
		return f.whatever(results)
	case g.Pkg != nil && slices.Contains(values, g.Pkg.Pkg.Path()) && scalars(results),
		slices.Contains(reports, g.RelString(nil)):
		f.inexact(what)
		return f.nowhere(f.whatever(results), results)
	}
	f.perhaps(what)
	return f.whatever(results)
}

// nowhere has pointers in what a function returns, as those of times to their places, be nil: what is any beside them
// decides whether two of them are equal.
func (f *fn) nowhere(v value, t types.Type) value {
	for k, x := range f.leaves(t) {
		if _, ok := x.typ.Underlying().(*types.Pointer); ok {
			v[k] = f.b.Small(0)
		}
	}
	return v
}

// perhaps says that what follows is only a part of what there may be.
func (f *fn) perhaps(what string) {
	if f.query.Question == front.Fails {
		known := f.temp(term.Bool, "known")
		f.havoc(known)
		n := f.assert(f.prog.Var(known).Term, &fault{say: said(what)})
		f.res.holes[n] = what
		f.res.loose = append(f.res.loose, n)
	}
	f.inexact(what)
}

// inexact says that what follows may be more than there is: an execution that goes through it shows nothing until it
// has been run.
func (f *fn) inexact(what string) {
	if f.query.Question != front.Fails {
		return
	}
	n := f.prog.NewNode(f.position(f.pos))
	f.res.inexact[n] = what
	f.emit(prog.Cmd{Kind: prog.Record, Label: "any", Values: []term.Term{f.st.Int(0)}, Node: n})
}

// whatever returns values about which nothing is known, as a function returns them: what a pointer leads to is new, and
// is nil only beside an error, as an interface is.
func (f *fn) whatever(t types.Type) (out value) {
	results, ok := t.(*types.Tuple)
	if !ok {
		return f.something(t)
	}
	for v := range results.Variables() {
		out = append(out, f.something(v.Type())...)
	}
	n := results.Len()
	if n < 2 || !types.Identical(results.At(n-1).Type(), types.Universe.Lookup("error").Type()) {
		return out
	}
	none := f.zero(t)
	failed := f.st.Not(f.st.Eq(out[len(out)-1-words].Term, f.st.Int(0)))
	k := 0
	for i := range n - 1 {
		u := results.At(i).Type()
		for _, x := range f.leaves(u) {
			if refers(u) && !composite(u) {
				out[k] = f.choose(failed, x, none[k], out[k])
			}
			k++
		}
	}
	return out
}

// something returns a value of a type about which nothing is known.
func (f *fn) something(t types.Type) (out value) {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for k := range u.NumFields() {
			out = append(out, f.something(u.Field(k).Type())...)
		}
		return out
	case *types.Basic:
		switch {
		case isString(t):
			return f.anyText()
		case u.Kind() == types.UnsafePointer:
			refuse("unsafe")
		}
		return f.anyOf(t)
	case *types.Array:
		if f.plain(t) {
			return f.anyOf(t)
		}
	case *types.Pointer:
		return value{{Term: f.allocate(u.Elem())}, f.b.Small(0)}
	case *types.Slice:
		return f.someSlice(u)
	case *types.Map:
		return f.emptyMap(u)
	case *types.Interface:
		return f.someInterface(t)
	}
	return f.zero(t)
}

// anyOf returns values of which the leaves may be any.
func (f *fn) anyOf(t types.Type) (out value) {
	for _, x := range f.leaves(t) {
		id := f.temp(f.sort(x), "any")
		f.havoc(id)
		out = append(out, f.b.Ranged(f.read(x, f.prog.Var(id).Term)))
	}
	return out
}

// someSlice returns a slice of any length, with elements that are any if they are numbers, and else zero.
func (f *fn) someSlice(u *types.Slice) value {
	obj := f.allocate(u.Elem())
	if f.plain(u.Elem()) {
		c := f.change()
		for _, x := range f.cellsOf(u.Elem()) {
			x.array = true
			any := f.temp(f.sort(x.leaf), "elements")
			f.havoc(any)
			c.object(f.mapOf(x), f.st.Add(obj, f.st.Int(x.slot)), f.prog.Var(any).Term)
		}
		c.make()
	}
	n := f.arbitrary("len", new(big.Int), maxLength())
	return value{{Term: obj}, f.b.Small(0), n, n}
}

// someInterface returns an interface about which nothing is known, which is not nil unless it is an error: that is nil,
// or has a text of any content.
func (f *fn) someInterface(t types.Type) value {
	text := f.facts.errorText()
	none := f.zero(t)
	if !isError(t) && f.facts.stubs.numbers.At(t.Underlying()) != nil {
		v, choice := f.returnedInterface(t, 0)
		f.assume(f.st.Not(f.st.Eq(choice, f.st.Int(0))))
		return v
	}
	if text == nil || f.number(text) == 0 || !types.Implements(text, t.Underlying().(*types.Interface)) {
		return none
	}
	if t.Underlying().(*types.Interface).Empty() {
		return none
	}
	failed := f.anyOf(types.Typ[types.Bool])[0]
	obj := f.allocate(text.Elem())
	f.store(f.at(text.Elem(), obj, f.st.Int(0)), f.anyText())
	some := f.makeInterface(value{{Term: obj}, f.b.Small(0)}, text)
	var out value
	for k, x := range f.leaves(t) {
		out = append(out, f.choose(f.b.Truth(failed), x, some[k], none[k]))
	}
	return f.settled("$any", t, out)
}

// scalars reports whether values of a type, or types, are numbers and truth values.
func scalars(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsNumeric|types.IsBoolean) != 0
	case *types.Tuple:
		for v := range u.Variables() {
			if !scalars(v.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// Loose implements front.Approximate.
func (r *Result) Loose() []prog.NodeID { return r.loose }

// ToBeRun implements front.Approximate.
func (r *Result) ToBeRun() bool { return r.lowerer.opt.ToBeRun }

// Inexact implements front.Approximate.
func (r *Result) Inexact(t *verifier.Trace) string {
	steps := t.Steps
	if t.Recorded != nil {
		steps = t.Recorded
	}
	for i := range steps {
		if what, ok := r.inexact[steps[i].Node]; ok && steps[i].Kind == prog.StepRecord {
			return what + " at " + r.Program.Place(r.Program.Pos(steps[i].Node))
		}
	}
	return ""
}
