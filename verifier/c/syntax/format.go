package syntax

import (
	"math/big"
	"strings"
)

// conversion is a part of a constant format: text, or a conversion.
type conversion struct {
	text             string
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
		if i == len(s) || strings.IndexByte("diuxXocs%", s[i]) < 0 || c.length != "" && strings.IndexByte("cs", s[i]) >= 0 {
			return nil, false
		}
		c.verb = s[i]
		if i++; c.verb == '%' {
			c = conversion{text: "%"}
		}
		list = append(list, c)
	}
	return list, true
}

// integer returns the type of the integer that a conversion is of; nil if it is of none.
func (p *parser) integer(c conversion) *Type {
	size, ok := map[string]int64{"": 4, "hh": 1, "h": 2, "l": p.long.Size, "ll": 8, "j": 8, "z": p.wide, "t": p.wide}[c.length]
	if !ok {
		return nil
	}
	signed := c.verb == 'd' || c.verb == 'i'
	return &Type{Kind: Int, Name: "integer", Size: size, Align: size, Rank: int(size), Signed: signed}
}

// formatted returns what a call of a function that prints or scans by a constant format means, if that is known: what it prints is put into
// memory piece by piece, and what it scans is any. nil: the call itself.
func (p *parser) formatted(e *Expr) *Expr {
	if e.Obj == nil || e.Obj.Kind != Function {
		return nil
	}
	name := strings.TrimPrefix(e.Obj.Name, "__builtin_")
	if p.reads {
		if texts := p.texts(name, e); len(texts) > 0 {
			return p.read(e, texts)
		}
	}
	at := map[string]int{"sprintf": 1, "snprintf": 2, "scanf": 0, "fscanf": 1, "__isoc99_scanf": 0, "__isoc99_fscanf": 1}
	k, ok := at[name]
	if !ok || k >= len(e.Args) {
		return nil
	}
	format, constant := constantText(e.Args[k])
	list, ok := conversions(format)
	switch {
	case !ok || !constant:
		return nil
	case k < 2 && strings.HasSuffix(name, "scanf"):
		return p.scanned(e, list, e.Args[k+1:])
	}
	return p.printed(e, list, e.Args[:k], e.Args[k+1:])
}

// shown is a text that a function shows: an argument, and how many characters it reads at most.
type shown struct {
	arg  int
	most int64 // less than 0: up to its end
}

// texts returns the texts that a function of the library reads and does nothing else with that a program sees.
func (p *parser) texts(name string, e *Expr) (list []shown) {
	k, ok := map[string]int{"printf": 0, "fprintf": 1, "dprintf": 1, "puts": 0, "fputs": 0, "perror": 0}[name]
	if !ok || k >= len(e.Args) {
		return nil
	}
	format, constant := constantText(e.Args[k])
	switch {
	case !constant && e.Args[k].Type.Kind == Pointer:
		return []shown{{k, -1}}
	case !constant || !strings.HasSuffix(name, "printf"):
		return nil
	}
	parts, _ := conversions(format)
	for _, c := range parts {
		if c.starWidth {
			k++
		}
		if c.starPrecision {
			return list
		}
		if c.verb == 0 {
			continue
		}
		if k++; k >= len(e.Args) {
			break
		}
		if _, constant := constantText(e.Args[k]); c.verb == 's' && e.Args[k].Type.Kind == Pointer && !constant {
			list = append(list, shown{k, c.precision})
		}
	}
	return list
}

// read is a call of a function that reads texts: they are read before.
func (p *parser) read(e *Expr, texts []shown) *Expr {
	begin, values := p.evaluatedAll(e.Args, e.Pos)
	call := *e
	call.Args = values
	for _, x := range texts {
		check := p.helper("__muster_read_text", e.Pos, values[x.arg], num(x.most, p.int, e.Pos))
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

// evaluatedAll declares hidden objects that have the values of expressions, which are evaluated from the last to the first, and returns their values.
func (p *parser) evaluatedAll(list []*Expr, at Pos) (begin []*Stmt, values []*Expr) {
	values = make([]*Expr, len(list))
	for i := len(list) - 1; i >= 0; i-- {
		o := p.hidden(list[i], at)
		begin = append(begin, &Stmt{Kind: Decl, Obj: o, Pos: at})
		values[i] = &Expr{Op: Load, X: &Expr{Op: Var, Obj: o, Type: o.Type, Pos: at}, Type: o.Type, Pos: at}
	}
	return begin, values
}

// helper calls a function of the library.
func (p *parser) helper(name string, at Pos, args ...*Expr) *Expr {
	o := p.prototype(name)
	o.used = true
	e := &Expr{Op: Call, Obj: o, Type: o.Type.Result, Pos: at, End: at}
	for i, a := range args {
		if !a.Type.Same(o.Type.Params[i]) {
			a = converted(a, o.Type.Params[i], at)
		}
		e.Args = append(e.Args, a)
	}
	return e
}

// printed is what sprintf and snprintf do.
func (p *parser) printed(e *Expr, list []conversion, to, args []*Expr) *Expr {
	at := e.Pos
	begin, values := p.evaluatedAll(append(append([]*Expr{}, to...), args...), at)
	d, size := values[0], &Expr{Op: Const, Val: sizeMax(p.size), Type: p.size, Pos: at}
	if len(to) == 2 {
		size = p.cast(values[1], p.size)
	}
	values = values[len(to):]
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
			n = p.helper("__muster_put_text", at, d, size, n, text, num(0, p.int, at), num(0, p.int, at), num(int64(len(c.text)), p.int, at))
			continue
		}
		v := next()
		if v == nil || width == nil || precision == nil || width.Type.Kind != Int || precision.Type.Kind != Int {
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
	return p.before(begin, p.helper("__muster_put_end", at, d, size, n))
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
		case to.Kind != Int || to.Bool, c.verb == 's', c.verb == 'c' && (c.width > 1 || to.Size != 1), c.verb != 'c' && (p.integer(c) == nil || p.integer(c).Size != to.Size):
			return nil
		default:
			x = &Expr{Op: Assign, X: p.deref(v, at), Y: converted(p.helper("__muster_long", at), to.plain(), at), Type: to.plain(), Pos: at}
		}
		enough := &Expr{Op: Gt, X: count[0], Y: num(int64(i), p.int, at), Type: p.int, Pos: at}
		begin = append(begin, &Stmt{Kind: If, X: enough, Then: &Stmt{Kind: Eval, X: x, Pos: at}, Pos: at})
	}
	return p.before(begin, count[0])
}
