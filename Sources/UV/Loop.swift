import CLibuv
package import Primitives

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The event loop: one thread runs it, and every callback of this module comes on that thread.
///
/// Everything opened on a loop stays open until its own `close()` or the loop's, even if nothing else refers to it.
/// Only `AsyncWakeup.wake()` may be called from another thread.
package final class Loop {
    /// The most bytes of one read; a whole UDP datagram fits. libuv itself suggests this size.
    static let readBytesMax = 65_536

    let pointer: UnsafeMutablePointer<uv_loop_t>
    /// Shared by all handles: libuv requests it, fills it and reports in one go.
    let readBuffer: UnsafeMutableRawBufferPointer
    /// True from the start of `close()` on; nothing can be opened then.
    private(set) var isClosing = false
    private var isRunning = false

    /// Creates a loop on which nothing is open.
    ///
    /// Also makes the process ignore SIGPIPE, so that writing to a peer that has closed gives `EPIPE` instead
    /// of killing it.
    package init() throws(UVError) {
        signal(SIGPIPE, SIG_IGN)
        pointer = .allocate(capacity: 1)
        let status = uv_loop_init(pointer)
        guard status == 0 else {
            pointer.deallocate()
            throw UVError(code: status)
        }
        readBuffer = .allocate(byteCount: Self.readBytesMax, alignment: 16)
    }

    /// Nothing is open when this runs, because everything open retains the loop.
    deinit {
        close()
    }

    /// The time of a monotonic clock in nanoseconds, read now (not when the loop last woke).
    package var now: Instant {
        Instant(nanoseconds: uv_hrtime())
    }

    /// Runs callbacks until `stop()`, or until nothing is open or in progress.
    ///
    /// May be called again after it has returned. Not from a callback.
    package func run() {
        precondition(!isRunning && !isClosing, "a loop runs once at a time, and before its close")
        isRunning = true
        uv_run(pointer, UV_RUN_DEFAULT)
        isRunning = false
    }

    /// Makes `run()` return after the callbacks of this turn; before `run()`, makes it return at once. Only
    /// on the loop's thread: other threads `wake()` something that calls this.
    package func stop() {
        guard !isClosing else { return }
        uv_stop(pointer)
    }

    /// Closes everything still open, runs until all of it is released, and frees the loop.
    ///
    /// Connections get their `onClosed`, pending dials end with `ECANCELED`; a host name look-up in progress
    /// is awaited. Not from a callback. A second call does nothing.
    package func close() {
        guard !isClosing else { return }
        precondition(!isRunning, "a loop is closed after it has run, not by its own callback")
        isClosing = true
        isRunning = true
        uv_walk(
            pointer,
            { handle, _ in
                Handle.owner(of: handle?.pointee.data)?.close()
            }, nil)
        // Terminates: nothing can be opened any more, so each turn leaves less. A `stop()` requested before
        // the close ends one `uv_run` early, hence the loop.
        while uv_run(pointer, UV_RUN_DEFAULT) != 0 {}
        let status = uv_loop_close(pointer)
        precondition(status == 0, "every handle was closed and every request answered")
        isRunning = false
        pointer.deallocate()
        readBuffer.deallocate()
    }

    /// The loop's buffer in the form that libuv's allocation callback needs.
    var readSlot: uv_buf_t {
        uv_buf_t(
            base: readBuffer.baseAddress?.assumingMemoryBound(to: CChar.self),
            len: readBuffer.count)
    }
}
