#pragma once
#include <stddef.h>

/// A file of the page: its name below files/, and its bytes, which live as long as the program.
struct weft_page_file {
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t count;
};

/// How many files there are.
size_t weft_page_count(void);

/// One of them, by its place: 0 to weft_page_count() - 1.
struct weft_page_file weft_page_file(size_t index);
