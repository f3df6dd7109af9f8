package cpp

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// builtin is a macro that is computed.
type builtin uint8

const (
	notBuiltin builtin = iota
	lineMacro
	fileMacro
	baseFileMacro
	fileNameMacro
	dateMacro
	timeMacro
	timestampMacro
	counterMacro
	levelMacro
	hasInclude
	hasIncludeNext
	hasAttribute
	hasCAttribute
	hasBuiltin
	pragmaOperator
)

// builtins are their names.
var builtins = [...]string{
	lineMacro: "__LINE__", fileMacro: "__FILE__", baseFileMacro: "__BASE_FILE__", fileNameMacro: "__FILE_NAME__",
	dateMacro: "__DATE__", timeMacro: "__TIME__", timestampMacro: "__TIMESTAMP__", counterMacro: "__COUNTER__",
	levelMacro: "__INCLUDE_LEVEL__", hasInclude: "__has_include", hasIncludeNext: "__has_include_next",
	hasAttribute: "__has_attribute", hasCAttribute: "__has_c_attribute", hasBuiltin: "__has_builtin",
	pragmaOperator: "_Pragma",
}

// enterBuiltin makes the value of a macro that is computed the next to be read. Dates are the beginning of Unix time,
// so that answers can be repeated.
func (p *preprocessor) enterBuiltin(t *tok) bool {
	out := tok{kind: Number, line: t.line, col: t.col}
	str := func(s string) {
		out.kind = String
		var b strings.Builder
		escape(&b, s)
		out.text = `"` + b.String() + `"`
	}
	switch t.sym.builtin {
	case lineMacro:
		out.text = strconv.FormatUint(uint64(uint32(t.line+p.buf.delta)), 10)
	case fileMacro:
		str(p.buf.name)
	case baseFileMacro:
		str(p.bufs[0].path)
	case fileNameMacro:
		str(filepath.Base(p.buf.name))
	case dateMacro:
		str("Jan  1 1970")
	case timeMacro:
		str("00:00:00")
	case timestampMacro:
		str("Thu Jan  1 00:00:00 1970")
	case counterMacro:
		out.text = strconv.Itoa(p.counter)
		p.counter++
	case levelMacro:
		out.text = strconv.Itoa(len(p.bufs) - 1 + p.markers)
	case pragmaOperator:
		if p.directive {
			return false
		}
		p.pragmaOperator(t)
		return true
	default:
		out.text = strconv.FormatInt(p.has(t), 10)
	}
	p.pushOne(out)
	return true
}

// has answers __has_include and the like.
func (p *preprocessor) has(name *tok) int64 {
	if !p.directive {
		p.fail(name, "%q used outside of preprocessing directive", name.text)
	}
	which := name.sym.builtin
	include := which == hasInclude || which == hasIncludeNext
	var t tok
	p.buf.headers = include
	if p.skipPadding(&t); !t.is("(") {
		p.fail(&t, "missing '(' before %q operand", name.text)
	}
	p.skipPadding(&t)
	p.buf.headers = false
	value := int64(0)
	if include {
		file, angled := p.headerName(&t, name.text)
		if f, _, _ := p.find(&t, file, angled, which == hasIncludeNext); f != nil {
			value = 1
		}
		p.skipPadding(&t)
	} else {
		value = p.known(&t, which, name)
	}
	if !t.is(")") {
		p.fail(&t, "missing ')' after %q operand", name.text)
	}
	return value
}

// known answers whether there is an attribute or a built-in function. t is its name, and becomes the token behind it.
func (p *preprocessor) known(t *tok, which builtin, name *tok) int64 {
	if t.kind != Ident {
		p.fail(t, "%q requires an identifier", name.text)
	}
	what := t.sym.name
	if p.skipPadding(t); which != hasBuiltin {
		what = Bare(what)
		if t.is("::") || t.is(":") {
			if p.skipPadding(t); t.is(":") {
				p.skipPadding(t)
			}
			if t.kind != Ident {
				p.fail(t, "attribute identifier required after scope")
			}
			what = fmt.Sprintf("%s::%s", what, Bare(t.sym.name))
			p.skipPadding(t)
		}
		if p.cfg.Attribute != nil {
			return p.cfg.Attribute(what, which == hasCAttribute)
		}
		return 0
	}
	if p.cfg.Builtin != nil && p.cfg.Builtin(what) {
		return 1
	}
	return 0
}

// Bare returns the name of an attribute without the underscores that may be around it.
func Bare(name string) string {
	if len(name) > 4 && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__") {
		return name[2 : len(name)-2]
	}
	return name
}
