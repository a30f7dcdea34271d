import CLibuv

/// A blocking operation, such as one on a disk, that runs on a thread of libuv's pool.
///
/// It cannot be cancelled once a thread works on it: closing the loop waits for it.
package final class Work {
    private let request: UnsafeMutablePointer<uv_work_t>
    private let body: @Sendable () -> Void
    private var then: (() -> Void)?

    private init(_ body: @escaping @Sendable () -> Void, then: @escaping () -> Void) {
        self.body = body
        self.then = then
        request = .allocate(capacity: 1)
    }

    deinit {
        request.deallocate()
    }

    /// Runs `body` on another thread, then `then` with its result on the loop.
    ///
    /// - Throws: An error at the start; neither runs after that.
    package static func start<Result: Sendable>(
        _ loop: Loop, _ body: @escaping @Sendable () -> Result,
        then: @escaping (Result) -> Void
    ) throws(UVError) {
        guard !loop.isClosing else { throw UVError(UV_ECANCELED) }
        let box = Box<Result>()
        let work = Work({ box.value = body() }, then: { if let value = box.value { then(value) } })
        let retained = Unmanaged.passRetained(work)
        work.request.pointee.data = retained.toOpaque()
        let status = uv_queue_work(
            loop.pointer, work.request,
            { request in
                guard let data = request?.pointee.data else { return }
                Unmanaged<Work>.fromOpaque(data).takeUnretainedValue().body()
            },
            { request, _ in
                guard let data = request?.pointee.data else { return }
                let work = Unmanaged<Work>.fromOpaque(data).takeRetainedValue()
                let action = work.then
                work.then = nil
                action?()
            })
        if status < 0 {
            retained.release()
            throw UVError(code: status)
        }
    }

    // Written by the pool's thread before libuv wakes the loop, and read on the loop after that.
    private final class Box<Value: Sendable>: @unchecked Sendable {
        var value: Value?
    }
}
