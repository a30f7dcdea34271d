import CLibuv

/// What libuv, or the system below it, refused.
///
/// - Source: the error constants of libuv 1.44, negated `errno` on Unix.
package struct UVError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Negative; on Unix `-errno` for what the system refused.
    package let code: Int32

    /// Keeps the `code` a libuv call returned; the texts come from libuv's table.
    package init(code: Int32) {
        self.code = code
    }

    init(_ code: uv_errno_t) {
        self.code = code.rawValue
    }

    /// The constant without its prefix: `"EADDRINUSE"`.
    package var name: String {
        Self.text { uv_err_name_r(code, $0, $1) }
    }

    /// libuv's English sentence, without a full stop: `"address already in use"`.
    package var message: String {
        Self.text { uv_strerror_r(code, $0, $1) }
    }

    /// `"address already in use (EADDRINUSE)"`.
    package var description: String {
        "\(message) (\(name))"
    }

    /// Someone else listens on this address and port.
    package var isAddressInUse: Bool { code == UV_EADDRINUSE.rawValue }

    /// The address belongs to no interface of this machine.
    package var isAddressUnavailable: Bool { code == UV_EADDRNOTAVAIL.rawValue }

    /// The system keeps this port for others.
    package var isPermissionDenied: Bool { code == UV_EACCES.rawValue }

    /// Nobody listens there.
    package var isConnectionRefused: Bool { code == UV_ECONNREFUSED.rawValue }

    /// The other end broke the connection off, or was gone when we wrote.
    package var isConnectionReset: Bool {
        code == UV_ECONNRESET.rawValue || code == UV_EPIPE.rawValue
    }

    /// The other end did not answer in time.
    package var isTimedOut: Bool { code == UV_ETIMEDOUT.rawValue }

    /// Our own side closed first.
    package var isCancelled: Bool { code == UV_ECANCELED.rawValue }

    /// This process or this machine has no file descriptor left.
    package var isOutOfDescriptors: Bool {
        code == UV_EMFILE.rawValue || code == UV_ENFILE.rawValue
    }

    /// Turns a libuv status into a thrown error; zero and above pass.
    static func check(_ status: Int32) throws(UVError) {
        guard status >= 0 else { throw UVError(code: status) }
    }

    /// The `_r` forms write into our buffer; the others leak on a code they do not know.
    private static func text(
        _ write: (UnsafeMutablePointer<CChar>, Int) -> UnsafeMutablePointer<CChar>?
    ) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            buffer.initialize(repeating: 0)
            guard let base = buffer.baseAddress else { return "" }
            _ = write(base, buffer.count)
            return String(cString: base)
        }
    }
}
