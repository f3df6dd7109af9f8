/* A parser of messages: a byte with the type, a byte with the length, and so many bytes; then a checksum over all of them.
 *
 *     muster verify --bound 8 --check=all message.c          safe
 *     muster verify --bound 8 --check=all -D BUG message.c   the length is believed before it is compared with what has come
 */
#include <assert.h>
#include <stddef.h>

#define MOST 6 /* bytes of a packet */
#define BODY 4 /* bytes of a message */

extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);

enum type { PING = 1, DATA = 2, STOP = 3 };

enum result { OK, SHORT, UNKNOWN, LONG, DAMAGED };

struct message {
  enum type type;
  unsigned char length;
  unsigned char body[BODY];
};

struct reader {
  const unsigned char *at;
  size_t left;
};

/* get takes a byte. There must be one. */
static unsigned char get(struct reader *r) {
  unsigned char byte = *r->at;
  r->at++;
  r->left--;
  return byte;
}

static int known(unsigned char type) {
  switch (type) {
  case PING:
  case DATA:
  case STOP:
    return 1;
  default:
    return 0;
  }
}

/* sum adds up bytes modulo 256. */
static unsigned char sum(const unsigned char *p, size_t n) {
  unsigned char s = 0;
  for (size_t i = 0; i < n; i++)
    s += p[i];
  return s;
}

/* parse reads a message from a packet of so many bytes. */
static enum result parse(const unsigned char *packet, size_t size, struct message *m) {
  struct reader r = {packet, size};
  unsigned char type, length;
  if (r.left < 3)
    return SHORT;
  type = get(&r);
  if (!known(type))
    return UNKNOWN;
  length = get(&r);
  if (length > BODY)
    return LONG;
#ifndef BUG
  if (r.left < (size_t)length + 1)
    return SHORT;
#endif
  m->type = type;
  m->length = length;
  for (unsigned char i = 0; i < length; i++)
    m->body[i] = get(&r);
  if (get(&r) != sum(packet, (size_t)length + 2))
    return DAMAGED;
  return OK;
}

/* A message that is written by the book is read. */
static void round_trip(void) {
  unsigned char packet[4];
  struct message m = {STOP, 0, {0}};
  packet[0] = DATA;
  packet[1] = 1;
  packet[2] = __VERIFIER_nondet_uchar();
  packet[3] = sum(packet, 3);
  enum result r = parse(packet, sizeof packet, &m);
  assert(r == OK);
  assert(m.type == DATA && m.length == 1 && m.body[0] == packet[2]);
}

/* Whatever comes, nothing is read behind it. */
static void whatever(void) {
  unsigned char packet[MOST];
  struct message m = {STOP, 0, {0}};
  for (int i = 0; i < MOST; i++)
    packet[i] = __VERIFIER_nondet_uchar();
  if (parse(packet, 5, &m) == OK)
    assert(m.length <= 2);
  if (parse(packet, MOST, &m) == OK)
    assert(m.length <= 3);
}

int main(void) {
  round_trip();
  whatever();
  return 0;
}
