// unsafe 3:28
void reach_error(void);
static void handle(void) { reach_error(); }
int atexit(void (*)(void));
int main(int argc, char **argv) {
  if (argc == 2 && argv[1][0] == 'e') atexit(handle);
  return 0;
}
