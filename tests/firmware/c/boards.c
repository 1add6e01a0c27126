// The same as size.c, with the intake and the decoders.
#define BOARDS
#include "size.c"
