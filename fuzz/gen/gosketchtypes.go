package gen

// goStructSketches are sketches about structs, pointers, methods and embedding.
var goStructSketches = []sketch{
	`structs in structs
type $s struct { a @t; in struct { b @u; c [2]@t }; p *$s }
func ($r $s) sum() @t { return $r.a + $r.in.c[0] + @t($r.in.b) }
func ($r *$s) set(x @t) *$s { $r.a = x; $r.in.c[1] += x; return $r }
---
x := $s{a: @et}
x.in.b = @eu
y := x
y.p = &x
y.set(@et).set(@num)
put(x.a); put(y.a); put(y.in.c[1]); put(x.sum()); put(y.p.sum())
y.p.in = y.in
y.p.p = &y
put(x.in.c[1]); putB(x.p == &y); putB(y.p.p.p == &x)
*y.p = $s{a: 3}
put(x.a); putB(x.p == nil)
q := &x.in.c[@idx & 1]
*q = @et
put(x.in.c[0]); put(x.in.c[1])
`, `embedding
type $b struct { n @t; m int }
func ($r *$b) inc() { $r.n++ }
func ($r $b) get() @t { return $r.n }
type $d struct { $b; n string }
type $e struct { *$b; k int }
---
d := $d{$b{@et, 1}, "x"}
d.inc()
put(d.get()); put(d.m); putS(d.n)
e := $e{&d.$b, 3}
e.inc(); e.m = 8
put(d.get()); put(d.m); put(e.$b.n); put(e.get())
`, `pointers to pointers
x := @et
p := &x
pp := &p
*p ‹+=¦-=› @et
**pp ‹*=¦^=› 3
put(x)
y := @et + @num
*pp = &y
*p = 9
put(y); put(x); putB(p == *pp); putB(*pp == &x)
z := new(@t)
*z = x
*z++
put(*z); put(x)
`, `linked lists
type $n struct { v @t; next *$n }
---
var l *$n
for i := range 4 { l = &$n{@t(i) * @et, l} }
l.next.next, l.next = l.next, l.next.next
n := 0
for p := l; p != nil && n < 6; p = p.next { put(p.v); n++ }
put(n)
var r *$n
for i := 0; l != nil && i < 5; i++ { l, l.next, r = l.next, r, l }
for p := r; p != nil && n < 20; p = p.next { put(p.v); n++ }
`, `comparisons of structs
type $a struct { x @t; s string; f [2]bool }
---
a, b := $a{1, "k", [2]bool{@eb}}, $a{x: @et}
putB(a == b); b = a; putB(a == b)
b.f[1] = @eb
putB(a != b); b.s += @es; putB(a == b)
arr := [2]$a{a, b}
arr[0], arr[1] = arr[1], arr[0]
putS(arr[0].s); putB(arr[0] == b)
pa := &arr[1]
pa.x ‹=¦+=¦-=› @num
put(arr[1].x); put(a.x)
anon := struct { u, v @t }{@et, @et}
anon.u, anon.v = anon.v, anon.u
put(anon.u); put(anon.v)
`, `methods of integers
type $i @t
func ($r $i) twice() $i { return $r * 2 }
func ($r *$i) add(k $i) { *$r += k }
---
v := $i(@et)
v.add(v.twice())
put(v)
f := v.twice
g := (*$i).add
v = 5
g(&v, @num & 3)
put(f()); put(v); put($i.twice(v))
s := []$i{1, v}
s[1].add(7)
put(s[1])
`, `trees
type $t struct { l, r *$t; k int }
func ($x *$t) put(k int) *$t {
	if $x == nil { return &$t{k: k} }
	if k < $x.k { $x.l = $x.l.put(k) } else if k > $x.k { $x.r = $x.r.put(k) }
	return $x
}
func ($x *$t) walk(f func(int)) {
	if $x != nil { $x.l.walk(f); f($x.k); $x.r.walk(f) }
}
---
var root *$t
for _, k := range []int{@idx, 2, @idx, 7, @idx} { root = root.put(k) }
root.walk(func(k int) { put(k) })
`, `structs with slices
type $s struct { a [3]@t; b []@t }
func $f(x $s) $s { x.a[1] = @num; x.b[0] = @num; return x }
---
x := $s{b: make([]@t, 2)}
x.a[1], x.b[0] = @et, @et
y := $f(x)
put(x.a[1]); put(y.a[1]); put(x.b[0]); put(y.b[0])
m := []struct { s $s; ok bool }{{x, true}, {s: y}}
m[0].s.a[2] = @et
for _, e := range m { put(e.s.a[2]); putB(e.ok); e.ok = true }
putB(m[1].ok)
`,
}

// goInterfaceSketches are sketches about interfaces.
var goInterfaceSketches = []sketch{
	`shapes
type $sh interface { area() @t }
type $sq struct { s @t }
type $re struct { w, h @t }
func ($r $sq) area() @t { return $r.s * $r.s }
func ($r *$re) area() @t { return $r.w * $r.h }
func ($r *$re) name() string { return "r" }
---
list := []$sh{$sq{@et}, &$re{@et, 2}, nil, $sq{@num}}
for i, s := range list {
	if s == nil { put(100 + i); continue }
	put(s.area())
	if n, ok := s.(interface{ name() string }); ok { putS(n.name()) }
	switch v := s.(type) {
	case $sq: put(v.s)
	case *$re: v.w = 4; put(s.area())
	}
}
putB(list[0] == list[3]); putB(list[0] == $sh($sq{@num}))
`, `switches on types
type $k @t
func $kind(x any) int {
	switch v := x.(type) {
	case nil: return 0
	case int, int8: return 1
	case $k: return 2 + int(v&1)
	case string: return 10 + len(v)
	case []int: return 20 + len(v)
	case func() int: return v()
	case error: return 40
	case *int: return *v
	case [2]bool: if v[0] { return 51 }; return 50
	default: return 60
	}
}
---
n := 33
for _, x := range []any{nil, @ei, $k(@et), @es, []int{1, 2}, func() int { return 30 }, &n, [2]bool{@eb}, struct{}{}, uint16(@et)} { put($kind(x)) }
`, `errors
type $e struct { code int }
func ($r $e) Error() string { return "code" }
func $f(n int) error { if n ‹>¦<¦==› 2 { return $e{n} }; return nil }
func $g() error { var p *$e; if p == nil { return nil }; return *p }
---
for i := range 4 {
	err := $f(i)
	putB(err == nil)
	if x, ok := err.($e); ok { put(x.code) }
	putB(err == error($e{3}))
}
putB($g() == nil)
`, `comparisons of interfaces
var a, b any = @et, @et
putB(a == b); b = a; putB(a == b)
b = @u(@et)
putB(a == b); putB(a != nil)
x, ok := a.(@t); put(x); putB(ok)
y, ok := a.(string); putS(y); putB(ok)
_, ok = a.(interface{ M() }); putB(ok)
var c any = @es
s, _ := c.(string)
putS(s + "!"); putB(c == any(s)); putB(c == any(nil))
`, `embedded interfaces
type $l interface { Len() int }
type $p interface { $l; At(int) @t }
type $v []@t
func ($r $v) Len() int { return len($r) }
func ($r $v) At(i int) @t { return $r[i] }
type $w struct { $p; off int }
func ($r $w) At(i int) @t { return $r.$p.At((i + $r.off) % $r.Len()) }
---
var p $p = $v{@et, @num, @et}
p = $w{p, @idx}
for i := range p.Len() { put(p.At(i)) }
var l $l = p
_, isW := l.($w); putB(isW)
p = $w{p, 1}
put(l.Len()); put(p.At(2))
f := p.At
put(f(0))
`, `pointers in interfaces
type $n int
func ($r *$n) Inc() { *$r++ }
func ($r $n) Val() int { return int($r) }
---
n := $n(@idx)
var i interface { Inc(); Val() int } = &n
i.Inc(); i.Inc()
put(i.Val()); put(n)
var v interface { Val() int } = n
n = 50
put(v.Val()); put(i.Val())
p, ok := i.(*$n)
*p = 7
putB(ok); put(n)
`,
	`constraints
type $b interface { ~int8 | ~uint16 | ~string }
type $num int8
func ($x $num) M() string { return "m" }
func $less[T $b](x, y T) bool { return x < y }
func $pick[T any, P interface { *T; set(int) }](n int) T { var x T; P(&x).set(n); return x }
type $o struct { v int }
func ($x *$o) set(n int) { $x.v = n * 2 }
type $list[T any] struct { head *$node[T]; n int }
type $node[T any] struct { v T; next *$node[T] }
func ($x *$list[T]) add(v T) { $x.head = &$node[T]{v, $x.head}; $x.n++ }
func ($x *$list[T]) each(f func(int, T) bool) { i := 0; for p := $x.head; p != nil && f(i, p.v); p = p.next { i++ } }
---
putB($less($num(@num & 7), 3)); putB($less(@es, "b"))
put($pick[$o](@idx).v)
var l $list[@t]
l.add(@et); l.add(@num); l.add(3)
for i, v := range l.each { put(i); put(v); if i == @idx { break } }
put(l.n)
`, `interfaces in structs
type $s interface { ~string | ~[]byte }
func $count[T $s](x T, c byte) (n int) { for i := 0; i < len(x); i++ { if x[i] == c { n++ } }; return n }
type $in interface { get() any }
type $a struct { x any }
func ($r $a) get() any { return $r.x }
type $c struct { $in; k @t }
---
put($count(@es, 'l')); put($count([]byte(@es), 0xa9))
v := $c{$a{@et}, 1}
w := $c{$a{@et}, 1}
putB(v == w); putB(v.get() == w.get())
w.$in = $a{@es}
putB(v == w); putB(any(v) == any(w)); putB(w.get() == any(@es))
switch x := w.get().(type) { case string: putS(x); case @t: put(x) }
`,
}
