package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/prog"
)

// inC tells what fails in a C program, and reports whether it is one.
func (b *builder) inC(f *Failure) bool {
	if b.c == nil {
		return false
	}
	values := map[string]string{}
	if b.last.Source != nil {
		for _, x := range b.last.Source.Reads {
			values[x.Name] = x.Value
		}
	}
	at, kind, message, ok := b.c.Fault(b.trace.Failed, func(name string) string { return values[name] }, b.told.Teller)
	if !ok {
		return false
	}
	f.Kind, f.Message, f.Condition, f.Place = kind, message, "", b.place(at)
	if c.Outside(at) {
		b.atCaller(f)
	}
	return true
}

// calledAt returns the name of the function of the library that a step calls. If what is called is only a part of what that does, the name is the
// word at the place of the call; nothing if there is none.
func (b *builder) calledAt(s *Step) string {
	if b.c.Program.Lookup("__muster_"+s.Procedure) == nil {
		return s.Procedure
	}
	text := b.Files.From(prog.Pos{Line: int32(s.Place.Line), Col: int32(s.Place.Column), File: b.file(s.Place.File)})
	end := strings.IndexFunc(text, func(r rune) bool { return r > 0x7f || !letter(byte(r)) || r == '.' })
	return text[:max(end, 0)]
}

// file returns the number of a file by the name that places have.
func (b *builder) file(name string) int32 {
	return int32(max(slices.IndexFunc(b.Files, func(f prog.File) bool { return f.Name == name }), 0))
}

// atCaller gives a failure in what is no file of the user's the place of the call that leads there.
func (b *builder) atCaller(f *Failure) {
	for i := len(b.Steps) - 1; i > 0; i-- {
		if s := &b.Steps[i]; s.Kind == Call && s.Place.Line > 0 && !c.Outside(prog.Pos{Line: int32(s.Place.Line)}) {
			if name := b.calledAt(s); name != "" {
				f.Message = fmt.Sprintf("in %s: %s", name, f.Message)
			}
			f.Place, f.Text = s.Place, s.Text
			return
		}
	}
}
