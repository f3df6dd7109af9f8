// expect: 17 / 18
/*@ axiomatic Count {
      logic integer count{L}(int *a, integer n, int v) reads a[0 .. n - 1];
      axiom none{L}: \forall int *a, integer n, int v; n <= 0 ==> count(a, n, v) == 0;
      axiom hit{L}: \forall int *a, integer n, int v; 0 < n && a[n - 1] == v ==> count(a, n, v) == count(a, n - 1, v) + 1;
      axiom miss{L}: \forall int *a, integer n, int v; 0 < n && a[n - 1] != v ==> count(a, n, v) == count(a, n - 1, v);
    } */

/*@ requires 0 <= n && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \result == count(a, n, v); */
int occurrences(int *a, int n, int v)
{
	int c = 0;
	/*@ loop invariant 0 <= i <= n;
	    loop invariant 0 <= c <= i;
	    loop invariant c == count(a, i, v);
	    loop assigns i, c;
	    loop variant n - i; */
	for (int i = 0; i < n; i++)
		if (a[i] == v)
			c++;
	return c;
}

/*@ requires 0 <= n && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \result == count(a, n, v); */
int late(int *a, int n, int v)
{
	int c = 0;
	/*@ loop invariant 0 <= i && 0 <= c <= i;
	    loop invariant c == count(a, i, v);
	    loop assigns i, c; */
	for (int i = 0; i < n; i++)
		if (a[i] == v)
			c++;
	return c;
}
