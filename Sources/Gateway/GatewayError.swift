/// The reason why the gateway does not open its socket.
package enum GatewayError: Error, Equatable {
    /// The path does not fit into a socket's address.
    case pathTooLong(bytes: Int, max: Int)
    /// The path has no directory, or is relative.
    case pathNotAbsolute(String)
    /// The parent of the socket is not a directory, or is a symbolic link to one.
    case noDirectory(String)
    /// The directory belongs to somebody else.
    case notOurs(String)
    /// Others may enter the directory.
    case notPrivate(String, mode: UInt32)
    /// Something that is no socket stands in the way.
    case inTheWay(String)
    /// Another node answers there.
    case alreadyServed(String)
    /// A call to the system failed.
    case system(call: String, path: String, code: Int32)

    /// The problem and the fix, in one sentence.
    package var description: String {
        switch self {
        case .pathTooLong(let bytes, let max):
            return "the socket's path has \(bytes) bytes; the limit is \(max); "
                + "choose a shorter one with --socket or WEFT_SOCKET"
        case .pathNotAbsolute(let path):
            return "the socket's path \(path) is not absolute; begin it with /"
        case .noDirectory(let path):
            return "\(path), the folder of the socket, is not a directory; create it with mode 0700"
        case .notOurs(let path):
            return "\(path) belongs to another user; choose another path with --socket"
        case .notPrivate(let path, let mode):
            return "other users can access \(path) (mode \(String(mode, radix: 8))); "
                + "close it: chmod 700 \(path)"
        case .inTheWay(let path):
            return "\(path) already exists and is not a socket of weft; move it away"
        case .alreadyServed(let path):
            return "another node answers on \(path); stop it first: weft down"
        case .system(let call, let path, let code):
            return "\(call) failed for \(path) (errno \(code))"
        }
    }
}
