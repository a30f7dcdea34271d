import ArgumentParser
import Domain
import Wire

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Row 19: photos of 32 MiB from one node to another over the loopback, encrypted, with each piece verified and
/// durable. Two processes; each runs the engine on a file and a connection as the node does.
enum FileRow {
    static let bytesEach = Limits.photoBytesMax

    static func measure(_ bench: Workbench) throws -> [BenchFigure] {
        let count = bench.scale.isQuick ? 2 : 6
        let port = bench.folder + "/files.port"
        let giver = try Child(
            [CommandLine.arguments[0], "file-node", bench.folder, "\(count)"], output: .file(port))
        defer { giver.end() }
        let ben = try FileNode(2, name: "ben", in: bench.folder)
        try ben.befriend(1, name: "ana")
        let number = try waitForPort(at: port, of: giver)
        try ben.ask(.command(.connect(host: "127.0.0.1", port: number)))
        var names: [BlobReference] = []
        try ben.run {
            names = try references(at: ben)
            return names.count == count
        }
        var rates: [Double] = []
        for file in names {
            let watch = Stopwatch()
            try ben.ask(.command(.blob(.get(name: file.name))))
            try ben.run { try isHere(file, at: ben) }
            rates.append(Double(file.size) / 1_000 / watch.milliseconds)
        }
        let rate = Sample(rates)
        return [
            BenchFigure(
                row: 19, what: "a photo of 32 MiB over the loopback", figure: rate.median,
                unit: "MB/s", spread: rate.spread, goal: .atLeast(350))
        ]
    }

    private static func references(at ben: FileNode) throws -> [BlobReference] {
        guard case .page(let page) = try ben.ask(.query(.list(ListRequest(limit: 50)))) else {
            return []
        }
        return page.items.flatMap { $0.details[.photo] }.compactMap { BlobReference($0) }
    }

    private static func isHere(_ file: BlobReference, at ben: FileNode) throws -> Bool {
        guard case .blob(.state(let state)) = try ben.ask(.query(.blob(.about(name: file.name))))
        else { return false }
        return state.isHere
    }

    private static func waitForPort(at path: String, of giver: Child) throws -> UInt16 {
        let watch = Stopwatch()
        while watch.milliseconds < 120_000, giver.isRunning {
            if let text = try? File.text(path), let line = text.split(separator: "\n").first,
                text.hasSuffix("\n"), let port = UInt16(line)
            {
                return port
            }
            usleep(10_000)
        }
        throw BenchError("the other node never listened")
    }
}

/// Runs the node that has the photos, until it is ended.
struct FileNodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "file-node", shouldDisplay: false)

    @Argument var folder: String
    @Argument var count: Int

    func run() throws {
        let ana = try FileNode(1, name: "ana", in: folder)
        try ana.befriend(2, name: "ben")
        for number in 0..<count { try put(number, into: ana) }
        print(try ana.listen())
        fflush(nil)
        while true { try ana.run { false } }
    }

    private func put(_ number: Int, into ana: FileNode) throws {
        guard case .blob(.draft(let draft)) = try ana.ask(.command(.blob(.begin()))) else { return }
        var slice = [UInt8](repeating: UInt8(number), count: Limits.blobSliceMax)
        slice.replaceSubrange(0..<3, with: [0xFF, 0xD8, 0xFF])
        for _ in 0..<(FileRow.bytesEach / slice.count) {
            try ana.ask(.command(.blob(.put(slice, into: draft))))
        }
        guard case .blob(.kept(let file)) = try ana.ask(.command(.blob(.end(draft, as: .photo))))
        else {
            return
        }
        let shirt = BookmarkDraft(
            url: "", title: "shirt \(number)", kind: .garment,
            details: [Detail(.photo, [file.text])])
        try ana.ask(
            .command(.addBookmarks([shirt], to: .friends, onDuplicate: .skip, act: nil)))
    }
}
