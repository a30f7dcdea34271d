import CLibuv
import Primitives

/// A one-shot timer on the loop that can be set any number of times.
///
/// Never early by `Loop.now`; late by less than a millisecond plus whatever the loop is busy with. Timers of
/// different milliseconds fire in order of time, those of one in order of `start`.
package final class Timer: HandleOwner {
    private let loop: Loop
    private let handle: Handle
    private var then: (() -> Void)?

    /// Creates a timer that is not set; only a set one keeps `Loop.run()` from returning.
    package init(_ loop: Loop) throws(UVError) {
        self.loop = loop
        handle = try Handle(loop, as: uv_timer_t.self) { uv_timer_init($0, $1) }
        handle.owner = self
    }

    /// Sets the timer, replacing an earlier setting. A negative `delay` counts as zero: the next millisecond.
    /// For the next turn of the loop use an `AsyncWakeup`. Does nothing after `close()`.
    package func start(after delay: Duration, then: @escaping () -> Void) {
        guard handle.isOpen else { return }
        self.then = then
        // libuv counts in whole milliseconds from the moment the loop woke. Take the first whole millisecond
        // at or after the wanted moment and subtract libuv's own base, so that neither rounding nor a long
        // callback before this can make the timer early.
        let due = (loop.now + delay).nanoseconds
        let dueMilliseconds = due / 1_000_000 + (due % 1_000_000 == 0 ? 0 : 1)
        let base = uv_now(loop.pointer)
        let wait = dueMilliseconds > base ? dueMilliseconds - base : 0
        uv_timer_start(
            handle.pointer(as: uv_timer_t.self),
            { pointer in
                Handle.owner(of: pointer?.pointee.data, as: Timer.self)?.fire()
            }, wait, 0)
    }

    /// Cancels the timer; it can be set again.
    package func stop() {
        guard handle.isOpen else { return }
        then = nil
        uv_timer_stop(handle.pointer(as: uv_timer_t.self))
    }

    /// Cancels the timer for good.
    package func close() {
        then = nil
        handle.close()
    }

    private func fire() {
        let action = then
        then = nil
        action?()
    }
}
