package syntax

import (
	"math/big"
	"slices"
	"strings"
)

// conversion is a part of a constant format: text, or a conversion.
type conversion struct {
	text             string // of a conversion by [: the set, with its last bracket
	flags            int64
	width, precision int64 // less than 0: none
	starWidth        bool  // it is an argument; of scanf: nothing is assigned
	starPrecision    bool
	length           string
	verb             byte // 0: text
}

// flagBits are the flags of printf, as the library's functions have them.
var flagBits = map[byte]int64{'-': 1, '0': 2, '+': 4, ' ': 8, '#': 16}

// upper says that digits above nine are capitals.
const upper = 32

// conversions takes a format apart; ok is false if it has what is not known here.
func conversions(s string) (list []conversion, ok bool) {
	s, _, _ = strings.Cut(s, "\x00")
	number := func(i int) (n int64, next int) {
		for next = i; next < len(s) && s[next] >= '0' && s[next] <= '9' && n < 1<<20; next++ {
			n = 10*n + int64(s[next]-'0')
		}
		return n, next
	}
	for i := 0; i < len(s); {
		if n := strings.IndexByte(s[i:], '%'); n != 0 {
			if n < 0 {
				n = len(s) - i
			}
			list = append(list, conversion{text: s[i : i+n]})
			i += n
			continue
		}
		c := conversion{width: -1, precision: -1}
		for i++; i < len(s) && flagBits[s[i]] != 0; i++ {
			c.flags |= flagBits[s[i]]
		}
		if i < len(s) && s[i] == '*' {
			c.starWidth = true
			i++
		} else if n, next := number(i); next > i {
			c.width, i = n, next
		}
		if i < len(s) && s[i] == '.' {
			if i++; i < len(s) && s[i] == '*' {
				c.starPrecision = true
				i++
			} else {
				c.precision, i = number(i)
			}
		}
		for i < len(s) && strings.IndexByte("hlzjt", s[i]) >= 0 {
			c.length += s[i : i+1]
			i++
		}
		if i == len(s) || strings.IndexByte("diuxXocs%[", s[i]) < 0 || c.length != "" && strings.IndexByte("cs[", s[i]) >= 0 {
			return nil, false
		}
		c.verb = s[i]
		switch i++; c.verb {
		case '%':
			c = conversion{text: "%"}
		case '[':
			first := len(s[i:]) - len(strings.TrimPrefix(strings.TrimPrefix(s[i:], "^"), "]"))
			n := strings.IndexByte(s[i+first:], ']')
			if n < 0 {
				return nil, false
			}
			c.text = s[i : i+first+n+1]
			i += first + n + 1
		}
		list = append(list, c)
	}
	return list, true
}

// integer returns the type of the integer that a conversion is of; nil if it is of none.
func (p *parser) integer(c conversion) *Type {
	size, ok := map[string]int64{"": 4, "hh": 1, "h": 2, "l": p.long.Size, "ll": 8, "j": 8, "z": p.wide,
		"t": p.wide}[c.length]
	if !ok {
		return nil
	}
	signed := c.verb == 'd' || c.verb == 'i'
	return &Type{Kind: Int, Name: "integer", Size: size, Align: size, Rank: int(size), Signed: signed}
}

// formatted says what a call of a function that prints or scans means, if that is known: what it prints is put into
// memory piece by piece, and what it scans is any. That is e.Z, or e.Y where nobody uses the result, and a call of
// what only prints for others to see stays what it is.
func (p *parser) formatted(e *Expr) {
	if e.Obj == nil || e.Obj.Kind != Function {
		return
	}
	name := strings.TrimPrefix(e.Obj.Name, "__builtin_")
	if call := p.unchecked(name, e); call != nil {
		e.Z, e.Y = call, call
		return
	}
	if names := nameArgs[name]; names != nil && p.reads {
		if call := p.naming(e, names); call != nil {
			e.Z, e.Y = call, call
		}
		return
	}
	name = strings.TrimPrefix(name, "__isoc99_")
	switch k, format := formatOf[name]; {
	case !format || k >= len(e.Args):
		e.Z = p.output(name, e)
	default:
		text, constant := constantText(e.Args[k])
		list, ok := conversions(text)
		switch {
		case constant && ok && strings.HasSuffix(name, "scanf"):
			e.Z = p.scanned(e, list, e.Args[k+1:])
		case constant && ok:
			e.Z = p.printed(e, name, list, k)
		case !constant && (name == "printf" || name == "fprintf"):
			e.Z = p.written(e.Args[:k], p.helper("__muster_printf", e.Pos, e.Args[k:]...))
		}
	}
	if e.Y = e.Z; !outputs[name] {
		return
	}
	if e.Y = nil; p.reads {
		if texts, ok := p.texts(name, e); !ok {
			e.Y = e.Z
		} else if len(texts) > 0 {
			e.Y = p.read(e, texts)
			if e.Z == nil {
				e.Z = e.Y // nothing more is known of what it returns
			}
		}
	}
}

// nameArgs says which arguments of functions are names.
var nameArgs = map[string][]int{
	"open": {0}, "creat": {0}, "access": {0}, "unlink": {0}, "rmdir": {0}, "mkdir": {0}, "chdir": {0}, "remove": {0},
	"rename": {0, 1},
	"fopen":  {0, 1}, "freopen": {1}, "fdopen": {1}, "popen": {0, 1}, "getenv": {0},
}

// Names reports whether the texts that a function is given are names, which are read where it is called.
func Names(function string) bool { return nameArgs[function] != nil }

// naming returns a call of a function that is given names, which are read before; nil if all of them are literals.
func (p *parser) naming(e *Expr, names []int) *Expr {
	var list []shown
	for _, k := range names {
		if k < len(e.Args) && e.Args[k].Type.Kind == Pointer {
			if _, constant := constantText(e.Args[k]); !constant {
				list = append(list, shown{arg: k, most: -1})
			}
		}
	}
	if list == nil {
		return nil
	}
	return p.read(e, list)
}

// formatOf says which argument is the format.
var formatOf = map[string]int{"printf": 0, "fprintf": 1, "sprintf": 1, "snprintf": 2, "scanf": 0, "fscanf": 1}

// outputs are the functions whose effect no program sees.
var outputs = map[string]bool{
	"printf": true, "fprintf": true, "vprintf": true, "vfprintf": true, "puts": true, "putchar": true, "fputs": true,
	"fputc": true, "putc": true,
	"fflush": true, "dprintf": true, "perror": true, "putc_unlocked": true, "putchar_unlocked": true,
	"fputc_unlocked": true,
}

// output returns what a call of a function returns that prints what it is given; nil if it is another function.
func (p *parser) output(name string, e *Expr) *Expr {
	char := func(c *Expr) *Expr { return p.cast(p.cast(c, p.uchar), p.int) }
	at, args := e.Pos, e.Args
	switch name = strings.TrimSuffix(name, "_unlocked"); {
	case name == "puts" && len(args) == 1:
		return p.helper("__muster_puts", at, args[0])
	case name == "putchar" && len(args) == 1:
		return char(args[0])
	case (name == "fputc" || name == "putc") && len(args) == 2:
		return p.written(args[1:], char(args[0]))
	case name == "fputs" && len(args) == 2:
		return p.written(args[1:], p.helper("__muster_fputs", at, args[0]))
	case name == "fflush" && len(args) == 1:
		return p.written(args, num(0, p.int, at))
	case name == "vprintf" && len(args) == 2:
		return p.helper("__muster_vprintf", at, args...)
	case name == "vfprintf" && len(args) == 3:
		return p.written(args[:1], p.helper("__muster_vprintf", at, args[1:]...))
	}
	return nil
}

// written returns what a function returns that prints to a file, if there is one: a number, unless there is an error.
func (p *parser) written(file []*Expr, n *Expr) *Expr {
	if len(file) == 0 {
		return n
	}
	return p.helper("__muster_written", n.Pos, n, file[0])
}

// checks are the functions that are given how much room there is, and the arguments that say so. That there is less
// than they need is a fault, as it is of the functions without.
var checks = map[string][]int{
	"memcpy": {3}, "memmove": {3}, "memset": {3}, "mempcpy": {3}, "strcpy": {2}, "stpcpy": {2}, "strcat": {2},
	"strncpy": {3}, "stpncpy": {3}, "strncat": {3},
	"sprintf": {1, 2}, "vsprintf": {1, 2}, "snprintf": {2, 3}, "vsnprintf": {2, 3},
	"printf": {0}, "vprintf": {0}, "fprintf": {1}, "vfprintf": {1},
}

// unchecked returns the call without what says how much room there is; nil of others.
func (p *parser) unchecked(name string, e *Expr) *Expr {
	plain, ok := strings.CutSuffix(strings.TrimPrefix(name, "__"), "_chk")
	drop := checks[plain]
	if !ok || drop == nil || len(e.Args) <= drop[len(drop)-1] {
		return nil
	}
	o := p.prototype("__builtin_" + plain)
	call := &Expr{Op: Call, Obj: o, Type: o.Type.Result, Pos: e.Pos, End: e.End, source: e.source}
	for i, a := range e.Args {
		if slices.Contains(drop, i) {
			continue
		}
		if k := len(call.Args); k < len(o.Type.Params) {
			a = p.cast(a, o.Type.Params[k])
		}
		call.Args = append(call.Args, a)
	}
	o.used = true
	p.formatted(call)
	return call
}

// shown is a text that a function shows: an argument, and how many characters it reads at most.
type shown struct {
	arg  int
	most int64 // less than 0: up to its end
	by   int   // the argument that says how many instead, if it is not 0
}

// texts returns the texts that a function of the library reads and does nothing else with that a program sees; false
// if that is not known.
func (p *parser) texts(name string, e *Expr) (list []shown, ok bool) {
	k, ok := map[string]int{"printf": 0, "fprintf": 1, "dprintf": 1, "puts": 0, "fputs": 0, "perror": 0}[name]
	if !ok || k >= len(e.Args) {
		return nil, !strings.HasPrefix(name, "v")
	}
	format, constant := constantText(e.Args[k])
	switch {
	case !constant && e.Args[k].Type.Kind == Pointer:
		return []shown{{arg: k, most: -1}}, !strings.HasSuffix(name, "printf")
	case !constant || !strings.HasSuffix(name, "printf"):
		return nil, true
	}
	parts, _ := conversions(format)
	for _, c := range parts {
		if c.starWidth {
			k++
		}
		by := 0
		if c.starPrecision {
			k++
			by = k
		}
		if c.verb == 0 {
			continue
		}
		if k++; k >= len(e.Args) {
			break
		}
		if _, constant := constantText(e.Args[k]); c.verb == 's' && e.Args[k].Type.Kind == Pointer && !constant {
			list = append(list, shown{k, c.precision, by})
		}
	}
	return list, true
}

// read is a call of a function that reads texts: they are read before.
func (p *parser) read(e *Expr, texts []shown) *Expr {
	begin, values := p.evaluatedAll(e.Args, e.Pos)
	call := *e
	call.Args, call.Y, call.Z = values, nil, nil
	for _, x := range texts {
		most := num(x.most, p.int, e.Pos)
		if x.by > 0 {
			most = values[x.by]
		}
		check := p.helper("__muster_read_text", e.Pos, values[x.arg], most)
		begin = append(begin, &Stmt{Kind: Eval, X: check, Pos: e.Pos})
	}
	return p.before(begin, &call)
}

// constantText returns the text of a string literal.
func constantText(e *Expr) (string, bool) {
	for e.Op == Cast {
		e = e.X
	}
	if e.Op != Decay || e.X.Op != Text || e.X.Type.Elem.Size != 1 {
		return "", false
	}
	return e.X.Str, true
}

// evaluatedAll declares hidden objects that have the values of expressions, which are evaluated from the last to the
// first, and returns their values.
func (p *parser) evaluatedAll(list []*Expr, at Pos) (begin []*Stmt, values []*Expr) {
	values = make([]*Expr, len(list))
	for i := len(list) - 1; i >= 0; i-- {
		o := p.hidden(list[i], at)
		begin = append(begin, &Stmt{Kind: Decl, Obj: o, Pos: at})
		values[i] = loaded(o, at)
		values[i].source = list[i].written()
	}
	return begin, values
}

// helper calls a function of the library.
func (p *parser) helper(name string, at Pos, args ...*Expr) *Expr {
	o := p.prototype(name)
	o.used = true
	e := &Expr{Op: Call, Obj: o, Type: o.Type.Result, Pos: at, End: at}
	for i, a := range args {
		if i < len(o.Type.Params) && !a.Type.Same(o.Type.Params[i]) {
			a = converted(a, o.Type.Params[i], at)
		}
		e.Args = append(e.Args, a)
	}
	return e
}

// printed is what functions that print do by a format, which is argument k.
func (p *parser) printed(e *Expr, name string, list []conversion, k int) *Expr {
	at := e.Pos
	begin, values := p.evaluatedAll(append(append([]*Expr{}, e.Args[:k]...), e.Args[k+1:]...), at)
	to, values := values[:k], values[k:]
	d, size := p.cast(num(0, p.int, at), p.pointerTo(p.char)), num(0, p.size, at)
	if name == "sprintf" {
		d, size = to[0], &Expr{Op: Const, Val: sizeMax(p.size), Type: p.size, Pos: at}
	} else if name == "snprintf" {
		d, size = to[0], p.cast(to[1], p.size)
	}
	next := func() *Expr {
		if len(values) == 0 {
			return nil
		}
		v := values[0]
		values = values[1:]
		return v
	}
	n := num(0, p.size, at)
	for _, c := range list {
		width, precision := num(max(c.width, 0), p.int, at), num(c.precision, p.int, at)
		if c.starWidth {
			width = next()
		}
		if c.starPrecision {
			precision = next()
		}
		if c.verb == 0 {
			text := p.literal(c.text, at)
			n = p.helper("__muster_put_text", at, d, size, n, text, num(0, p.int, at), num(0, p.int, at),
				num(int64(len(c.text)), p.int, at))
			continue
		}
		v := next()
		if v == nil || c.verb == '[' || width == nil || precision == nil || width.Type.Kind != Int ||
			precision.Type.Kind != Int {
			return nil
		}
		if c.verb == 'X' {
			c.flags |= upper
		}
		flags := num(c.flags, p.int, at)
		switch t := p.integer(c); {
		case c.verb == 's' && v.Type.Kind == Pointer && (v.Type.Elem.Size == 1 || v.Type.Elem.Kind == Void):
			n = p.helper("__muster_put_text", at, d, size, n, v, flags, width, precision)
		case c.verb == 'c' && v.Type.Kind == Int:
			n = p.helper("__muster_put_char", at, d, size, n, p.cast(v, p.int), flags, width)
		case v.Type.Kind != Int || t == nil || v.Type.Size != max(t.Size, p.int.Size):
			return nil
		case t.Signed:
			n = p.helper("__muster_put_signed", at, d, size, n, p.cast(v, t), flags, width, precision)
		default:
			base := map[byte]int64{'o': 8, 'u': 10, 'x': 16, 'X': 16}[c.verb]
			n = p.helper("__muster_put_unsigned", at, d, size, n, p.cast(v, t), num(base, p.int, at), flags, width, precision)
		}
	}
	n = p.helper("__muster_put_end", at, d, size, n)
	if name == "fprintf" {
		n = p.written(to, n)
	}
	return p.before(begin, n)
}

// sizeMax returns the greatest number of a type.
func sizeMax(t *Type) *big.Int {
	_, hi := t.Range()
	return hi
}

// literal returns a pointer to a string literal.
func (p *parser) literal(s string, at Pos) *Expr {
	return &Expr{Op: Decay, X: p.stringOf([]byte(s+"\x00"), p.char, at), Type: p.pointerTo(p.char), Pos: at}
}

// scanned is what scanf and fscanf do: as many of the objects get any values as they return.
func (p *parser) scanned(e *Expr, list []conversion, args []*Expr) *Expr {
	at := e.Pos
	begin, values := p.evaluatedAll(args, at)
	var objects []conversion
	for _, c := range list {
		if c.verb != 0 && !c.starWidth {
			objects = append(objects, c)
		}
	}
	if len(objects) > len(values) {
		return nil
	}
	more, count := p.evaluatedAll([]*Expr{p.helper("__muster_scanned", at, num(int64(len(objects)), p.int, at))}, at)
	begin = append(begin, more...)
	for i, c := range objects {
		v := values[i]
		if v.Type.Kind != Pointer {
			return nil
		}
		var x *Expr
		switch to := v.Type.Elem; {
		case c.verb == 's' && to.Size == 1:
			width := num(c.width, p.int, at)
			x = p.helper("__muster_scan_text", at, v, width)
		case c.verb == '[' && to.Size == 1:
			x = p.helper("__muster_scan_set", at, v, num(c.width, p.int, at), p.literal(c.text, at))
		case to.Kind != Int || to.Bool, c.verb == 's', c.verb == '[', c.verb == 'c' && (c.width > 1 || to.Size != 1),
			c.verb != 'c' && (p.integer(c) == nil || p.integer(c).Size != to.Size):
			return nil
		default:
			x = &Expr{Op: Assign, X: p.deref(v, at), Y: converted(p.helper("__muster_long", at), to.plain(), at),
				Type: to.plain(), Pos: at}
		}
		enough := &Expr{Op: Gt, X: count[0], Y: num(int64(i), p.int, at), Type: p.int, Pos: at}
		begin = append(begin, &Stmt{Kind: If, X: enough, Then: &Stmt{Kind: Eval, X: x, Pos: at}, Pos: at})
	}
	return p.before(begin, count[0])
}
