/// Why keys cannot be made or used. Carries paths, never bytes of a key.
package enum KeystoreError: Error, Equatable {
    /// An identity is in this folder already; it is never written over.
    case exists(String)
    /// There is none in this folder.
    case missing(String)
    /// This file is not what was once written.
    case damaged(String)
    /// A later version of the program wrote this file.
    case newer(String, version: UInt8)
    /// The file cannot be used.
    case file(NodeError)

    /// The same in the three parts that a person needs.
    package var explanation: NodeError {
        switch self {
        case .exists(let path):
            return NodeError(
                .exists, "no new identity is made", why: "there is one in \(path)",
                fix: "weft up, or another profile: weft --profile NAME init")
        case .missing(let path):
            return NodeError(
                .missing, "the keys cannot be read", why: "there are none in \(path)",
                fix: "weft init")
        case .damaged(let path):
            return NodeError(
                .damaged, "the keys cannot be used", why: "\(path) is not what was written",
                fix: "weft restore --force FILE, with your newest backup")
        case .newer(let path, let version):
            return NodeError(
                .invalid, "the keys cannot be used",
                why: "\(path) has version \(version), written by a later weft",
                fix: "install the version of weft that wrote it")
        case .file(let error):
            return error
        }
    }
}
