package gen

import "math/rand/v2"

// Refused returns a program that is no C, in one place.
func Refused(r *rand.Rand) string {
	return sketched(r, append(cDeclarations, cAggregates...), cRefusals)
}

// cRefusals are sketches of what no compiler takes.
var cRefusals = []sketch{
	// Types of operands.
	`
struct $s { int a; } $v; union $u { int a; } $w; static void $f(void) { } static int $g(int x) { return x; } static int $n, *$p, $a[3]; static void *$q; enum $e { $x };
---
‹(void)($p + $p)¦(void)($p * 2)¦(void)($p % $n)¦(void)(2 - $p)¦(void)($p / $p)¦(void)($p & 1)¦(void)($p << 1)¦(void)(1 | $p)¦(void)~$p¦(void)-$p¦(void)+$p¦(void)($p + $v)¦(void)($p[$p])¦(void)($n[$n])›;
`, `
struct $s { int a; } $v; union $u { int a; } $w; static void $f(void) { } static int $g(int x) { return x; } static int $n, *$p, $a[3]; enum $e { $x };
---
‹(void)($v + 1)¦(void)!$v¦(void)($v == $v)¦(void)($v && 1)¦if ($v) $n = 1¦while ($w) $n++¦for (; $v; ) $n++¦$n = $v¦$v = $n¦$v = $w¦(void)($n ? $v : 1)¦(void)($n ? $v : $w)¦(void)(int)$v¦(void)(struct $s)$n¦(void)(union $u)$v¦switch ($v) { }¦switch ($p) { }¦$v++¦(void)$v[0]¦(void)-$w¦(void)($v, $w).b¦(void)(int[3])$a¦$p = $v¦(void)($p == $v)¦(void)*$v¦(void)*$n›;
`, `
struct $s { int a, b : 3; const int c; } $v, *$r; static void $f(void) { } static int $g(int x) { return x; } static int $n, *$p, $a[3], $b[3]; static const int $c = 1; static const struct $s $k; enum $e { $x };
---
‹$c = 2¦$c++¦$k.a = 1¦$v = $v¦*(const int *)$p = 1¦"abc"[0] = 'x'; $c += 1¦$a = $b¦$a++¦$n + 1 = 2¦5 = $n¦$n++ = 1¦($n, $n) = 1¦(int)$n = 1¦($n ? $n : $n) = 2¦$g = 0¦$g(1) = 2¦$x = 1¦&5¦(void)&($n + 1)¦(void)&$g(1)¦(void)&$v.b¦(void)sizeof $v.b¦(void)_Alignof($v.b)¦--$g(1)¦(void)&&$n¦(void)typeof($v.b)¦$v.c = 3¦$r->c++¦sizeof $n = 1¦"a" = 0›;
`, `
struct $s { int a; } $v, *$r; struct $i; static struct $i *$o; static void $f(void) { } static int $g(int x, int *y) { return x; } static int $n, *$p, $a[3]; static int $k() { return 1; }
---
‹(void)$v.b¦(void)$r->b¦(void)$r.a¦(void)$v->a¦(void)$n.a¦(void)$p->a¦(void)$a.x¦(void)$o->a¦(void)*$o¦(void)sizeof *$o¦(void)sizeof(struct $i)¦(void)($o + 1)¦$o++¦(void)$o[0]¦$n(1)¦(*$p)()¦$v()¦$a()¦$g(1)¦$g(1, $p, 2)¦$f(1)¦$g($v, 0)¦$g(1, $v)¦$n = $f()¦(void)(1 + $f())¦(void)!$f()¦if ($f()) $n = 1¦return $v¦(void)$undeclared¦$undeclared++¦(void)sizeof $undeclared¦(void)__builtin_offsetof(struct $s, b)¦(void)__builtin_offsetof(int, a)¦(void)_Generic($n, char: 1, long: 2)¦(void)_Generic($n, int: 1, int: 2)¦(void)_Generic($n, default: 1, default: 2)¦(void)({ int x; }).a¦(void)_Alignof(struct $i)›;
`,
	// Declarations.
	`
static int $n; int $m = 3; int $k(int); typedef int $t; struct $s { int a; }; enum $e { $x };
‹char $n;¦int $m = 4;¦int $m(void);¦extern long $m;¦char $k(int);¦int $k(int, int);¦int $k(long);¦typedef char $t;¦int $t;¦struct $s { int b; };¦union $s;¦enum $s { $y };¦int $x;¦enum $f { $x };¦enum $e { $z };¦static int $k(int);¦int $k(int x) { return x; } int $k(int x) { return 1; }¦static int $q; int $q;¦int $r; static int $r;¦struct $v { struct $v in; };¦struct $v { int a; char a; };¦struct $v { int a; struct { int a; }; };¦struct $v { int f(void); };¦struct $v { void x; };¦struct $v { int a[]; int b; };¦struct $i $w;¦struct $i $w[2];¦int $w[-1];¦int $w[-1 + sizeof(char)][0 - 1];¦int $w[1.5];¦int $w["a"];¦void $w[2];¦int $w(void)[2];¦int $w[2](void);¦int $w(void)(void);¦int ($w[])(int);›
---
`, `
static int $n; struct $s { int a; }; static int $k(int x) { return x; }
‹struct $v { int b : 33; };¦struct $v { int b : -1; };¦struct $v { int b : 0; };¦struct $v { struct $s b : 1; };¦struct $v { int *b : 1; };¦struct $v { _Bool b : 2; };¦struct $v { char b : 9; };¦struct $v { int b : $n; };¦static int $w = $n;¦static int $w = $k(1);¦static int *$w = &$n + $n;¦static int $w[$n];¦int $w[2] = { [2] = 1 };¦int $w[2] = { [-1] = 1 };¦int $w = { .a = 1 };¦struct $s $w = { .b = 1 };¦struct $s $w = 5;¦struct $s $w = { { 1 }, .c = 2 };¦int $w[] = 5;¦char $w[2] = { "a", "b" }; int $w2 = "a" "b"[0] +;¦int $w[] = "abc";¦char $w[] = L"abc";¦_Static_assert(0, "no");¦_Static_assert(sizeof(int) == 5, "no");¦enum $e { $x = $n };¦enum $e { $x, $x };¦enum $e;¦enum { };¦_Alignas(3) int $w;¦_Alignas(2) int $w;¦_Alignas(8) typedef int $w;¦int $w __attribute__((aligned(3)));¦typedef int $w = 3;¦static extern int $w;¦static typedef int $w;¦long long long $w;¦unsigned signed $w;¦short char $w;¦int int $w;¦unsigned struct $s $w;¦long char $w;¦¦auto int $w;¦register int $w;¦restrict int $w;¦int restrict $w;¦int $w, ;¦int 5;¦int $w›
---
`, `
static int $n, *$p; struct $s { int a; }; typedef int $t;
‹int $f(int x, int x) { return x; }¦int $f(int, void);¦int $f(void x);¦int $f(void, int);¦int $f(struct $i x) { return 1; }¦struct $i $f(void) { }¦int $f(int) [2];¦int $f(...);¦int $f(int x, ..., int y);¦int $f(x) int x, y; { return x; }¦int $f(x, y) int z; { return x; }¦int $f(static int x);¦int $f(int x) = 5;¦typedef int $f(void) { return 1; }¦$t $f { return 1; }¦int $f(int a) int b; { return 1; }¦int $f(int a[static]);¦int $f(int x, int y[*]) { return 1; }¦int $f(void) { return 1;¦int $f(void) { return 1; } }¦int $f(void) { int x; x = ; }¦int $f(void) { (1 + ); }¦int $f(void) { return (1; }¦int $f(void) { if 1 return 2; }¦int $f(void) { do ; while (1) }¦int $f(void) { for (1; 2) ; }¦int $f(void) { else ; }¦int $f(void) { int a[2] = { 1, 2; }¦int $f(void) { return 'a; }¦int $f(void) { return "a; }¦int $f(void) { return ''; }¦int $f(void) { return 09; }¦int $f(void) { return 0x; }¦int $f(void) { return 1ull2; }¦int $f(void) { return 5abc; }¦int $f(void) { return 1 $t 2; }›
---
`,
	// Statements.
	`
static int $n, *$p; struct $s { int a; }; static void $v(void) ‹{ return 1 + (struct $s){ 0 }; }¦{ goto $l; }¦{ break; }¦{ continue; }¦{ case 1: ; }¦{ default: ; }¦{ switch ($n) { case 1: case 1: ; } }¦{ switch ($n) { case 1 ... 3: case 2: ; } }¦{ switch ($n) { default: default: ; } }¦{ switch ($n) { case $n: ; } }¦{ switch ($n) { case "a": ; } }¦{ $l: ; $l: ; }¦{ int x; char x; }¦{ int x; { extern char $n; } }¦{ if (1) { int a; } a = 1; }¦{ for (int i = 0; i < 1; i++) ; i = 2; }¦{ switch ($n) { continue; } }¦{ int a[$n]; goto l; int b[$n]; l: ; }¦{ goto l; int a[$n]; l: ; }¦{ switch ($n) { int a[$n]; case 1: ; } }¦{ static int a[$n]; }¦{ extern int a[$n]; }¦{ int a[$n] = 5; }¦{ struct { int a[]; } x; }¦{ extern int x = 1; }¦{ int x[]; }¦{ struct $i x; }¦{ void x; }¦{ auto x[2] = 1; }¦{ static int x = $n; }¦{ register int x; $p = &x; }¦{ register int x[2]; $p = x; }¦{ __label__ a; a: ; a: ; }¦{ typedef int t; t; t x = t; }¦{ asm(1); }¦{ return; } int $w = sizeof($v()) +;¦{ int $n = $n; } }¦{ __auto_type x; }¦{ __auto_type x = 1, *y = 0; }¦{ int a : 3; }¦{ (int){ 1, { 2 } }.x; }›
---
`,
}
