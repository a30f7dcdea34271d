import API
import Domain
import Interchange

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Writes an archive of what the node has.
struct ArchiveExport {
    let client: Client
    let output: Output
    /// Takes what is written.
    let write: @Sendable ([UInt8]) throws -> Void
    /// Names of files that are not in it, because not all of them is here.
    private(set) var missing: [String] = []
    /// The same, because what is here cannot be read, or is not what is said of it.
    private(set) var damaged: [String] = []

    init(_ client: Client, _ output: Output, write: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.client = client
        self.output = output
        self.write = write
    }

    /// Writes what the node answers to `call`, which asks for our JSON, and the files of it.
    mutating func run(_ call: Call) throws {
        let things = try list(call)
        let me = try client.ask(ShowIdentity())
        let files = try Archive.files(in: things, of: me.person)
        let now = UInt64(max(0, time(nil)))
        try write(Tar.header(name: Archive.thingsName, size: things.count, modified: now))
        try write(things)
        try pad(behind: things.count)
        let progress = ProgressBar(output)
        for (place, file) in files.enumerated() {
            try append(file, now)
            progress.show(done: place + 1, of: files.count)
        }
        progress.clear()
        try write(Tar.end)
    }

    /// Says which files are not in it.
    func tell() {
        if !missing.isEmpty {
            output.warn("not exported, because not complete here: \(Self.words(missing))")
            output.next("fetch them", "weft photo get REF, or weft snapshot get REF")
        }
        if !damaged.isEmpty {
            output.warn(
                """
                not exported, because they are damaged or do not match their description: \
                \(Self.words(damaged))
                """)
            output.next("find the things that use them", "weft photo ls")
        }
    }

    /// Whether every file is in it.
    func check() throws(Failure) {
        let left = missing.count + damaged.count
        guard left > 0 else { return }
        throw Failure(
            .partial, "missing from the archive: \(Counted.words(left, "file"))",
            fix: "fetch or add them again, then export once more; everything else is in the archive"
        )
    }

    // No more than is taken in again.
    private func list(_ call: Call) throws -> [UInt8] {
        let room = Room()
        _ = try client.send(call) { part in
            room.bytes += part
            guard room.bytes.count <= InputFile.bytesMax else {
                throw Failure(
                    .usage, "the list alone is larger than \(InputFile.bytesMax >> 20) MiB",
                    fix: "export it in parts: weft export type:garment -F \(Archive.format)")
            }
        }
        return room.bytes
    }

    // Its header is written when all of it has come: what a friend has shared may be anything.
    private mutating func append(_ file: Archive.File, _ now: UInt64) throws {
        var isDamaged = false
        for place in file.tried {
            let reference = file.references[place]
            switch try fetch(reference) {
            case .bytes(let bytes) where Self.isFit(bytes, reference):
                let name = file.entryName(place)
                try write(Tar.header(name: name, size: bytes.count, modified: now))
                try write(bytes)
                return try pad(behind: bytes.count)
            case .bytes, .unreadable: isDamaged = true
            case .absent: break
            }
        }
        if isDamaged { damaged.append(file.nameText) } else { missing.append(file.nameText) }
    }

    // Whoever takes it in refuses what is no picture under the name of one.
    private static func isFit(_ bytes: [UInt8], _ reference: BlobReference) -> Bool {
        let use = BlobUse(of: reference.type)
        let head = Array(bytes.prefix(use.bytesWanted))
        guard case .success = use.type(beginning: head, size: bytes.count) else { return false }
        return bytes.count == reference.size
    }

    private enum FetchResult {
        /// All of it, at most `Limits.blobBytesMax`.
        case bytes([UInt8])
        /// Not all of it is here.
        case absent
        /// It does not open, or not to its end.
        case unreadable
    }

    private func fetch(_ reference: BlobReference) throws -> FetchResult {
        var call = Call(ReadBlob(reference))
        call.accept = "*/*"
        let room = Room()
        let reply: Reply
        do {
            reply = try client.exchange(call) { part in
                guard room.bytes.count + part.count <= reference.size else {
                    throw Failure(
                        .failure, "received more bytes than \(reference.nameText) has",
                        fix: "weft doctor")
                }
                room.bytes += part
            }
        } catch let failure as Failure where failure.code == .unreachable {
            // It broke off, because what came next cannot be read. Or the node has gone: then this
            // throws.
            _ = try client.send(Call(ShowHealth()))
            return .unreadable
        }
        if reply.isSuccess { return .bytes(room.bytes) }
        switch reply.status {
        case 404: return .absent
        case 422: return .unreadable
        default: throw reply.failure
        }
    }

    private func pad(behind size: Int) throws {
        try write([UInt8](repeating: 0, count: Tar.padding(behind: size)))
    }

    // The first of them.
    private static func words(_ names: [String]) -> String {
        let shown = names.prefix(8).map { String($0.prefix(12)) }.joined(separator: ", ")
        let count = Counted.words(names.count, "file")
        return "\(count): \(shown)" + (names.count > 8 ? " and others" : "")
    }

    // The loop's thread fills it while the command's waits.
    private final class Room: @unchecked Sendable {
        var bytes: [UInt8] = []
    }
}
