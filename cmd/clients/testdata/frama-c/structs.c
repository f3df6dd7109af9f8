// expect: 9 / 10
struct queue { int first, count, size; int *slots; };

/*@ predicate valid(struct queue *q) =
      \valid(q) && 0 < q->size <= 1000 && 0 <= q->first < q->size && 0 <= q->count <= q->size
      && \valid(q->slots + (0 .. q->size - 1)) && \separated(q, q->slots + (0 .. q->size - 1)); */

/*@ requires valid(q) && q->count < q->size;
    assigns q->count, q->slots[0 .. q->size - 1];
    ensures valid(q) && q->count == \old(q->count) + 1; */
void put(struct queue *q, int v)
{
	int at = q->first + q->count;
	if (at >= q->size) at -= q->size;
	q->slots[at] = v;
	q->count++;
}

/*@ requires valid(q) && 0 < q->count;
    assigns q->count, q->first;
    ensures valid(q) && q->count == \old(q->count) - 1; */
int take(struct queue *q)
{
	int v = q->slots[q->first];
	q->first++;
	if (q->first == q->size) q->first = 0;
	q->count--;
	return v;
}

/*@ requires valid(q);
    assigns q->count;
    ensures valid(q); */
void forget(struct queue *q)
{
	q->count--;
}
