import CLibuv

/// Turns a Unix signal into a callback on the loop.
///
/// While it is open the signal's default action (often: end the process) is disabled. Signals that come
/// faster than the loop turns may arrive as one.
package final class SignalWatcher: HandleOwner {
    private let handle: Handle
    private var then: (() -> Void)?

    /// Begins to watch.
    ///
    /// - Throws: `EINVAL` for SIGKILL, SIGSTOP and numbers that are not signals.
    package init(_ loop: Loop, signal: Int32, then: @escaping () -> Void) throws(UVError) {
        self.then = then
        handle = try Handle(loop, as: uv_signal_t.self) { uv_signal_init($0, $1) }
        handle.owner = self
        let status = uv_signal_start(
            handle.pointer(as: uv_signal_t.self),
            { pointer, _ in
                Handle.owner(of: pointer?.pointee.data, as: SignalWatcher.self)?.then?()
            }, signal)
        if status < 0 {
            close()
            throw UVError(code: status)
        }
    }

    /// Stops watching and restores the signal's default action.
    package func close() {
        then = nil
        handle.close()
    }
}
