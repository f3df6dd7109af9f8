// check=all alone
// A table of handlers by state and event, in an endless loop: what it needs to know of the tables holds in all iterations.
#include <assert.h>
#include <stdio.h>
unsigned __VERIFIER_nondet_uint(void);

enum state { IDLE, OPEN, DONE, NSTATES };

static const char *const name[] = {[IDLE] = "IDLE", [OPEN] = "OPEN", [DONE] = "DONE"};

struct machine {
  enum state state;
  unsigned char retries;
  char buffer[4];
  unsigned used;
};

typedef enum state handler(struct machine *, unsigned);

static enum state ignore(struct machine *m, unsigned n) { return m->state; }

static enum state start(struct machine *m, unsigned n) {
  m->used = m->retries = 0;
  return OPEN;
}

static enum state take(struct machine *m, unsigned n) {
  if (n > sizeof m->buffer - m->used && CASE != 1)
    n = sizeof m->buffer - m->used;
  for (unsigned i = 0; i < n; i++)
    m->buffer[m->used + i] = 'x'; // fault 1
  m->used += n;
  return m->used == sizeof m->buffer ? DONE : m->state;
}

static enum state retry(struct machine *m, unsigned n) {
  return ++m->retries > 3 ? CASE == 2 ? NSTATES : IDLE : m->state;
}

static handler *const table[NSTATES][3] = {
  [IDLE] = {start, ignore, ignore},
  [OPEN] = {ignore, take, retry},
#if CASE == 3
  [DONE] = {start, ignore},
#else
  [DONE] = {start, ignore, retry},
#endif
};

static void step(struct machine *m, unsigned event) {
  enum state next = table[m->state][event](m, __VERIFIER_nondet_uint()); // fault 3
  if (next != m->state)
    printf("%s to %s\n", name[m->state], name[next]); // fault 2
  m->state = next;
}

int main(void) {
  struct machine m = {IDLE};
  for (;;) {
    unsigned event = __VERIFIER_nondet_uint();
    if (event >= 3)
      return 0;
    step(&m, event);
    assert(m.used <= sizeof m.buffer);
  }
}
