import CLibuv
package import Primitives

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The event loop: one thread runs it, and every callback of this module comes on that thread.
///
/// Whatever is opened on a loop stays open until its own `close()` or the loop's, even when nobody
/// holds it any more. Only `AsyncWakeup.wake()` may be called from another thread.
package final class Loop {
    /// What one read can bring; a whole UDP datagram fits. libuv itself suggests this size.
    static let readBytesMax = 65_536

    let pointer: UnsafeMutablePointer<uv_loop_t>
    /// One for all handles: libuv asks for it, fills it and reports in one go.
    let readBuffer: UnsafeMutableRawBufferPointer
    /// True from the start of `close()` on; nothing can be opened then.
    private(set) var isClosing = false
    private var isRunning = false

    /// Makes a loop that nothing is open on.
    ///
    /// Also makes the process ignore SIGPIPE: else writing to a peer that has left would end it,
    /// where an `EPIPE` is wanted.
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

    /// Nothing is open when this runs, because what is open holds the loop.
    deinit {
        close()
    }

    /// Nanoseconds of a clock that never goes back, read now (not when the loop last woke).
    package var now: Instant {
        Instant(nanoseconds: uv_hrtime())
    }

    /// Serves callbacks until `stop()`, or until nothing is open or under way any more.
    ///
    /// May be called again after it returned. Not from a callback.
    package func run() {
        precondition(!isRunning && !isClosing, "a loop runs once at a time, and before its close")
        isRunning = true
        uv_run(pointer, UV_RUN_DEFAULT)
        isRunning = false
    }

    /// Makes `run()` return after the callbacks of this turn; before `run()`, makes it return at
    /// once. Only on the loop's thread: from others, `wake()` something that calls this.
    package func stop() {
        guard !isClosing else { return }
        uv_stop(pointer)
    }

    /// Closes everything still open, runs until all of it is gone, and frees the loop.
    ///
    /// Connections get their `onClosed`, pending dials end with `ECANCELED`; a host name being
    /// looked up is waited for. Not from a callback. A second call does nothing.
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
        // Bounded: nothing can be opened any more, so each turn leaves less. A `stop()` asked for
        // before the close ends one `uv_run` early, hence the loop.
        while uv_run(pointer, UV_RUN_DEFAULT) != 0 {}
        let status = uv_loop_close(pointer)
        precondition(status == 0, "every handle was closed and every request answered")
        isRunning = false
        pointer.deallocate()
        readBuffer.deallocate()
    }

    /// The loop's buffer in the form libuv's allocation callback wants.
    var readSlot: uv_buf_t {
        uv_buf_t(
            base: readBuffer.baseAddress?.assumingMemoryBound(to: CChar.self),
            len: readBuffer.count)
    }
}
