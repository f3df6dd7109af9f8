// unknown inline assembly outside of functions at global_asm.c:5:1
void reach_error(void);
int get(void);
asm("");
__asm__(".globl get\n" "get: mov $3,%eax\n" "ret");
int main(void) {
  if (get() != 3) reach_error();
  return 0;
}
