import CLibuv

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Wakes the loop from other threads.
///
/// The only class of this module that may be shared: `wake()` is for any thread, the rest for the loop's.
/// Calls before the callback has run count as one, so the callback should empty the queue it serves. While
/// open it keeps `Loop.run()` from returning.
package final class AsyncWakeup: HandleOwner, @unchecked Sendable {
    private let handle: Handle
    private var then: (() -> Void)?
    /// Guards `isAwake`, so that no call reaches a handle that is already closed. A pthread mutex, because
    /// the thread sanitizer does not understand the standard library's.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private var isAwake = true

    /// Creates a wakeup that calls `then` on the loop's thread after one or more calls of `wake()`.
    package init(_ loop: Loop, then: @escaping () -> Void) throws(UVError) {
        self.then = then
        handle = try Handle(loop, as: uv_async_t.self) { loop, pointer in
            uv_async_init(loop, pointer) { pointer in
                Handle.owner(of: pointer?.pointee.data, as: AsyncWakeup.self)?.then?()
            }
        }
        lock = .allocate(capacity: 1)
        pthread_mutex_init(lock, nil)
        handle.owner = self
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// Wakes the loop. From any thread; never blocks for long, and does nothing after `close()`.
    package func wake() {
        pthread_mutex_lock(lock)
        if isAwake {
            uv_async_send(handle.pointer(as: uv_async_t.self))
        }
        pthread_mutex_unlock(lock)
    }

    /// Closes it, on the loop's thread. A call not yet answered is lost.
    package func close() {
        pthread_mutex_lock(lock)
        isAwake = false
        pthread_mutex_unlock(lock)
        then = nil
        handle.close()
    }
}
