import CLibuv

/// One libuv request that is answered later: the C request, the bytes it may read meanwhile, and the
/// completion.
///
/// libuv retains this object from `submit` to the callback; the bytes live exactly as long.
final class Request {
    private let memory: UnsafeMutableRawPointer
    private let bytes: UnsafeMutableRawBufferPointer
    private var completion: ((Int32) -> Void)?

    /// Copies `bytes`, which are empty for a request that carries none.
    init<Kind>(
        as kind: Kind.Type, copying bytes: ArraySlice<UInt8> = [],
        completion: @escaping (Int32) -> Void
    ) {
        let size = MemoryLayout<Kind>.size
        memory = .allocate(byteCount: size, alignment: 16)
        _ = memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        self.bytes = .allocate(byteCount: bytes.count, alignment: 1)
        self.bytes.copyBytes(from: bytes)
        self.completion = completion
    }

    deinit {
        memory.deallocate()
        bytes.deallocate()
    }

    /// The copied bytes in libuv's form; valid while this object lives.
    var buffer: uv_buf_t {
        uv_buf_t(base: bytes.baseAddress?.assumingMemoryBound(to: CChar.self), len: bytes.count)
    }

    /// Submits the request to libuv by `call`. If libuv refuses it, the completion never runs.
    func submit<Kind>(
        as kind: Kind.Type, _ call: (UnsafeMutablePointer<Kind>) -> Int32
    ) throws(UVError) {
        let retained = Unmanaged.passRetained(self)
        memory.assumingMemoryBound(to: uv_req_t.self).pointee.data = retained.toOpaque()
        let status = call(memory.assumingMemoryBound(to: kind))
        if status < 0 {
            completion = nil
            retained.release()
            throw UVError(code: status)
        }
    }

    /// To be called by every request callback: runs the completion once and releases the request.
    static func finish(_ data: UnsafeMutableRawPointer?, _ status: Int32) {
        guard let data else { return }
        let request = Unmanaged<Request>.fromOpaque(data).takeRetainedValue()
        let completion = request.completion
        request.completion = nil
        completion?(status)
    }
}
