package cpp

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// maxIncludes is how deeply files may include each other, as in gcc.
const maxIncludes = 200

// loaded is a file that was read.
type loaded struct {
	file  int32
	path  string
	text  string
	guard *symbol // defined: nothing is in the file
	once  *bool   // #pragma once was in it, or in another file with this text
}

// guardState follows an include guard through a file.
type guardState uint8

const (
	unguarded guardState = iota // so far there is nothing
	inGuard
	guarded // all of it is in #ifndef
	noGuard
)

// token is the state after a token or directive outside of the guard.
func (s guardState) token() guardState {
	if s == inGuard {
		return s
	}
	return noGuard
}

// include obeys #include, #include_next and #import. What is left is to open the file when the line is over.
func (p *preprocessor) include(d directive) (open func()) {
	p.buf.headers = true
	var t tok
	p.skipPadding(&t)
	p.buf.headers = false
	at := t
	if t.kind == EOF {
		p.fail(&t, "#%s expects \"FILENAME\" or <FILENAME>", d)
	}
	name, angled := p.headerName(&t, "#"+d.String())
	if name == "" {
		p.fail(&at, "empty filename in #%s", d)
	}
	p.extra(d)
	next := d == includeNextDirective
	if next && len(p.bufs) == 1 {
		p.warn(&at, "#include_next in primary source file")
	}
	f, index, err := p.find(&at, name, angled, next)
	if err != nil {
		p.fail(&at, "%s", err)
	}
	if f.guard != nil && f.guard.macro != nil || *f.once {
		return nil
	}
	*f.once = d == importDirective
	if len(p.bufs) >= maxIncludes {
		p.fail(&at, "#include nested depth %d exceeds maximum of %d", len(p.bufs), maxIncludes)
	}
	p.account(&at, len(f.text)+64)
	return func() { p.open(f.file, f.path, f.text, index) }
}

// account bounds what is read, also of files that are read again and again.
func (p *preprocessor) account(t *tok, n int) {
	if p.bytes += n; p.bytes > MaxSize {
		p.fail(t, "the headers are larger than %d MiB", MaxSize>>20)
	}
}

// headerName returns the name of a file that a directive or operator asks for. t is the first token.
func (p *preprocessor) headerName(t *tok, who string) (name string, angled bool) {
	switch {
	case t.kind == String && t.text[0] == '"':
		return t.text[1 : len(t.text)-1], false
	case t.kind == header:
		return t.text[1 : len(t.text)-1], true
	case t.is("<"):
		var b strings.Builder
		for p.skipPadding(t); !t.is(">"); p.skipPadding(t) {
			if t.kind == EOF {
				p.fail(t, "missing terminating > character")
			}
			if t.flags&white != 0 {
				b.WriteByte(' ')
			}
			b.WriteString(t.spelled())
		}
		return b.String(), true
	case strings.HasPrefix(who, "#"):
		p.fail(t, "%s expects \"FILENAME\" or <FILENAME>", who)
	}
	p.fail(t, "operator %q requires a header-name", who)
	return "", false
}

// find looks for a file in the search path: the directory of the file that asks, those of the configuration, and the
// standard library.
func (p *preprocessor) find(at *tok, name string, angled, next bool) (*loaded, int, error) {
	if filepath.IsAbs(name) {
		f, err := p.load(at, name)
		return p.found(f, err, name, -1)
	}
	from := 0
	switch {
	case next && len(p.bufs) > 1:
		from = p.buf.index + 1
	case !angled && !Standard(p.buf.path):
		dir, _ := filepath.Split(p.buf.path)
		if f, err := p.load(at, dir+name); f != nil || err != nil {
			return p.found(f, err, name, -1)
		}
	}
	for i := from; i < len(p.cfg.Include); i++ {
		dir := p.cfg.Include[i]
		if dir != "" {
			dir = strings.TrimSuffix(dir, "/") + "/"
		}
		if f, err := p.load(at, dir+name); f != nil || err != nil {
			return p.found(f, err, name, i)
		}
	}
	if from > len(p.cfg.Include) {
		return p.found(nil, nil, name, 0)
	}
	f, err := p.load(at, inside+"/"+name)
	return p.found(f, err, name, len(p.cfg.Include))
}

func (p *preprocessor) found(f *loaded, err error, name string, index int) (*loaded, int, error) {
	if f == nil && err == nil {
		err = fmt.Errorf("%s: No such file or directory", name)
	}
	return f, index, err
}

// load reads a file. It returns nil if there is none.
func (p *preprocessor) load(at *tok, path string) (*loaded, error) {
	if f, ok := p.loaded[path]; ok {
		return f, nil
	}
	var text []byte
	if name, ok := strings.CutPrefix(path, inside+"/"); ok {
		text = []byte(p.cfg.Header(name))
		if len(text) == 0 {
			return nil, nil
		}
	} else {
		var err error
		text, err = p.cfg.Read(path)
		if errors.Is(err, fs.ErrNotExist) {
			p.loaded[path] = nil
			return nil, nil
		} else if err != nil {
			return nil, err
		}
	}
	if len(text) > MaxSize {
		p.fail(at, "the headers are larger than %d MiB", MaxSize>>20)
	}
	f := &loaded{file: p.files.Number(Source{path, text}), path: path, text: string(text)}
	if f.once = p.once[f.text]; f.once == nil {
		f.once = new(bool)
		p.once[f.text] = f.once
	}
	p.loaded[path] = f
	return f, nil
}
