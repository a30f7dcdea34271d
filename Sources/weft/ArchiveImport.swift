import API
import Domain
import Interchange

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// An archive that is taken in: the list first, then file by file. What stands in it is trusted for
/// nothing: a file is taken only if something in the list refers to it, and if its bytes are those.
final class ArchiveImport {
    private let file: Int32
    private let path: String
    private let bytes: Int
    /// The list of things, as `-F json` writes it.
    private(set) var things: [UInt8] = []
    /// Files that were put in, and those that were here.
    private(set) var put = 0
    private(set) var known = 0
    /// Why files were not taken.
    private(set) var refusals: [String] = []

    /// The archive at `path`; nil if the file there is none.
    ///
    /// - Throws: if it begins as one and has no list.
    init?(_ path: String) throws(Failure) {
        self.path = path
        file = open(path, O_RDONLY | O_CLOEXEC)
        var facts = stat()
        bytes = file >= 0 && fstat(file, &facts) == 0 ? Int(facts.st_size) : 0
        guard file >= 0, let block = try? Self.next(Tar.blockBytes, of: file), Tar.begins(block)
        else {
            return nil
        }
        guard case .file(Archive.thingsName, let size)? = Tar.entry(block),
            size <= InputFile.bytesMax
        else {
            throw Failure(
                .usage, "\(path) is an archive, and does not begin with \(Archive.thingsName)",
                fix: "take a file that weft export -F \(Archive.format) has written")
        }
        things = try Self.next(size, of: file)
        guard things.count == size else { throw Self.endsEarly(path) }
    }

    deinit { if file >= 0 { close(file) } }

    /// Puts the files in, before what refers to them.
    func putFiles(_ client: Client, _ output: Output) throws {
        let listed = try Archive.files(in: things)
        let files = Dictionary(uniqueKeysWithValues: listed.map { (Archive.name(of: $0), $0) })
        let progress = ProgressBar(output)
        var place = Tar.blockBytes + things.count + Tar.padding(behind: things.count)
        while true {
            lseek(file, off_t(place), SEEK_SET)
            let block = try Self.next(Tar.blockBytes, of: file)
            let size: Int
            switch Tar.entry(block) {
            case .end?:
                progress.clear()
                return
            case .other(let bytes)?: size = bytes
            case .file(let name, let bytes)?:
                size = bytes
                guard place + Tar.blockBytes + size <= self.bytes else {
                    throw Self.endsEarly(path)
                }
                if let reference = files[name], reference.size == size {
                    try take(reference, client)
                    progress.show(done: put + known + refusals.count, of: files.count)
                } else {
                    refusals.append("\(name.prefix(80)): nothing in the list refers to it")
                }
            case nil: throw Self.endsEarly(path)
            }
            place += Tar.blockBytes + size + Tar.padding(behind: size)
        }
    }

    /// Says what became of the files.
    func tell(_ output: Output) {
        guard output.form != .json else { return }
        if put + known > 0 {
            output.say("  files: \(put) put in, \(known) here already")
        }
        for refusal in refusals.prefix(10) { output.complain("  \(refusal)") }
    }

    /// Whether every file was taken.
    func check() throws(Failure) {
        guard !refusals.isEmpty else { return }
        throw Failure(
            .partial, "not taken of the archive: \(Counted.words(refusals.count, "file"))",
            fix: "export it again where the files are whole; nothing is added twice")
    }

    private func take(_ reference: BlobReference, _ client: Client) throws {
        let state = try client.exchange(.get("/v1/blobs/\(reference.nameText)/state"))
        if state.isSuccess {
            let state = try Reading.decode(BlobJSON.self, from: state)
            if state.here == state.size {
                known += 1
                return
            }
        }
        let use = BlobUse(of: reference.type)
        var call = Call(
            method: "POST",
            path: Call.target(
                "/v1/blobs",
                [("as", use.rawValue), ("reference", reference.text)]))
        call.file = UploadFile(next: reference.size, of: file, at: path)
        let reply = try client.exchange(call)
        if reply.isSuccess {
            put += 1
        } else {
            let failure = ProblemReading.failure(of: reply)
            guard reply.status == 400 || reply.status == 422 else { throw failure }
            refusals.append("\(reference.nameText): \(failure.what)")
        }
    }

    private static func next(_ count: Int, of file: Int32) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: min(max(count, 1), 1 << 20))
        while bytes.count < count {
            let wanted = min(part.count, count - bytes.count)
            let got = part.withUnsafeMutableBytes {
                read(file, $0.baseAddress, wanted)
            }
            guard got >= 0 else {
                throw Failure(
                    .failure, "the archive cannot be read: \(String(cString: strerror(errno)))",
                    fix: "give the path of a file")
            }
            if got == 0 { break }
            bytes += part.prefix(got)
        }
        return bytes
    }

    private static func endsEarly(_ path: String) -> Failure {
        Failure(
            .partial, "\(path) ends before its end, or is damaged",
            fix: "take the whole file; nothing is added twice")
    }
}
