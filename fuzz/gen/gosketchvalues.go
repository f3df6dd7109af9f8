package gen

// goConversionSketches are sketches about conversions, shifts and constants.
var goConversionSketches = []sketch{
	`conversions of structs and functions
type $a struct { x @t; s []string }
type $b struct { x @t; s []string }
type $f func(@t) @u
func ($x $f) twice(v @t) @u { return $x(v) + $x(v + 1) }
type $sl []@t
func ($x $sl) sum() (n @t) { for _, v := range $x { n += v }; return }
---
v := $a{@et, []string{@es}}
w := $b(v)
w.x++; w.s[0] = "changed"
put(v.x); putS(v.s[0]); put(w.x)
put($f(func(x @t) @u { return @u(x) * 2 }).twice(@et))
put($sl([]@t{@et, 1}).sum())
p := (*$b)(&v)
p.x = @num
put(v.x)
var x struct { x @t; s []string } = v
put(x.x)
`, `shifts of constants
s := uint(@idx)
var a int32 = 1 << s
var b = uint64(1 << s)
var c int64 = 1.0 << s
var d = 1 << s << 3 >> s
var e uint8 = 255 << s >> s
put(a); put(b); put(c); put(d); put(e)
put(make([]int, 1 << s)[0]); putB(1 << s == 2 << 1); put(@t(1) << s >> 1)
put(^uint16(0) >> s); put(int8(-1) << s >> s); put(-5 >> s); put([8]int{1 << 2: 7}[4 ^ s & 1])
`, `chains of conversions
x := @et
put(uint8(int8(x))); put(int64(uint32(x))); put(uint64(int16(x))); put(int32(uint16(x)) - 1)
put(rune(byte(x))); put(uintptr(x) >> 1); put(int8(uint64(x) >> 3)); put(uint(int(int8(x))))
put(@t(@u(x) + @u(x))); put(@u(@t(@eu)) ‹/¦%¦&^› (@u(x) | 1))
`, `ends of integers
lo8, lo64 := int8(-128), int64(-1 << 63)
m8, m64 := int8(@et) | -1, int64(@eu) | -1
put(lo8 / m8); put(lo8 % m8); put(lo64 / m64); put(lo64 % m64); put(-lo8); put(-lo64); put(lo64 - 1)
put(min(lo8, int8(@et))); put(max(lo64, int64(@et))); put(uint8(lo8) >> 1); put(lo8 >> 1); putB(-lo64 == lo64)
var u @u = 0
u--; put(u); put(u / 3); put(u * u); u += 2; put(u)
`, `names of types of strings
type $s string
type $b []byte
type $r []rune
type $c byte
---
x := $s(@es)
b := $b(x)
b = append(b, x...)
b = append(b, 'z')
r := $r(x)
putS(string(b)); put(len(r)); putS(string(r)); putS(string($s(b[:1])))
y := string([]$c{$c(@et) & 0x7f, 'q'})
putS(y); putB($s(y) == x); putB(x + $s(y) > "b")
for i, c := range x { put(i); put(c) }
switch $s(b) { case "": put(1); case x + "z": put(2); case x + x + "z": put(3) }
`, `hashes
hash := uint32(2166136261)
for _, c := range []byte(@es + "k") { hash ^= uint32(c); hash *= 16777619 }
put(hash)
a, b := uint16(1), uint16(0)
for i := range len(@es) { a = (a + uint16(@es[i])) % 251; b = (b + a) % 251 }
put(b << 8 | a)
x := uint64(@et) | 1
for range 3 { x ^= x << 13; x ^= x >> 7; x ^= x << 17 }
put(x); put(x >> 33 * 0x9e3779b9)
`, `bits
x := @et
n := 0
for y := uint64(x); y != 0; y &= y - 1 { n++; if n > 70 { break } }
put(n)
r := uint8(0)
for i := range 8 { if uint8(x) >> i & 1 == 1 { r |= 0x80 >> i } }
put(r)
var z uint32
for i, c := range [4]byte{byte(x), 1, byte(@eu), 0xf0} { z |= uint32(c) << (8 * i) }
put(z); put(z << 5 | z >> 27); put(z &^ 0xff00); put(int32(z) >> 31)
`, `conditions with effects
n := 0
f := func(k int, r bool) bool { n = n * 10 + k; return r }
if f(1, @eb) && f(2, @eb) || f(3, @eb) { put(1) }
if !(f(4, @eb) || f(5, true)) { put(2) }
b := f(6, @eb) == f(7, @eb) != f(8, @eb)
putB(b); put(n)
g := func() int { n++; return n }
x := []int{g(), g() * 10, g()}
put(x[0]); put(x[1]); put(x[2])
`,
}

// goInitSketches are sketches about the initialisation of packages.
var goInitSketches = []sketch{
	`variables that depend on each other
var $a = $b + $f(@num)
var $b = $c[1] * 2
var $c = []@t{1, $d, 3}
var $d @t = @num
var ($x, $y = $two($b))
func $two(v @t) (@t, string) { return v + 1, "two" }
func $f(v @t) @t { return v + $d }
---
put($a); put($b); put($c[1]); put($x); putS($y)
$d = @et
put($f(1)); put($a)
`, `init functions
var $n = 3
var $list = []int{1, 2}
var $m = map[string]int{"a": 1}
func init() { $n += len($list); $list = append($list, $n); $m["b"] = $n }
func init() { for i := range $list { $list[i] *= ‹2¦3› }; delete($m, "‹a¦b¦c›"); $n++ }
---
put($n); for _, v := range $list { put(v) }
put($m["a"]); put($m["b"]); put(len($m))
`, `tables
type $op struct { name string; f func(a, b @t) @t }
var $ops = []$op{
	{"add", func(a, b @t) @t { return a + b }},
	{"sub", $sub},
	{f: func(a, b @t) @t { return a * b ^ $bias }},
}
var $bias @t = $sub(@num, 1)
var $index = map[string]*$op{}
func init() { for i := range $ops { $index[$ops[i].name] = &$ops[i] } }
func $sub(a, b @t) @t { return a - b }
---
for _, o := range $ops { putS(o.name); put(o.f(@et, @et)) }
$index["sub"].name = "changed"
putS($ops[1].name); put(len($index)); put($index[""].f(2, @et))
if o, ok := $index[@es]; ok { put(o.f(1, 2)) }
`, `pointers between variables
type $t struct { v @t; next *$t }
var $first = &$t{@num, &$second}
var $second = $t{v: 5}
var $p, $q = &$arr[1], $arr[:]
var $arr = [3]@t{1, 2, @num}
var $any any = $second
var $fn = func() @t { $arr[2]++; return $arr[2] }
---
$second.v = @et
put($first.next.v); put($any.($t).v)
*$p = @et; $q[0] = 9
for _, v := range $arr { put(v) }
put($fn()); put($q[2]); putB($first.next == &$second); putB(&$q[1] == $p)
`, `constants of all kinds
const $k, $s = ‹7¦1 << 20›, "k" + "é"
const ($zero = iota; $one; _; $three; $neg = -iota; $sh = 1 << iota)
const $big = 1 << 70
type $day uint8
const ($mon $day = iota + 1; $tue; $wed = $day(len($s)))
var $w = [...]string{$tue: "tue", $mon: "mon"}
var $mask = $big >> 60 &^ 0xf0
func ($x $day) next() $day { return $x % 7 + 1 }
---
put($k); putS($s); put($three); put($neg); put($sh); put($wed.next()); putS($w[$tue]); put(len($w)); put($mask)
put($big / ($big >> 3)); put(uint8('a' + $one)); put(len($s) << 2); putB($s < "l"); putS($s[1:]); put('é')
`, `initialisers with functions
var $cache = func() map[int]@t { m := map[int]@t{}; for i := range 4 { m[i] = @t(i * i) }; return m }()
var $fib = $make(5)
var $text = $join("a", ‹"b"¦""›, "c")
func $make(n int) []int { f := []int{0, 1}; for len(f) < n { f = append(f, f[len(f) - 1] + f[len(f) - 2]) }; return f }
func $join(list ...string) (s string) { for i, x := range list { if i > 0 { s += "," }; s += x }; return s }
---
put($cache[@idx]); put($cache[9]); put($fib[@idx]); putS($text)
$cache[1] += @et
put($cache[1]); put(len($fib))
`,
}

// goArraySketches are more sketches about arrays and slices.
var goArraySketches = []sketch{
	`arrays in arrays in structs
type $g struct { c [2][3]struct { v @t; s string }; n int }
---
g := $g{}
g.c[1][@idx % 3].v = @et
g.c[@idx & 1][2].s = @es
h := g
h.c[1][0].v++
row := h.c[1]
row[1].v = @num
p := &g.c[0]
p[2].v, p[0] = 7, row[1]
for _, x := range [...]$g{g, h} { for _, r := range x.c { for _, e := range r { put(e.v); put(len(e.s)) } } }
putB(g == h); putB(g.c[0] == h.c[0]); putB(row == h.c[1])
`, `three dimensions
var a [2][3][2]@t
for i := range a { for j := range a[i] { for k := range a[i][j] { a[i][j][k] = @t(i * 7 + j * 3 + k) * @et } } }
b := a[1]
s := a[0][1:]
s[0][@idx & 1] = @num
b[@idx % 3], b[0] = [2]@t{1}, s[1]
c := [][2]@t{a[0][0], b[1]}
c = append(c, s...)
c[2][0]++
q := &a[1][2][1]
*q = 3
for _, x := range c { put(x[0]); put(x[1]) }
put(a[0][1][0]); put(a[1][2][1]); putB(a[1] == b)
`, `ranges copy arrays
a := [3]@t{@et, @et, @et}
for i, v := range a { a[2 - i] = v + 1 }
for _, v := range a { put(v) }
for i := range &a { a[i] ‹*=¦-=› 3; if i == @idx { break } }
f := func(x [3]@t) [3]@t { x[0] = 9; return x }
b := f(a)
put(a[0]); put(b[0])
g := func(x *[3]@t) { x[1] = 8; *x, b = b, *x }
g(&a)
for i := range a { put(a[i]); put(b[i]) }
m := map[string][3]@t{"a": a}
c := m["a"]
c[0] = 1
putB(m["a"] == c); put(m["b"][2])
`, `insert and delete
a := []@t{@et, @et, @et, @num}
k := @idx
a = append(a[:k], a[k + 1:]...)
for _, v := range a { put(v) }
a = append(a, 0)
copy(a[k + 1:], a[k:])
a[k] = @et
for _, v := range a { put(v) }
for i, j := 0, len(a) - 1; i < j; i, j = i + 1, j - 1 { a[i], a[j] = a[j], a[i] }
b := a[:0]
for _, v := range a { if v ‹>¦!=› @num { b = append(b, v) } }
put(len(b)); for _, v := range a { put(v) }
`, `slices that overlap
a := [6]@t{1, 2, 3, 4, 5, @num}
s, t := a[@idx:], a[1:4:5]
put(copy(s, t)); put(len(t)); put(cap(t))
t = append(t, @et)
put(a[4])
u := append(a[:2], t[1:]...)
put(len(u)); for _, v := range a { put(v) }
t = append(t, 77)
t[0] = 66
put(a[1]); w := a[:]
w = append(w[:@idx], w[3:]...)
for _, v := range w { put(v) }
`, `stacks of slices
var st [][]string
for i := range 4 {
	if i == @idx && len(st) > 0 { st = st[:len(st) - 1]; continue }
	st = append(st, []string{@es, string(rune('a' + i))}[i & 1:])
}
put(len(st))
for _, l := range st { for _, s := range l { putS(s) } }
st2 := append([][]string{}, st...)
if len(st) > 0 { st2[0][0] = "new"; putS(st[0][0]); st2[0] = nil; put(len(st[0])) }
clear(st2)
putB(len(st2) == len(st))
`, `slices of functions and pointers
ps := []*@t{nil, new(@t), new(@t)}
*ps[1] = @et
ps[0] = ps[@idx & 1 + 1]
*ps[0] ‹+=¦-=› 1
for _, p := range ps { put(*p) }
putB(ps[0] == ps[1]); putB(ps[1] == ps[2])
fs := [...]func(@t) @t{1: func(x @t) @t { return x + *ps[1] }, 2: func(x @t) @t { *ps[2] = x; return x }}
for _, f := range fs { if f != nil { put(f(@et)) } }
put(*ps[2])
type pair struct { k *@t; v []@t }
qs := []pair{{ps[0], []@t{1}}, {v: []@t{@et}}}
qs[1], qs[0] = qs[0], qs[1]
*qs[1].k = 4
qs[0].v = append(qs[0].v, *ps[0])
put(qs[0].v[1]); putB(qs[0].k == nil)
`, `matrices
type $m [][]@t
func $new(n, k int) $m { m := make($m, n); for i := range m { m[i] = make([]@t, k) }; return m }
func ($x $m) times(y $m) $m {
	out := $new(len($x), len(y[0]))
	for i := range out { for j := range out[i] { for k, v := range $x[i] { out[i][j] += v * y[k][j] } } }
	return out
}
---
a := $m{{@et, 1}, {@num, @et}}
b := a.times($m{{1, 0}, {@et, 2}})
for _, r := range b { for _, v := range r { put(v) } }
c := a[@idx & 1]
c[0] = 5
put(a[0][0]); put(a[1][0]); put(len(a.times($new(2, 1))[0]))
`,
}
