// The entry of libFuzzer for programs with a main of their own (llvm.org/docs/LibFuzzer.html).
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *bytes, size_t count));
