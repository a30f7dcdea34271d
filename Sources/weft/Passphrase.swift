import Node

/// The passphrase of a profile's keys, from wherever the person gives it.
enum Passphrase {
    /// Names the file that holds it, for nodes that nobody starts at a terminal.
    static let variable = "WEFT_PASSPHRASE_FILE"

    /// The longest passphrase; a longer one is refused.
    private static let bytesMax = 1024

    /// The one that opens the keys now; nil where none is needed, or nobody can be asked.
    ///
    /// - Parameter isFromInput: it is the next line of standard input.
    static func current(
        of profile: Profile, isFromInput: Bool, _ options: GlobalOptions
    ) throws -> [UInt8]? {
        guard try Keystore.isLocked(in: profile) else { return nil }
        if isFromInput { return try checked(readLine() ?? "") }
        if let path = Environment.value(variable) { return try inFile(path) }
        guard Question.isPossible(options) else { return nil }
        return try checked(HiddenInput.line("Passphrase of your keys:", options) ?? "")
    }

    /// The one that is to open them from now on; nil for none.
    static func next(isFromInput: Bool, _ options: GlobalOptions) throws -> [UInt8]? {
        if isFromInput { return try chosen(readLine() ?? "") }
        guard Question.isPossible(options) else {
            throw Failure(
                .usage, "a passphrase is needed, but there is no terminal",
                fix: "pass --stdin or --remove to weft key passphrase")
        }
        let first = HiddenInput.line("New passphrase (nothing for none):", options) ?? ""
        guard HiddenInput.line("Once more:", options) ?? "" == first else {
            throw Failure(.usage, "the two passphrases differ; nothing was changed")
        }
        return try chosen(first)
    }

    private static func chosen(_ text: String) throws -> [UInt8]? {
        text.isEmpty ? nil : try checked(text)
    }

    private static func checked(_ text: String) throws -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.count <= bytesMax else {
            throw Failure(.usage, "a passphrase can have at most \(bytesMax) bytes")
        }
        return bytes
    }

    /// The first line of a file that only its owner may read.
    static func inFile(_ path: String) throws -> [UInt8] {
        guard let bytes = try PrivateFile.read(path, bytesMax: bytesMax) else {
            throw Failure(
                .notFound, "\(variable) names \(path), which does not exist",
                fix: "write the passphrase to that file, with mode 0600")
        }
        return Array(bytes.prefix { $0 != UInt8(ascii: "\n") })
    }
}
