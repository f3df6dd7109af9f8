package gen

// goArithmetic are sketches about integers.
var goArithmetic = []sketch{
	`operators
var x @t = @et
var y @u = @eu
put(x); put(y)
x ‹+=¦-=¦*=¦&=¦|=¦^=¦&^=› @et
put(x)
x ‹<<=¦>>=› (y & ‹7¦31¦127›)
put(x)
y = @u(x); put(y)
put(@t(@u(@t(y)))); put(int64(x)); put(uint8(x)); put(int16(y))
putB(x ‹<¦<=¦==¦!=¦>¦>=› @t(y)); putB(@eb)
`, `constants
const $c = ‹1 << 40¦-3¦'x'¦1e3¦7 / 2 * 2¦^5¦0x7f &^ 3›
type $e int8
const (
	$p $e = iota ‹+¦-¦<<› 1
	$q
	_
	$s
)
---
put($p); put($q); put($s); put(int64($c) + int64(@et)); put($e(@et) * $s)
`, `assignments by operators
var i @t = @num
for range 3 {
	i++
	put(i)
	i ‹*= 3¦-= 100¦<<= 2¦^= -1 & 0x5a¦/= 3¦%= 5›
}
i--; put(i); put(-i); put(^i)
`, `swaps and divisions
var a, b @t = @et, @et
a, b = b, ‹a¦a + b¦a ^ b›
put(a); put(b)
put(min(a, b, @et)); put(max(a, @num)); putB(a == b || @eb)
if b != 0 { put(a / b); put(a % b); put(a / b * b + a % b) }
`, `shifts by variables
func $f(x @t, k @u) (@t, bool) {
	if k ‹<¦>› ‹3¦1¦100› { return x >> (k & 63), true }
	return x << (k & 15), x ‹<¦>=› @num
}
---
v, ok := $f(@et, @eu)
put(v); putB(ok)
v, _ = $f(v, @u(v)); put(v)
`, `integers of bytes
b := [4]uint8{@num & 0x7f, 0x80, uint8(@eu), uint8(@et)}
put(uint16(b[0]) | uint16(b[1])<<8)
put(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24)
put(int32(int8(b[3]))<<8 ‹|¦+¦^› int32(b[2]))
put(b[1] >> 4 & 7); put(^b[2] & (b[3] | 0xf0))
`,
}

// goSliceSketches are sketches about slices and arrays.
var goSliceSketches = []sketch{
	`append to a part
a := []@t{@et, @et, @num, @et}
b := a[@idx:]
c := append(b, @et)
if len(b) > 0 { b[0] = @et }
for i, v := range a { put(i); put(v) }
for _, v := range c { put(v) }
put(len(c)); putB(cap(c) >= len(c)); put(len(b)); put(cap(b))
`, `capacities
a := make([]@t, ‹0¦2¦4›, 8)
b := append(a, @et, @et)
c := append(a, @et)
for _, v := range b { put(v) }
for _, v := range c { put(v) }
put(len(a[:cap(a)])); put(a[:8][2]); put(len(a[:3:5])); put(cap(a[:3:5]))
d := append(a[:2:2], @et)
d[0] = @num
put(a[:1][0]); put(d[0]); put(d[2])
`, `arrays as values
var a [5]@t
p := &a
for i := range a { a[i] = @t(i) * @et }
b := a
b[@idx] = @num
p[@idx] = @et
putB(a == b); putB(p == &a)
for _, v := range b { put(v) }
s := a[1:4]
s[0]++
put(a[1]); put(len(p)); put(cap(s))
for i, v := range p { put(v); p[(i + 1) % 5] = @t(i) }
for i, v := range a { put(v); a[(i + 1) % 5] = @t(i) }
`, `copy and clear
a := []@t{@et, @et, @et, @et, @et}
n := copy(a[@idx:], a[@idx:])
put(n)
put(copy(a, []@t{@num}))
clear(a[‹:2¦3:¦1:1›])
for _, v := range a { put(v) }
`, `append to nil
var s []@t
putB(s == nil); put(len(s)); put(cap(s))
for i := range @idx { s = append(s, @t(i)) }
s = append(s, s...)
t := append([]@t(nil), s...)
if len(s) > 0 { s[0] = @et; putB(t[0] == s[0]) }
s = append(s[:0], t[len(t) / 2:]...)
for _, v := range s { put(v) }
`, `slices of slices
m := make([][]@t, 3)
for i := range m { m[i] = make([]@t, i + 1); m[i][i] = @et }
m[1], m[2] = m[2], m[1]
m[0] = append(m[0], m[1]...)
for i, row := range m { for j := range row { put(row[j] + @t(i)) } }
`, `slices of structs
type $r struct { k int; v @t }
func $sort(a []$r) {
	for i := 1; i < len(a); i++ {
		for j := i; j > 0 && a[j].k ‹<¦>› a[j-1].k; j-- { a[j], a[j-1] = a[j-1], a[j] }
	}
}
---
a := []$r{{@idx, @et}, {@idx, @num}, {k: 2}, {v: @et}}
b := a[1:]
$sort(a)
b[0].v ‹+=¦-=› 1
q := &a[1]
q.k = 9
for _, x := range a { put(x.k); put(x.v) }
a = append(a, $r{1, 2})
q.v = @num
put(a[1].v); put(b[0].v)
`, `arrays of arrays
a := [...]@t{2: @et, @num, ‹0¦7›: 5}
put(len(a))
for _, v := range a { put(v) }
g := [2][3]@t{{1, @num}, {@et}}
h := g
h[@idx & 1][@idx % 3] = @et
putB(g == h); putB(g[0] == h[0]); putB(g[1] != h[1])
r := g[1][:]
r[2] = 3
put(g[1][2]); put(h[1][2])
for _, row := range g { row[0] = 9 }
put(g[0][0])
`, `conversions to arrays
s := []@t{@et, @et, @et}
x := [3]@t(s)
y := (*[2]@t)(s[1:])
y[0] = @num
put(x[1]); put(s[1]); put(y[1])
z := [0]@t(s[:0])
put(len(z))
`, `order of evaluation
i := 0
a := []int{0, 1, 2, 3}
i, a[i] = 2, 7
a[i], i = i + 10, 1
put(i); for _, v := range a { put(v) }
next := func() int { i++; return i & 3 }
a[next()] += 5
a[next()], a[next()] = next(), a[i & 3]
for _, v := range a { put(v) }
`,
}

// goStringSketches are sketches about strings.
var goStringSketches = []sketch{
	`comparisons and ranges
s := @es
t := s + @es
put(len(t)); putS(t); putB(s ‹<¦<=¦==¦!=¦>¦>=› t)
for i := 0; i < len(t); i++ { put(t[i]) }
for i, c := range t { put(i); put(c) }
if len(t) > 2 { putS(t[1:2]); putS(t[2:]); putS(t[:len(t) - 1]) }
`, `strings and bytes
b := []byte(@es)
s := string(b)
if len(b) > 0 { b[0] ‹= 'z'¦++¦^= 0x20› }
putS(s); putS(string(b)); putB(string(b) == s)
b = append(b, "‹é¦xyz¦›"...)
b = append(b, @es...)
put(len(b)); put(copy(b, @es)); putS(string(b))
`, `runes
r := []rune(@es)
for _, c := range r { put(c) }
r = append(r, ‹'日'¦-1¦0xd800¦0x10ffff¦'a'›)
if len(r) > 1 { r[0], r[1] = r[1], r[0] }
putS(string(r)); putS(string(rune(@ei & 0x1fffff)))
`, `switches on strings
switch s := @es; s {
case "", ‹"x"¦"ab"›: put(1)
case "héllo": put(2)
default:
	put(3)
	if s > "a" { put(4) }
}
for range @es { put(5) }
@gs += @es[:0] + "‹q¦é›"
putS(@gs)
`, `searches
func $find(s, t string) int {
	for i := 0; i + len(t) <= len(s); i++ {
		if s[i:i + len(t)] == t { return i }
	}
	return -1
}
---
s := @es + "‹ab¦é¦›" + @es
k := $find(s, ‹"ab"¦"\xa9"¦"l"¦@es›)
put(k)
if k >= 0 { putS(s[k:]); putS(s[:k]) }
`, `words
func $fields(s string) (out []string) {
	from := -1
	for i := 0; i <= len(s); i++ {
		sep := i == len(s) || s[i] == ' ' || s[i] == ','
		if sep && from >= 0 { out = append(out, s[from:i]); from = -1 }
		if !sep && from < 0 { from = i }
	}
	return out
}
---
for _, w := range $fields("a bc,,d " + @es) { put(len(w)); putS(w) }
`, `strings with names
type $w string
func ($x $w) at(i int) byte { return $x[i % len($x)] }
---
w := $w("q" + @es)
put(w.at(@idx)); putB(w > "q"); put(len(w + w)); putS(string(w[:1]))
`,
}

// goMapSketches are sketches about maps. What is read in any order is put together so that the order does not matter.
var goMapSketches = []sketch{
	`integers as keys
m := map[@t]@u{1: @eu, 2: @eu}
m[@et] = @eu
m[1] ‹+=¦-=¦*=¦^=› @eu
v, ok := m[@et]
put(v); putB(ok); put(len(m)); put(m[2])
delete(m, ‹1¦2¦@et›)
put(len(m))
var sum @u
for k, v := range m { sum += v + @u(k) }
put(sum)
`, `strings as keys
var m map[string]int
putB(m == nil); put(m["a"]); put(len(m))
for range m { put(99) }
delete(m, "x")
m = map[string]int{"a": 1, @es + "q": 2}
for _, w := range []string{"a", @es, @es, "b"} { m[w]++ }
_, ok := m[@es]
putB(ok); put(len(m)); put(m["a"])
n := 0
for k, v := range m { n += len(k) * v }
put(n)
`, `structs as keys
type $k struct { a @t; b string; c [2]int8 }
---
m := map[$k]int{}
m[$k{a: @et}]++
m[$k{@et, @es, [2]int8{1, 2}}] += 2
m[$k{}] += 4
put(len(m)); put(m[$k{}]); put(m[$k{a: @et}])
`, `maps of slices
m := map[int][]@t{}
m[1] = append(m[1], @et)
m[1] = append(m[1], @et)
m[2] = m[1][:1]
m[2][0] = @num
put(m[1][0]); put(len(m[3])); put(len(m))
n := m
n[5] = nil
put(len(m)); clear(m); put(len(n))
`, `maps of maps
m := map[bool]map[int]@t{true: {1: @et}}
m[false] = map[int]@t{}
m[true][@idx] = @num
m[@eb][7] = 1
put(len(m[true])); put(len(m[false])); put(m[true][1])
var total @t
for b, in := range m { for k, v := range in { if b { total += v * @t(k) } else { total -= v } } }
put(total)
`, `interfaces as keys
m := map[any]int{1: 2, "x": 3, int8(1): 4, true: 5, [1]int{7}: 6}
put(m[1]); put(m["x"]); put(m[int8(1)]); put(m[int16(1)]); put(m[@eb]); put(m[[1]int{@idx}]); put(m[nil])
m[@et] += 10
put(len(m))
`, `delete while iterating
m := map[int]int{}
for i := range 5 { m[i * @idx] = i }
for k := range m { if k ‹%¦&› 2 == 0 { delete(m, k) } }
sum := 0
for k, v := range m { sum += k * 7 + v }
put(len(m)); put(sum)
`,
	`arrays as keys
type $k [2]@t
type $v struct { n int; s []@u; in map[string]int }
---
m := map[$k]$v{{1, @et}: {n: 3}, {@et, 2}: {s: []@u{@eu}}}
m[$k{7}] = $v{in: map[string]int{@es: 4}}
x := m[$k{1, @et}]
x.n++
put(x.n); put(m[$k{1, @et}].n); put(len(m))
total := 0
for k, v := range m { total += int(k[0] & 15) * (v.n + len(v.s)); for s, i := range v.in { total += len(s) * i } }
put(total)
`, `embedded keys
type $p struct { x, y int8 }
type $q struct { $p; s string; b bool }
---
m := map[$q]@t{{$p{1, -1}, @es, true}: @et, {s: "a"}: @num}
m[$q{$p{y: int8(@idx)}, "a", @eb}] ‹+=¦=¦^=› 5
var sum @t
n := 0
for k, v := range m { sum ^= v * @t(k.x + 3); n += len(k.s) + int(k.y); if k.b { n++ } }
put(sum); put(n); put(len(m))
`, `pointers as keys
a, b := new(@t), new(@t)
m := map[*@t]int{a: 1, b: 2, nil: 3}
m[a]++
*b = @et
c := 0
for p, v := range m { if p != nil { c += int(*p & 7) * v } else { c += 100 * v } }
put(c); put(m[nil]); put(len(m))
`, `changes while iterating
m := map[string]@t{"x": 1, @es + "y": @et}
for k := range m { if len(k) > @small { delete(m, k) } }
put(len(m))
for k, v := range m { if len(k) < 3 { m[k] = v + 1 } }
put(m["x"])
first := true
for range m { if first { clear(m) }; first = false }
put(len(m)); putB(first)
`, `sets
sets := map[int]map[string]struct{}{}
add := func(n int, s string) bool {
	if sets[n] == nil { sets[n] = map[string]struct{}{} }
	_, had := sets[n][s]
	sets[n][s] = struct{}{}
	return had
}
putB(add(@idx, "a")); putB(add(@idx, @es)); putB(add(1, "a"))
put(len(sets)); put(len(sets[1])); put(len(sets[9]))
`,
}
