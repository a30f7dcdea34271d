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
    /// Files that are in it, and those that are not here.
    private(set) var written = 0
    private(set) var missing = 0

    init(_ client: Client, _ output: Output, write: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.client = client
        self.output = output
        self.write = write
    }

    /// Writes what the node answers to `call`, which asks for our JSON, and the files of it.
    mutating func run(_ call: Call) throws {
        let things = try list(call)
        let now = UInt64(max(0, time(nil)))
        try write(Tar.header(name: Archive.thingsName, size: things.count, modified: now))
        try write(things)
        try pad(behind: things.count)
        let files = try Archive.files(in: things)
        let progress = ProgressBar(output)
        for (place, file) in files.enumerated() {
            if try append(file, now) { written += 1 } else { missing += 1 }
            progress.show(done: place + 1, of: files.count)
        }
        progress.clear()
        try write(Tar.end)
    }

    // No more than is taken in again.
    private func list(_ call: Call) throws -> [UInt8] {
        let room = Room()
        _ = try client.send(call) { part in
            room.bytes += part
            guard room.bytes.count <= InputFile.bytesMax else {
                throw Failure(
                    .usage, "the list alone has more than \(InputFile.bytesMax >> 20) MiB",
                    fix: "export it in parts: weft export type:garment -F \(Archive.format)")
            }
        }
        return room.bytes
    }

    // Only what is all here is a file.
    private func append(_ file: BlobReference, _ now: UInt64) throws -> Bool {
        let path = "/v1/blobs/\(file.nameText)"
        let reply = try client.exchange(.get("\(path)/state"))
        guard reply.isSuccess else {
            if reply.status == 404 { return false }
            throw ProblemReading.failure(of: reply)
        }
        let state = try Reading.decode(BlobJSON.self, from: reply)
        guard state.here == state.size, state.size == file.size else { return false }
        try write(Tar.header(name: Archive.name(of: file), size: file.size, modified: now))
        var call = Call.get(path)
        call.accept = "*/*"
        let room = Room()
        let write = write
        _ = try client.send(call) { part in
            room.count += part.count
            try write(part)
        }
        guard room.count == file.size else {
            throw Failure(
                .failure, "\(file.nameText) came with \(room.count) of \(file.size) bytes",
                fix: "weft doctor")
        }
        try pad(behind: file.size)
        return true
    }

    private func pad(behind size: Int) throws {
        try write([UInt8](repeating: 0, count: Tar.padding(behind: size)))
    }

    // The loop's thread fills it while the command's waits.
    private final class Room: @unchecked Sendable {
        var bytes: [UInt8] = []
        var count = 0
    }
}
