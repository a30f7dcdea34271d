/// A text on its way into UTF-8: it goes into memory, or into a file without a name, so that a long one
/// costs no memory.
struct DecodedText {
    private let scratch: ScratchFile?
    /// What is not written yet; where nothing is written, all.
    private var part: [UInt8] = []
    private var failure: InterchangeError?

    private static let partBytes = 64 * 1024

    /// - Parameter folder: where the file lies; nil to keep the text in memory.
    init(in folder: String?) throws(InterchangeError) {
        guard let folder else {
            scratch = nil
            return
        }
        scratch = try ScratchFile(in: folder)
    }

    /// Puts `bytes` behind what is there; that this fails is told at the end.
    mutating func append(_ bytes: some Collection<UInt8>) {
        part += bytes
        if part.count >= Self.partBytes { write() }
    }

    /// Puts one byte behind what is there.
    mutating func append(_ byte: UInt8) {
        part.append(byte)
        if part.count >= Self.partBytes { write() }
    }

    /// The whole text.
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
