package cpp

import (
	"fmt"
	"strings"
)

// preprocessor is the state of a translation unit.
type preprocessor struct {
	cfg    Config
	files  *Files
	syms   *symbols
	buf    *buffer // what is read: the last of bufs
	bufs   []*buffer
	conds  []cond
	out    []Token
	loaded map[string]*loaded
	once   map[string]*bool // by text: whether there was #pragma once
	bytes  int              // read so far

	// Macros.
	stack   []context
	scratch []tok // what is being collected, as a stack
	held    []tok // pragmas within arguments
	toks    arena[tok]
	args    arena[arg]
	outer   Pos // the outermost macro that is expanded
	first   bool
	prevent int // names are not expanded
	busy    int // arguments are collected or expanded
	calls   int // how deeply arguments are nested
	work    int
	limit   int

	parsing   parsing
	directive bool // a directive is obeyed
	skipping  bool // a group is not for us
	counter   int  // of __COUNTER__
	markers   int  // line markers that said that a file is entered
}

// parsing says whether an argument list is read.
type parsing uint8

const (
	noArguments parsing = iota
	mayBegin            // a parenthesis is looked for
	within
)

func (p *preprocessor) parse(s parsing) {
	p.parsing = s
	p.buf.args = s == within
}

// buffer is a file that is read.
type buffer struct {
	lexer
	file  int32 // -1: none, but macros of the command line
	path  string
	name  string // as line markers have it
	delta int32  // what they add to the line
	index int    // where in the search path it was found; -1: not there
	conds int    // how many were open before
	ahead tok    // to be read next, if it is no EOF
	guard *symbol
	state guardState
}

// token reads a token that is not expanded.
func (b *buffer) token(t *tok) {
	if b.ahead.kind != EOF {
		*t = b.ahead
		b.ahead = tok{}
		return
	}
	b.lexer.token(t)
}

// Preprocess returns the tokens of a translation unit. The last one is of kind EOF, behind the end of the file.
// Errors are of type *Error.
func Preprocess(src Source, files *Files, cfg Config) (out []Token, err error) {
	defer Caught(&err)
	if cfg.Read == nil {
		cfg.Read = ReadFile
	}
	if cfg.Header == nil {
		cfg.Header = func(string) string { return "" }
	}
	if cfg.Warn == nil {
		cfg.Warn = func(Warning) {}
	}
	p := &preprocessor{cfg: cfg, files: files, syms: newSymbols(), loaded: map[string]*loaded{}, once: map[string]*bool{},
		limit: cfg.Limit}
	if p.limit == 0 {
		p.limit = DefaultLimit
	}
	if len(src.Text) > MaxSize {
		return nil, &Error{src.Name, 1, 1, fmt.Sprintf("the file is larger than %d MiB", MaxSize>>20)}
	}
	p.out = make([]Token, 0, len(src.Text)/4+16)
	p.open(files.Number(src), src.Name, string(src.Text), -1)
	p.open(-1, commandLine, cfg.Predefined+definitions(cfg.Define), -1)
	p.run()
	return p.out, nil
}

// commandLine is where macros come from that no file defines.
const commandLine = "<command-line>"

// definitions makes directives of macros on the command line. Like gcc it looks at the first line only.
func definitions(list []string) string {
	var b strings.Builder
	for _, d := range list {
		d, _, _ = strings.Cut(d, "\n")
		name, value, ok := strings.Cut(d, "=")
		if !ok {
			value = "1"
		}
		b.WriteString("#define " + name + " " + value + "\n")
	}
	return b.String()
}

// open begins to read a text.
func (p *preprocessor) open(file int32, path, text string, index int) {
	b := &buffer{file: file, path: path, name: path, index: index, conds: len(p.conds)}
	text = strings.TrimPrefix(text, "\ufeff")
	b.lexer = newLexer(text, p.cfg.Std, p.syms, func(line, col int32, msg string) {
		panic(p.fault(Pos{line, col, file}, msg))
	})
	p.bufs = append(p.bufs, b)
	p.buf = b
}

// leave ends a file. It reports whether another one is left.
func (p *preprocessor) leave() bool {
	b := p.buf
	if len(p.conds) > b.conds {
		c := p.conds[len(p.conds)-1]
		panic(p.fault(Pos{c.line, c.col, b.file}, "unterminated #"+c.kind.String()))
	}
	if len(p.bufs) == 1 {
		return false
	}
	if l := p.loaded[b.path]; l != nil && b.state == guarded {
		l.guard = b.guard
	}
	p.bufs = p.bufs[:len(p.bufs)-1]
	p.buf = p.bufs[len(p.bufs)-1]
	return true
}

// lex reads a token that is not expanded, and obeys directives. EOF is the end of a directive, of a file within
// arguments, or of all.
func (p *preprocessor) lex(t *tok) {
	for {
		p.buf.token(t)
		switch {
		case t.kind == EOF:
			if p.directive || p.parsing != noArguments || !p.leave() {
				return
			}
		case t.flags&bol != 0 && t.is("#") && !p.directive && p.parsing != mayBegin:
			if p.obey(t) {
				return
			}
		case !p.skipping:
			if t.kind == Ident && t.sym.poisoned {
				p.checkName(t)
			}
			p.buf.state = p.buf.state.token()
			return
		}
	}
}

// run reads all.
func (p *preprocessor) run() {
	pad := tok{kind: none} // none: no padding since the last token
	var t tok
	for {
		p.next(&t)
		if t.kind == padding {
			if pad.kind == none || pad.flags&unwritten != 0 || pad.flags&white == 0 && t.flags&unwritten != 0 {
				pad = t
			}
			continue
		}
		space := t.flags&white != 0
		if pad.kind == padding {
			if pad.flags&unwritten == 0 {
				space = pad.flags&white != 0
			}
			pad.kind = none
			space = space || len(p.out) > 0 && together(&p.out[len(p.out)-1], &t)
		}
		p.emit(&t, space)
		if t.kind == EOF {
			return
		}
	}
}

// emit returns a token to the caller.
func (p *preprocessor) emit(t *tok, space bool) {
	o := Token{Kind: t.kind, Text: t.text, First: t.flags&bol != 0 || p.first, Pos: Pos{t.line, t.col, p.buf.file}}
	o.Space = space || o.First
	p.first = false
	if t.flags&made != 0 {
		o.Macro, o.Pos = true, p.outer
	}
	switch {
	case t.kind == Ident:
		o.Text = t.sym.name
	case t.flags&raw != 0:
		o.Text = cooked(t.text)
	}
	if t.kind == Other {
		if i := strings.IndexAny(t.text, "\"'"); i >= 0 {
			panic(p.fault(o.Pos, fmt.Sprintf("missing terminating %c character", t.text[i])))
		}
	}
	if o.Pos.File < 0 && t.kind != EOF {
		panic(p.fault(o.Pos, "only macros are defined here"))
	}
	p.out = append(p.out, o)
}

// fault returns an error at a place.
func (p *preprocessor) fault(at Pos, msg string) *Error {
	if at.File < 0 {
		return &Error{commandLine, int(at.Line), int(at.Col), msg}
	}
	return p.files.Fault(at, msg)
}

// Caught recovers an error that comes as a panic of type *Error.
func Caught(err *error) {
	switch x := recover().(type) {
	case nil:
	case *Error:
		*err = x
	default:
		panic(x)
	}
}

// fail ends with an error.
func (p *preprocessor) fail(t *tok, format string, args ...any) {
	panic(p.fault(Pos{t.line, t.col, p.buf.file}, fmt.Sprintf(format, args...)))
}

// warn warns.
func (p *preprocessor) warn(t *tok, msg string) {
	if p.buf.file >= 0 {
		p.cfg.Warn(Warning{Pos{t.line, t.col, p.buf.file}, msg})
	}
}

// checkName complains of names that #pragma GCC poison forbids.
func (p *preprocessor) checkName(t *tok) {
	if t.sym.poisoned {
		p.fail(t, "attempt to use poisoned %q", t.sym.name)
	}
}
