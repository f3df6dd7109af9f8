package report

import (
	"fmt"
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

// atCaller gives a failure in what is no file of the user's the place of the call that leads there.
func (b *builder) atCaller(f *Failure) {
	for i := len(b.Steps) - 1; i > 0; i-- {
		if s := &b.Steps[i]; s.Kind == Call && s.Place.Line > 0 && !c.Outside(prog.Pos{Line: int32(s.Place.Line)}) {
			if !strings.HasPrefix(s.Procedure, "__muster_") { // which is a part of what the function does that is called there
				f.Message = fmt.Sprintf("in %s: %s", s.Procedure, f.Message)
			}
			f.Place, f.Text = s.Place, s.Text
			return
		}
	}
}
