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
    /// Bytes of the list of things, which is as `-F json` writes it.
    private let thingsBytes: Int
    /// Files that were put in, those that were here, and those that were not taken.
    private(set) var put = 0
    private(set) var known = 0
    private(set) var refused = 0
    /// The reason why they were not, of the first of them.
    private var refusals: [String] = []

    /// The number of refusals that are printed one by one; the rest is counted.
    private static let refusalsToldMax = 10

    /// The archive at `path`; nil if there is no file, or one that is none. Of what is no file,
    /// such as a pipe, nothing is read, nor is it opened: that can be done once.
    ///
    /// - Throws: if it begins as one and has no list, or cannot be read.
    init?(_ path: String) throws(Failure) {
        self.path = path
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw InputFile.unreadable(path, errno) }
        guard facts.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG) else { return nil }
        file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw InputFile.unreadable(path, errno) }
        bytes = Int(facts.st_size)
        let block = try Self.next(Tar.blockBytes, of: file, path)
        guard Tar.begins(block) else { return nil }
        guard case .file(Archive.thingsName, let size)? = Tar.entry(block),
            size <= InputFile.bytesMax
        else {
            throw Failure(
                .usage, "\(path) is an archive that does not begin with \(Archive.thingsName)",
                fix: "use a file written by weft export -F \(Archive.format)")
        }
        thingsBytes = size
        guard Tar.blockBytes + size <= bytes else { throw Self.endsEarly(path) }
    }

    /// The list of things, on its way to the node.
    func upload() throws(Failure) -> UploadFile {
        try seek(Tar.blockBytes)
        return UploadFile(next: thingsBytes, of: file, at: path)
    }

    deinit { if file >= 0 { close(file) } }

    /// Puts the files in, before what refers to them.
    func putFiles(_ client: Client, _ output: Output) throws {
        let things = OpenFile(file, from: Tar.blockBytes, count: thingsBytes, isOwn: false)
        let listed = ArchiveListing(try Archive.files(in: things))
        let progress = ProgressBar(output)
        var place = Tar.blockBytes + thingsBytes + Tar.padding(behind: thingsBytes)
        while true {
            try seek(place)
            let block = try Self.next(Tar.blockBytes, of: file, path)
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
                switch listed.references(for: name, size) {
                case .failure(let why): refuse("\(name.prefix(80)): \(why.text)")
                case .success(let references):
                    try take(references, at: place + Tar.blockBytes, client)
                }
                progress.show(done: put + known + refused, of: listed.count)
            case nil: throw Self.endsEarly(path)
            }
            place += Tar.blockBytes + size + Tar.padding(behind: size)
        }
    }

    /// Says what became of the files.
    func tell(_ output: Output) {
        guard output.form != .json else { return }
        if put + known > 0 {
            output.say("  files: \(put) added, \(known) already present")
        }
        for refusal in refusals { output.complain("  \(refusal)") }
        if refused > refusals.count { output.complain("  and \(refused - refusals.count) more") }
    }

    /// Whether every file was taken.
    func check() throws(Failure) {
        guard refused > 0 else { return }
        throw Failure(
            .partial, "not imported from the archive: \(Counted.words(refused, "file"))",
            fix: "export it again from complete files; nothing is added twice")
    }

    private func refuse(_ why: String) {
        refused += 1
        if refusals.count < Self.refusalsToldMax { refusals.append(why) }
    }

    // By the first of these whose file it is.
    private func take(
        _ references: [BlobReference], at start: Int, _ client: Client
    ) throws {
        var why = ""
        for reference in references {
            if try isHere(reference, client) {
                known += 1
                return
            }
            try seek(start)
            let use = BlobUse(of: reference.type)
            var call = Call(PutBlob(as: use, reference: reference.text))
            call.file = UploadFile(next: reference.size, of: file, at: path)
            let reply = try client.exchange(call)
            if reply.isSuccess {
                put += 1
                return
            }
            let failure = reply.failure
            guard reply.status == 400 || reply.status == 422 else { throw failure }
            if why.isEmpty { why = "\(reference.nameText): \(failure.what)" }
        }
        refuse(why)
    }

    private func isHere(_ reference: BlobReference, _ client: Client) throws -> Bool {
        let state = try client.exchange(Call(ShowBlob(reference)))
        guard state.isSuccess else { return false }
        let told = try state.decoded(as: BlobJSON.self)
        return told.here == told.size
    }

    private func seek(_ place: Int) throws(Failure) {
        guard lseek(file, off_t(place), SEEK_SET) == off_t(place) else {
            throw InputFile.unreadable(path, errno)
        }
    }

    private static func next(
        _ count: Int, of file: Int32, _ path: String
    ) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: min(max(count, 1), 1 << 20))
        while bytes.count < count {
            let wanted = min(part.count, count - bytes.count)
            let got = part.withUnsafeMutableBytes {
                read(file, $0.baseAddress, wanted)
            }
            guard got >= 0 else { throw InputFile.unreadable(path, errno) }
            if got == 0 { break }
            bytes += part.prefix(got)
        }
        return bytes
    }

    private static func endsEarly(_ path: String) -> Failure {
        Failure(
            .partial, "\(path) is truncated or damaged",
            fix: "use the complete file; nothing is added twice")
    }
}

/// The listing of an archive, which describes the entries that follow it.
private struct ArchiveListing {
    private var files: [String: Archive.File] = [:]
    private var numbered: [String: BlobReference] = [:]
    /// The number of listed files.
    let count: Int

    init(_ all: [Archive.File]) {
        count = all.count
        for file in all {
            files[file.entryName(0)] = file
            for place in file.references.indices.dropFirst() {
                numbered[file.entryName(place)] = file.references[place]
            }
        }
    }

    /// The reason why an entry is not taken.
    struct Refusal: Error {
        let text: String
    }

    /// The references that an entry of this name and size can have: that of its number; without one the
    /// first, and behind it others of that size, for archives from before there were numbers.
    func references(for name: String, _ size: Int) -> Result<[BlobReference], Refusal> {
        guard let all = numbered[name].map({ [$0] }) ?? files[name]?.references else {
            return .failure(Refusal(text: "nothing in the list refers to it"))
        }
        let fit = all.filter { $0.size == size }.prefix(Archive.triedMax)
        guard !fit.isEmpty else {
            return .failure(
                Refusal(text: "it has \(size) bytes, but the list says \(all[0].size)"))
        }
        return .success(Array(fit))
    }
}
