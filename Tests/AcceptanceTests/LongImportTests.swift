import Foundation
import Testing

/// Tests files of the largest size: neither the command nor the node holds one in memory.
@Suite(.serialized) struct LongImportTests {
    private static let bytes = 130_000_000
    private static let residentMax = 96 << 20

    /// Pages with notes, cells or texts of 50 KiB each; a file of 130 MB has about 2,500.
    private static let files: [(name: String, head: String, entry: @Sendable (Int) -> String)] = [
        (
            "long.html", "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n",
            { "<DT><A HREF=\"https://long.example/\($0)\">Größe \($0)</A>\n<DD>\(note)\n" }
        ),
        (
            "latin1.html", "<!DOCTYPE NETSCAPE-Bookmark-file-1><META charset=iso-8859-1>\n<DL>\n",
            { "<DT><A HREF=\"https://long.example/\($0)\">Größe \($0)</A>\n<DD>\(note)\n" }
        ),
        ("long.csv", "url,title,note\n", { "https://long.example/\($0),T,\"\(note)\"\n" }),
        (
            "long.json", "[",
            {
                ($0 == 0 ? "" : ",\n")
                    + "{\"href\":\"https://long.example/\($0)\",\"extended\":\"\(note)\"}"
            }
        ),
    ]
    private static let note = String(repeating: "word after word ", count: 3200)

    private func write(_ number: Int, to path: String) throws -> Int {
        let file = Self.files[number]
        let encoding: String.Encoding = file.name.hasPrefix("latin1") ? .isoLatin1 : .utf8
        let handle = try #require(FileHandle(forWritingAtPath: path))
        defer { try? handle.close() }
        var (written, count) = (0, 0)
        var part = file.head
        while written < Self.bytes {
            part += file.entry(count)
            count += 1
            let data = try #require(part.data(using: encoding))
            try handle.write(contentsOf: data)
            written += data.count
            part = ""
        }
        return count
    }

    /// The peak resident memory of a process, from Linux; nil if it has ended.
    private static func mostResident(of pid: pid_t) -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM") })
        else { return nil }
        return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
            .map { $0 << 10 }
    }

    #if os(Linux)
    @Test(arguments: Self.files.indices)
    func `a file of 130 MB costs no more than 96 MiB`(number: Int) throws {
        let house = try Household()
        let ana = try house.node("ana")
        let path = try house.file(Self.files[number].name, [])
        let count = try write(number, to: path)

        let importing = try ana.start(["import", path, "--json"])
        var most = 0
        while let now = Self.mostResident(of: importing.pid) {
            most = now
            usleep(20_000)
        }
        let imported = try Outcome(waitingFor: importing, ["import"])
        let node = try #require(Self.mostResident(of: ana.pid))

        #expect(try imported.number("added") == count)
        #expect(try ana.count() == count)
        #expect(most > 0 && most <= Self.residentMax, "the command had \(most >> 20) MiB")
        #expect(node <= Self.residentMax, "the node had \(node >> 20) MiB")
    }
    #endif

    @Test func `an import from a pipe is complete and leaves no file behind`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        let fifo = "\(house.path)/fifo"
        try #require(mkfifo(fifo, 0o600) == 0)
        let before = try FileManager.default.subpathsOfDirectory(atPath: ana.root).sorted()

        let importing = try ana.start(["import", fifo])
        let handle = try #require(FileHandle(forWritingAtPath: fifo))
        for number in 0..<40_000 where number % 8000 == 0 {
            let lines = (number..<(number + 8000)).map { "https://pipe.example/\($0)\n" }
            try handle.write(contentsOf: Data(lines.joined().utf8))
        }
        try handle.close()
        let imported = try Outcome(waitingFor: importing, ["import"])
        let typed = try ana.weft(["import", "-"], input: "https://typed.example/\n")
        let empty = try ana.weft("import", "-")
        let folder = try ana.weft("import", house.path)

        #expect(imported.out == "40000 added, 0 merged, 0 skipped, 0 refused\n")
        #expect(typed.out == "1 added, 0 merged, 0 skipped, 0 refused\n")
        empty.fails(2, saying: "the file is empty")
        folder.fails(1, saying: "Is a directory")
        #expect(try ana.count() == 40_001)
        let after = try FileManager.default.subpathsOfDirectory(atPath: ana.root).sorted()
        #expect(after.filter { !before.contains($0) } == [])
    }
}
