package gotest

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/muster-smt/muster/verifier/process"
)

// The kinds of failures that no runtime reports.
const (
	Panic = "panic" // a call of panic
	Fail  = "fail"  // t.Fatal, t.Error and their kin
)

// kinds are the kinds of panics, by what the runtime says.
var kinds = []struct{ kind, words string }{
	{"index", "runtime error: index out of range ["},
	{"slice", "runtime error: slice bounds out of range ["},
	{"nil", "runtime error: invalid memory address or nil pointer dereference"},
	{"nil", "value method "}, // is called with a nil pointer
	{"division", "runtime error: integer divide by zero"},
	{"shift", "runtime error: negative shift amount"},
	{"makeslice", "runtime error: makeslice: "},
	{"makeslice", "runtime error: growslice: "},
	{"assertion", "interface conversion: "},
	{"nilmap", "assignment to entry in nil map"},
	{"unhashable", "runtime error: hash of unhashable type "},
	{"unhashable", "hash of unhashable type: "}, // where nothing is in the map
	{"unhashable", "runtime error: comparing uncomparable type "},
	{"toarray", "runtime error: cannot convert slice with length "},
	{"makechan", "runtime error: makechan: "},
	{"makechan", "makechan: "},
	{"closed", "send on closed channel"},
	{"closed", "close of closed channel"},
	{"closed", "close of nil channel"},
}

// kindOf returns the kind of a panic with a message.
func kindOf(message string) string {
	for _, x := range kinds {
		if strings.HasPrefix(message, x.words) {
			return x.kind
		}
	}
	return Panic
}

// frame is a call in a stack.
type frame struct {
	call, file string
	line       int
}

// crash is a panic that has left a goroutine.
type crash struct {
	kind, message string
	again         bool    // in a deferred call of what has panicked before
	frames        []frame // the innermost first: that of the operation, or what of the library it is in
}

// words are how the runtime and go test say what happened. They are compiled when a test has run.
var words = sync.OnceValue(func() (w struct{ panicked, stack, location, recovered, exited, logged *regexp.Regexp }) {
	w.panicked = regexp.MustCompile(`(?m)^(?:panic|\tpanic): `)
	w.stack = regexp.MustCompile(`(?m)^goroutine \d+ .*\[running.*\]:\n`)
	w.location = regexp.MustCompile(`^\t(.+):(\d+)(?: \+0x[0-9a-f]+)?$`)
	w.recovered = regexp.MustCompile(` \[recovered(?:, repanicked)?\]$`)
	w.exited = regexp.MustCompile(`(?m)^exit status (\d+)$`)
	w.logged = regexp.MustCompile(`(?m)^ +(\S+\.go):(\d+): `)
	return w
})

// crashOf returns the panic that a test ended with, the last one of which an output says so; nil if there is none.
func crashOf(out string) *crash {
	for _, at := range slices.Backward(words().stack.FindAllStringIndex(out, -1)) {
		said := words().panicked.FindAllStringIndex(out[:at[0]], -1)
		if len(said) == 0 {
			continue
		}
		message := strings.TrimSpace(out[said[len(said)-1][1]:at[0]])
		if k := strings.Index(message, "\n[signal "); k >= 0 {
			message = message[:k]
		}
		message = words().recovered.ReplaceAllString(message, "")
		c := &crash{message: message}
		c.trace(out[at[1]:])
		return c
	}
	return nil
}

// trace reads a stack. What is outside of the last call of panic has panicked: the runtime does not show what of its
// own has found that out.
func (c *crash) trace(text string) {
	lines := strings.Split(text, "\n")
	for k := 0; k+1 < len(lines) && lines[k] != ""; k += 2 {
		if m := words().location.FindStringSubmatch(lines[k+1]); m != nil {
			line, _ := strconv.Atoi(m[2]) // digits, or too many for a line
			call, _, _ := strings.Cut(lines[k], "(")
			c.frames = append(c.frames, frame{call, m[1], line})
		} else {
			k-- // such as "...additional frames elided..."
		}
	}
	c.kind = kindOf(c.message)
	panics := func(x frame) bool { return x.call == "panic" }
	c.frames = c.frames[slices.IndexFunc(c.frames, panics)+1:]
	c.again = slices.ContainsFunc(c.frames, panics)
}

// at reports whether a frame is at a place.
func (x frame) at(file string, e *Expect) bool {
	return filepath.Clean(x.file) == file && e.From <= x.line && x.line <= e.To
}

// judge says why a test has not failed as it was to; nothing if it has.
func (r *run) judge(out string, err error, w *Written, x Expect) string {
	crash := crashOf(out)
	switch {
	case err == nil:
		return "it passes"
	case errors.Is(err, process.ErrTime):
		return "the time ran out"
	case crash != nil && strings.HasPrefix(crash.message, "test timed out after "):
		return "it ran for more than " + r.limit.String()
	case crash != nil:
		return r.judgePanic(crash, x)
	case strings.Contains(out, "[build failed]"), strings.Contains(out, "[setup failed]"):
		return "it does not compile: " + r.relative(firstLine(out, err))
	case strings.Contains(out, "\nfatal error: "), strings.HasPrefix(out, "fatal error: "):
		_, after, _ := strings.Cut(out, "fatal error: ")
		return "the program ends with fatal error: " + firstLine(after, err)
	case strings.Contains(out, "--- FAIL: "+w.Name):
		return r.judgeFailure(out, x)
	}
	if m := words().exited.FindStringSubmatch(out); m != nil {
		return "the process ends with exit status " + m[1]
	}
	return firstLine(out, err)
}

// judgePanic wants the kind, and a stack in which nothing but the library is inside of the place.
func (r *run) judgePanic(c *crash, x Expect) string {
	where := "somewhere"
	library := func(f frame) bool { return inside(f.file, filepath.Join(r.env.root, "src")) }
	if k := slices.IndexFunc(c.frames, func(f frame) bool { return !library(f) }); k >= 0 {
		where = fmt.Sprintf("at %s:%d", r.relative(c.frames[k].file), c.frames[k].line)
	}
	file := r.place(x.File)
	at := slices.IndexFunc(c.frames, func(f frame) bool { return f.at(file, &x) })
	if at > 0 && slices.ContainsFunc(c.frames[:at], func(f frame) bool { return !library(f) }) {
		at = -1
	}
	said, _, _ := strings.Cut(c.message, "\n")
	switch {
	case at < 0:
		return fmt.Sprintf("another panic comes first, %s: %s", where, said)
	case c.kind != x.Kind && !(x.Kind == Panic && c.again):
		r.other = c.kind
		return fmt.Sprintf("it panics for another reason, %s: %s", where, said)
	case x.Text != "" && c.message != x.Text:
		return fmt.Sprintf("it panics with another value, %s: %s", where, said)
	}
	return ""
}

// judgeFailure wants a message of the test that is from the place.
func (r *run) judgeFailure(out string, x Expect) string {
	if x.Kind != Fail {
		return "the test fails, and does not panic"
	}
	if x.From == 0 {
		return ""
	}
	for _, m := range words().logged.FindAllStringSubmatch(out, -1) {
		line, _ := strconv.Atoi(m[2])
		for _, at := range append([]Lines{{x.File, x.From, x.To}}, x.Callers...) {
			if m[1] == filepath.Base(at.File) && at.From <= line && line <= at.To {
				return ""
			}
		}
	}
	return "the test fails elsewhere"
}

// place returns where a file of the package is in traces.
func (r *run) place(file string) string {
	if file != "" && !filepath.IsAbs(file) {
		file = filepath.Join(r.Package.Dir, file)
	}
	if m := r.Module; m != nil && m.Dir != "" && r.shown != r.Package.Dir && inside(file, m.Dir) {
		rel, _ := filepath.Rel(m.Dir, file) // both are absolute
		return filepath.Join(r.temp, "module", rel)
	}
	return filepath.Clean(file)
}

// relative names files as they were before they were copied, or below the package.
func (r *run) relative(text string) string {
	if r.shown != r.Package.Dir {
		text = strings.ReplaceAll(text, filepath.Join(r.temp, "module"), r.Module.Dir)
	}
	return strings.ReplaceAll(text, r.Package.Dir+string(filepath.Separator), "")
}
