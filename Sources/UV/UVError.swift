import CLibuv

/// An error of libuv or of the system below it.
///
/// - Source: the error constants of libuv 1.44, negated `errno` on Unix.
package struct UVError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Negative; on Unix `-errno` for errors of the system.
    package let code: Int32

    /// Stores the `code` that a libuv call returned; the texts come from libuv's table.
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

    /// Message and name: `"address already in use (EADDRINUSE)"`.
    package var description: String {
        "\(message) (\(name))"
    }

    /// Whether another socket listens on this address and port.
    package var isAddressInUse: Bool { code == UV_EADDRINUSE.rawValue }

    /// Whether the address belongs to no interface of this machine.
    package var isAddressUnavailable: Bool { code == UV_EADDRNOTAVAIL.rawValue }

    /// Whether the system reserves this port.
    package var isPermissionDenied: Bool { code == UV_EACCES.rawValue }

    /// Whether nothing listens there.
    package var isConnectionRefused: Bool { code == UV_ECONNREFUSED.rawValue }

    /// Whether the peer reset the connection, or had closed it before a write.
    package var isConnectionReset: Bool {
        code == UV_ECONNRESET.rawValue || code == UV_EPIPE.rawValue
    }

    /// Whether the peer did not answer in time.
    package var isTimedOut: Bool { code == UV_ETIMEDOUT.rawValue }

    /// Whether our own side closed first.
    package var isCancelled: Bool { code == UV_ECANCELED.rawValue }

    /// Whether this process or this machine has no file descriptor left.
    package var isOutOfDescriptors: Bool {
        code == UV_EMFILE.rawValue || code == UV_ENFILE.rawValue
    }

    /// Throws a negative libuv status as an error; zero and above pass.
    static func check(_ status: Int32) throws(UVError) {
        guard status >= 0 else { throw UVError(code: status) }
    }

    /// The `_r` functions write into our buffer; the others leak for a code they do not know.
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
