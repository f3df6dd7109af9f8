// unsafe 14:62
void reach_error(void);
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv) {
  int c, n = 1;
  if (argc != 4 || strcmp(argv[1], "x")) return 0;
  while ((c = getopt(argc, argv, "n:v")) != -1) {
    if (c == 'n') n = optarg[0];
    else return 1;
  }
  /* What is no option comes last. */
  if (n == '4' && optind == 3 && !strcmp(argv[optind], "x")) reach_error();
}
