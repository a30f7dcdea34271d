// The data of ICU, with nothing in it: what ICU itself calls stub data (its source/stubdata).
//
// GRDB imports Foundation, which brings ICU with 34 MB of data: time zones, calendars, the languages of
// the world. Linked before the library, this takes the place of that data. Weft must then not ask for it:
// Foundation's DateFormatter, ISO8601DateFormatter and NumberFormatter end the program where it is
// missing, and Locale.current is en_001. Weft's own code imports FoundationEssentials alone (HouseTests
// say so), and stores no Date by GRDB. ICU_DATA is the symbol's name, which has the version of ICU in
// it: icudt76_dat.
#include <stdint.h>

struct header {
    uint16_t headerSize;
    uint8_t magic1, magic2;
    uint16_t size, reserved;
    uint8_t isBigEndian, charsetFamily, sizeofUChar, reserved2;
    uint8_t dataFormat[4], formatVersion[4], dataVersion[4];
    char padding[8];
};

__attribute__((aligned(16), used)) const struct {
    struct header header;
    // The table of contents.
    uint32_t count, reserved;
} ICU_DATA = {
    {
        .headerSize = 32,
        .magic1 = 0xda,
        .magic2 = 0x27,
        .size = 20,
        .isBigEndian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
        .sizeofUChar = 2,
        .dataFormat = {'T', 'o', 'C', 'P'},
        .formatVersion = {1, 0, 0, 0},
    },
    0,
    0,
};

_Static_assert(sizeof(struct header) == 32, "the table of contents follows the header");
