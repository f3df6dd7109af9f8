/* The state machine of an elevator's door, with a timer: it must not move while the door is open.
 *
 *     muster verify --check=all --bound none door.c     safe, for all sequences of events
 *     muster verify --check=all -D BUG door.c           an event is handled in a state that was forgotten
 */
#include <assert.h>
#include <stdbool.h>

#define OPEN_FOR 3 /* ticks */
#define FLOORS 4

extern int __VERIFIER_nondet_int(void);

enum door { CLOSED, OPENING, OPEN, CLOSING };
enum event { CALL, TICK, BLOCKED, ARRIVED };

static enum door door = CLOSED;
static bool moving = false;
static int timer = 0;
static int floor_now = 0, floor_next = 0;

/* call is a request from a floor. */
static void call(int floor) {
  if (floor < 0 || floor >= FLOORS)
    return;
  switch (door) {
  case CLOSED:
    if (moving)
      return;
    if (floor == floor_now) {
      door = OPENING;
    } else {
      floor_next = floor;
      moving = true;
    }
    break;
  case OPENING:
  case OPEN:
    timer = OPEN_FOR;
#ifdef BUG
    if (floor != floor_now) {
      floor_next = floor;
      moving = true;
    }
#endif
    break;
  case CLOSING:
    if (floor == floor_now)
      door = OPENING;
    break;
  }
}

static void tick(void) {
  switch (door) {
  case OPENING:
    door = OPEN;
    timer = OPEN_FOR;
    break;
  case OPEN:
    timer--;
    if (timer == 0)
      door = CLOSING;
    break;
  case CLOSING:
    door = CLOSED;
    break;
  case CLOSED:
    break;
  }
}

static void blocked(void) {
  if (door == CLOSING)
    door = OPENING;
}

static void arrived(void) {
  if (!moving)
    return;
  floor_now = floor_next;
  moving = false;
  door = OPENING;
}

static void handle(enum event e) {
  switch (e) {
  case CALL:
    call(__VERIFIER_nondet_int());
    break;
  case TICK:
    tick();
    break;
  case BLOCKED:
    blocked();
    break;
  case ARRIVED:
    arrived();
    break;
  }
}

static void check(void) {
  assert(!moving || door == CLOSED);
  assert(door != OPEN || timer > 0);
  assert(timer <= OPEN_FOR);
  assert(floor_now >= 0 && floor_now < FLOORS);
}

int main(void) {
  for (;;) {
    int e = __VERIFIER_nondet_int();
    if (e < CALL || e > ARRIVED)
      continue;
    handle(e);
    check();
  }
}
