// Shifts the wall clock of one process by as many seconds as a file says at that moment: eight
// bytes, signed, in the order of the machine. TORTURE_CLOCK names the file, LD_PRELOAD this library.
//
// Every other clock stays true, as on a machine whose clock is set. libfaketime is not used: its
// version 0.9.10 moves the deadlines of all timers of timerfd_settime along, also of those that
// follow the monotonic clock, and libdispatch then finds each too early and tries without end.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *shift;

__attribute__((constructor)) static void find_shift(void) {
    const char *path = getenv("TORTURE_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *mapped = file < 0 ? MAP_FAILED : mmap(NULL, 8, PROT_READ, MAP_SHARED, file, 0);
    if (file >= 0) close(file);
    if (mapped == MAP_FAILED) _exit(99);
    shift = mapped;
}

int clock_gettime(clockid_t clock, struct timespec *shown) {
    int result = (int)syscall(SYS_clock_gettime, clock, shown);
    if (result == 0 && shift && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        shown->tv_sec += *shift;
    return result;
}

int gettimeofday(struct timeval *restrict shown, void *restrict zone) {
    (void)zone;
    struct timespec now;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    *shown = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return result;
}

time_t time(time_t *place) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (place) *place = now.tv_sec;
    return now.tv_sec;
}
