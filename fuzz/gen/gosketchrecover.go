package gen

// goRecoverSketches are sketches about recover.
var goRecoverSketches = []sketch{
	`kinds of panics
type $e struct { k int }
func ($x $e) Error() string { return "e" }
func $try(k int, a []@t, m map[int]@t, p *[2]@t, x any) (v @t, kind int) {
	defer func() {
		switch r := recover().(type) {
		case nil: kind = 1
		case interface{ RuntimeError() }: kind = 2
		case error: kind = 3
		case string: kind = 10 + len(r)
		default: kind = 4
		}
	}()
	switch k {
	case 0: v = a[k + len(a)]
	case 1: m[1] = 2
	case 2: v = p[1]
	case 3: v = x.(@t)
	case 4: v = 1 / (a[0] ‹>> 4¦& 1›)
	case 5: panic("‹text¦›")
	case 6: return a[len(a) - 1], 9
	case 7: v = @t(len(a[k - 3:k - 4]))
	case 8: panic(error($e{1}))
	case 9: v = 5; put(len(make([]int, k - 10)))
	case 10: v = 6; put(len([4]@t(a)))
	case 11: panic(a[0])
	case 12: var e error; panic(e)
	case 13: put(a[1] << int8(k - 14))
	}
	return v + 1, 7
}
---
for k := @idx; k < 14; k ‹+= 1¦+= 3› {
	v, kind := $try(k, []@t{@et, @et, @et}, nil, nil, ‹nil¦"s"¦any(@et)›)
	put(v); put(kind)
}
`, `panics once more
func $f(n int) (s string) {
	defer func() { if r := recover(); r != nil { s += "o" + r.(string) } }()
	defer func() {
		r := recover()
		s += "i"
		if r != nil && n ‹>¦<¦==› 1 { panic(r.(string) + "+") }
	}()
	if n > 0 { panic("‹a¦b›") }
	return "none"
}
---
for i := range 4 { putS($f(i)) }
`, `recover in methods
type $g struct { n @t; log []int }
func ($x *$g) catch(k int) { if r := recover(); r != nil { $x.n += @t(k); $x.log = append($x.log, k, r.(int)) } }
func ($x $g) peek(k int) { if recover() != nil { put(k) } }
type $h struct { *$g; k int }
func ($x *$h) run(how int) (out @t) {
	defer func() { out = $x.n }()
	switch how {
	case 0: defer $x.catch(5)
	case 1: defer $x.$g.catch(6)
	case 2: f := $x.catch; defer f(7)
	case 3: var i interface{ catch(int) } = $x; defer i.catch(8)
	case 4: defer (*$g).catch($x.$g, 9)
	case 5: defer $x.peek(10)
	case 6: defer func() { recover() }(); defer func() { $x.catch(11) }()
	}
	panic(how * 2)
}
---
h := &$h{&$g{n: @et}, 1}
for i := range ‹7¦3¦5› { put(h.run(i)) }
for _, k := range h.log { put(k) }
`, `results with names
func $f(k int) (a @t, s string, err error) {
	defer func() {
		if r := recover(); r != nil { err, _ = r.(error); s += "!"; a++ }
	}()
	a, s = @et, "x"
	if k == 0 { return a + 1, "zero", nil }
	b := []@t{1, @et}
	if k == 1 { return b[k], s + "y", nil }
	a = 9
	return b[k], s + "z", nil
}
---
for k := range 4 { a, s, err := $f(k ‹^¦&¦|› @small); put(a); putS(s); putB(err == nil) }
`, `panics in the place of panics
func $f(n int) (out []int) {
	defer func() { r := recover(); out = append(out, r.(int)) }()
	for i := range n {
		defer func() {
			if i ‹%¦&› 2 == 0 { out = append(out, 100 + i); panic(i) }
			if r := recover(); r != nil { out = append(out, 200 + r.(int)); panic(r.(int) + 10) }
		}()
	}
	panic(@small)
}
---
for _, v := range $f(@idx) { put(v) }
`, `recover that is too deep
func $r() any { return recover() }
func $f(how int) (s string) {
	defer func() { if r := recover(); r != nil { s += "outer " + r.(string) } }()
	defer func() {
		switch how {
		case 0: if $r() != nil { s += "helper" }
		case 1: func() { if recover() != nil { s += "inner" } }()
		case 2: defer func() { if r := recover(); r != nil { s += "deferred" } }()
		case 3: defer $r(); s += "d"
		case 4: if recover() != nil { s += "direct"; if recover() == nil { s += " once" } }
		case 5: defer func() { if recover() != nil { s += "another" } }(); panic("q")
		}
	}()
	panic("p")
}
---
for k := range ‹6¦4› { putS($f(k)) }
`, `recover in recursion
func $w(n int, stop int) (sum int) {
	defer func() {
		if r := recover(); r != nil {
			if n < stop { panic(r.(int) + 1) }
			sum = r.(int) * 100 + n
		}
	}()
	if n == 0 { panic(1) }
	return $w(n - 1, stop) ‹+¦*› n
}
---
put($w(4, @idx)); put($w(@idx, 0))
`, `recover in loops
a := []@t{@et, @et}
sum := 0
$out:
for i := range 5 {
	ok := func() (ok bool) {
		defer func() { ok = recover() == nil }()
		a[(i * @small) % 4] ‹+=¦=› @et
		return true
	}()
	if !ok { sum += i; if sum > ‹3¦9› { break $out }; continue $out }
	put(i)
}
put(sum); put(a[0]); put(a[1])
`, `what deferred calls see
x := @et
func() {
	defer func(y @t) { put(y); put(x); recover() }(x + 1)
	x = @num
	defer put(x)
	x++
	var f func()
	_ = f
	‹f()¦f = func() { x += 3 }; f()¦defer f()¦panic(x)›
	x += 100
}()
put(x)
`, `ranges over functions that panic
func $it(n int, log *[]int) func(func(int) bool) {
	return func(yield func(int) bool) {
		‹defer func() { *log = append(*log, 100) }()¦›
		for i := range n { if !yield(i) { *log = append(*log, 200); return } }
	}
}
func $f(stop int) (log []int, r any) {
	defer func() { r = recover() }()
	for i := range $it(3, &log) {
		if i == stop { ‹panic(i)¦break¦return log, 5¦continue› }
		log = append(log, i)
	}
	return log, nil
}
---
log, r := $f(@idx)
for _, v := range log { put(v) }
k, ok := r.(int)
put(k); putB(ok)
`, `generic functions that recover
func $try[T any](f func() T, other T) (v T, failed bool) {
	defer func() { if recover() != nil { v, failed = other, true } }()
	return f(), false
}
---
v, bad := $try(func() @t { return []@t{1, @et}[@idx] }, 9)
put(v); putB(bad)
s, bad := $try(func() string { return @es[@idx:] }, "none")
putS(s); putB(bad)
p, bad := $try(func() *@t { var p *@t; *p = @num; return p }, &v)
putB(p == &v); putB(bad)
`, `errors that are panics
type $e struct { k int }
func ($x *$e) Error() string { return "e" }
type $w struct { in error }
func ($x $w) Error() string { return "w" + $x.in.Error() }
func $f(n int) (err error) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case *$e: x.k++; err = $w{x}
		case $w: err = x.in
		case error: err = $w{x}
		default: put(77)
		}
	}()
	switch n {
	case 0: panic(&$e{n})
	case 1: panic($w{&$e{5}})
	case 2: put([]int{}[n])
	case 3: return &$e{9}
	case 4: panic(n)
	}
	return nil
}
---
for i := range 6 {
	err := $f(i ‹^¦+¦*› @small)
	putB(err == nil)
	if w, ok := err.($w); ok { if e, ok := w.in.(*$e); ok { put(e.k); putS(w.Error()) } }
	if e, ok := err.(*$e); ok { put(e.k) }
}
`, `defers in loops
func $f(n, at int) (log string) {
	for i := range n {
		defer func() {
			log += string(rune('a' + i))
			if i == at { if r := recover(); r != nil { log += "!" } }
		}()
		if i == ‹2¦3¦9› { panic("x") }
	}
	return "r"
}
---
func() {
	defer func() { if recover() != nil { put(66) } }()
	putS($f(@small, @idx))
	putS($f(4, @small))
}()
`, `built-in functions that are deferred
m := map[int]int{1: 1, 2: 2}
s := []@t{@et, @et}
func() {
	defer func() { r := recover(); k, ok := r.(int); put(k); putB(ok); put(len(m)); put(s[0]) }()
	defer clear(s[:1])
	defer delete(m, @small)
	‹defer panic(4)¦m[3] = 3¦clear(m)¦panic(6)›
	put(len(m)); put(s[0])
}()
`, `locks that are given back
type $l struct { held, n int }
func ($x *$l) lock() { if $x.held > 0 { panic("held") }; $x.held++ }
func ($x *$l) unlock() { $x.held--; $x.n++ }
func ($x *$l) with(f func() @t) @t { $x.lock(); defer $x.unlock(); return f() }
func $safely(f func()) (s string) {
	defer func() { if r := recover(); r != nil { s, _ = r.(string); s += "." } }()
	f()
	return "ok"
}
---
l := &$l{}
var a []@t
putS($safely(func() { put(l.with(func() @t { return @et })) }))
putS($safely(func() { l.with(func() @t { return a[@idx] }) }))
putS($safely(func() { l.with(func() @t { return l.with(func() @t { return 1 }) }) }))
put(l.held); put(l.n)
`, `panics in several frames
type $p struct { at []int }
func ($x *$p) rule(n int) @t {
	defer func(k int) { $x.at = append($x.at, k) }(len($x.at))
	if n == 0 { panic(@et) }
	if n == @idx { return 5 }
	v := $x.rule(n - 1)
	$x.at = append($x.at, 50)
	return v + 1
}
func $parse(n int) (v @t, p *$p, ok bool) {
	p = &$p{}
	defer func() { if r := recover(); r != nil { v = r.(@t) / 2; ok = false } }()
	v = p.rule(n)
	return v, p, true
}
---
v, p, ok := $parse(@small)
put(v); putB(ok)
for _, k := range p.at { put(k) }
`, `recover that changes nothing
func $f(n int) int {
	r := n
	defer func() { if x := recover(); x != nil { r = 50; put(r) } }()
	if n > ‹1¦2› { panic(n) }
	r += 7
	return r
}
func $g() (r *int, e any) {
	x := 3
	r = &x
	defer func() { e = recover(); x++ }()
	defer func() { *r = ‹8¦*r * 2›; r = nil; x += *r }()
	return &x, 1
}
---
for i := range 4 { put($f(i)) }
r, e := $g()
putB(r == nil); _, isErr := e.(error); putB(isErr)
`,
}
