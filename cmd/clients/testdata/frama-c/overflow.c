// expect: 13 / 13
/*@ requires 0 <= a <= 1000 && 0 <= b <= 1000;
    assigns \nothing;
    ensures \result == a * b; */
int times(int a, int b)
{
	int p = 0;
	/*@ loop invariant 0 <= i <= b && p == a * i;
	    loop assigns i, p;
	    loop variant b - i; */
	for (int i = 0; i < b; i++) {
		//@ assert p <= a * 1000;
		p += a;
	}
	return p;
}

/*@ assigns \nothing;
    ensures \result >= 0; */
int absolute(int x)
{
	return x < 0 ? -x : x;
}

/*@ requires lo <= hi;
    assigns \nothing;
    ensures lo <= \result <= hi; */
int middle(int lo, int hi)
{
	return lo + (hi - lo) / 2;
}
