// unsafe 12:5
// What is declared without a prototype, though gcc knows it, is called by the type that gcc knows.
void reach_error(void);
void *memcpy(), *memset();

int main(void) {
  char to[4], from[4] = "abc";
  memcpy(to, from, 4);
  if (to[2] != 'c' || to[3])
    reach_error();
  if (memset(to, 0, sizeof to) == to && !to[2])
    reach_error();
  return 0;
}
