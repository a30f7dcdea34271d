/// A text being converted to UTF-8, in memory or, to save memory for long texts, in an unlinked file.
struct DecodedText {
    private let scratch: ScratchFile?
    /// The bytes not written yet; without a file, the whole text.
    private var part: [UInt8] = []
    private var failure: InterchangeError?

    private static let partBytes = 64 * 1024

    /// Creates an empty text.
    ///
    /// - Parameter folder: the directory of the file; nil to store the text in memory.
    init(in folder: String?) throws(InterchangeError) {
        guard let folder else {
            scratch = nil
            return
        }
        scratch = try ScratchFile(in: folder)
    }

    /// Appends bytes; a failure is reported at the end.
    mutating func append(_ bytes: some Collection<UInt8>) {
        part += bytes
        if part.count >= Self.partBytes { write() }
    }

    /// Appends one byte.
    mutating func append(_ byte: UInt8) {
        part.append(byte)
        if part.count >= Self.partBytes { write() }
    }

    /// Returns the whole text.
    mutating func finished() throws(InterchangeError) -> FileBytes {
        guard let scratch else { return FileBytes(part) }
        write()
        if let failure { throw failure }
        return FileBytes(scratch.finished())
    }

    private mutating func write() {
        guard let scratch, failure == nil else { return }
        do throws(InterchangeError) {
            try scratch.append(part)
            part.removeAll(keepingCapacity: true)
        } catch {
            failure = error
            part = []
        }
    }
}
