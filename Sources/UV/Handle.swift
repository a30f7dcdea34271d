import CLibuv

/// The owner of a `Handle`, which the loop can close.
protocol HandleOwner: AnyObject {
    /// Closes the owner's handle; repeated calls are harmless.
    func close()
}

/// The memory of one libuv handle, and the owner that answers its callbacks.
///
/// libuv retains this object until the close callback, and this object retains the owner and the loop. So an
/// open handle lives even if nothing else refers to it, and its memory is valid for anything that still
/// refers to it after the end.
final class Handle {
    private let memory: UnsafeMutableRawPointer
    private var loop: Loop?
    private var closed: (() -> Void)?
    /// False once `close` was called; no libuv call may follow.
    private(set) var isOpen = true
    /// Answers the callbacks; set right after the owner's own initialisation.
    var owner: (any HandleOwner)?

    /// Runs `initialise`, one of the `uv_*_init` calls, on fresh memory.
    ///
    /// - Throws: libuv's error; `ECANCELED` if the loop is closing or closed.
    init<Kind>(
        _ loop: Loop, as kind: Kind.Type,
        initialise: (UnsafeMutablePointer<uv_loop_t>, UnsafeMutablePointer<Kind>) -> Int32
    ) throws(UVError) {
        memory = .allocate(byteCount: MemoryLayout<Kind>.size, alignment: 16)
        self.loop = loop
        guard !loop.isClosing else { throw UVError(UV_ECANCELED) }
        let pointer = memory.initializeMemory(
            as: UInt8.self, repeating: 0, count: MemoryLayout<Kind>.size)
        try UVError.check(
            initialise(
                loop.pointer, UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: kind)))
        base.pointee.data = Unmanaged.passRetained(self).toOpaque()
    }

    deinit {
        memory.deallocate()
    }

    /// The handle as the C type it was made as, or as `uv_stream_t`.
    func pointer<Kind>(as kind: Kind.Type) -> UnsafeMutablePointer<Kind> {
        memory.assumingMemoryBound(to: kind)
    }

    /// Closes the handle. `closed` runs on the loop once libuv has released it. A second call does nothing,
    /// and does not run its `closed`.
    func close(_ closed: (() -> Void)? = nil) {
        guard isOpen else { return }
        isOpen = false
        self.closed = closed
        uv_close(base) { base in
            guard let data = base?.pointee.data else { return }
            Unmanaged<Handle>.fromOpaque(data).takeRetainedValue().end()
        }
    }

    /// The owner behind the `data` field of a callback's handle; nil once it is closed.
    static func owner<Owner: HandleOwner>(
        of data: UnsafeMutableRawPointer?, as kind: Owner.Type
    ) -> Owner? {
        guard let data else { return nil }
        return Unmanaged<Handle>.fromOpaque(data).takeUnretainedValue().owner as? Owner
    }

    /// The owner, for callers that do not need its type.
    static func owner(of data: UnsafeMutableRawPointer?) -> (any HandleOwner)? {
        guard let data else { return nil }
        return Unmanaged<Handle>.fromOpaque(data).takeUnretainedValue().owner
    }

    private var base: UnsafeMutablePointer<uv_handle_t> {
        pointer(as: uv_handle_t.self)
    }

    private func end() {
        let last = closed
        closed = nil
        owner = nil
        loop = nil
        last?()
    }
}
