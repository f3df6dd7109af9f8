/* A controller in fixed-point arithmetic (16.16): proportional and integral part, limited, without overflow.
 *
 *     muster verify --check=all --bound none control.c     safe, however long it runs
 *     muster verify --check=all -D BUG control.c           what is measured is not limited
 */
#include <assert.h>
#include <stdint.h>

typedef int32_t fixed; /* 16 bits before the point, 16 behind it */

#define ONE ((fixed)1 << 16)
#define LIMIT (100 * ONE)    /* of the output */
#define WINDUP (50 * ONE)    /* of the sum of errors */
#define RANGE (200 * ONE)    /* of what is measured */

extern int __VERIFIER_nondet_int(void);

struct controller {
  fixed target;
  fixed sum;
  fixed output;
};

static fixed limited(fixed v, fixed least, fixed most) {
  if (v < least)
    return least;
  if (v > most)
    return most;
  return v;
}

/* half and quarter keep to C's rounding towards zero. */
static fixed half(fixed v) { return v / 2; }
static fixed quarter(fixed v) { return v / 4; }

static void controller_init(struct controller *c, fixed target) {
  c->target = limited(target, -RANGE, RANGE);
  c->sum = 0;
  c->output = 0;
}

/* controller_step takes a measurement, and returns what is to be done. */
static fixed controller_step(struct controller *c, fixed measured) {
#ifndef BUG
  measured = limited(measured, -RANGE, RANGE);
#endif
  fixed error = c->target - measured;
  c->sum = limited(c->sum + quarter(error), -WINDUP, WINDUP);
  c->output = limited(half(error) + c->sum, -LIMIT, LIMIT);
  return c->output;
}

/* duty is the output in percent, for a register of 8 bits. */
static uint8_t duty(fixed output) {
  fixed percent = (output + LIMIT) / (2 * LIMIT / 100);
  assert(percent >= 0 && percent <= 100);
  return (uint8_t)percent;
}

static fixed measure(void) { return __VERIFIER_nondet_int(); }

int main(void) {
  struct controller c;
  unsigned steps = 0;
  controller_init(&c, __VERIFIER_nondet_int());
  for (;;) {
    fixed out = controller_step(&c, measure());
    assert(out >= -LIMIT && out <= LIMIT);
    assert(duty(out) <= 100);
    steps++;
  }
}
