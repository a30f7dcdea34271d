import Foundation
import Testing

@testable import weft

/// Tests the scripts of `weft completion` in real shells, against a fake node.
@Suite(.serialized)
struct CompletionScriptTests {
    private static let names = ["Bo b", "it's", "größe#1", "a\"b$c", "plain", "co:lon"]

    private static func page(_ member: String, _ values: [String]) -> (Int, String) {
        let items = values.map { "{\"\(member)\":\(VersionedJSON.quoted($0))}" }
        return (200, "{\"items\":[\(items.joined(separator: ","))]}")
    }

    private static let answers: [String: (Int, String)] = [
        "GET /v1/friends": page("name", names), "GET /v1/groups": page("name", names),
        "GET /v1/tags": page("name", ["to read", "swift", "swift/ui"]),
        "GET /v1/collections": page("name", names),
        "GET /v1/things": (
            200,
            """
            {"items":[{"short_id":"ABCD2345","title":"On CRDTs","url":"https://a.org/x?y=1&z"},\
            {"short_id":"EFGH6789","name":"coat"}]}
            """
        ),
    ]

    private static func run(
        _ path: String, _ arguments: [String], socket: String
    ) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = [
            "WEFT_SOCKET": socket, "WEFT_HOME": "/nonexistent", "HOME": "/nonexistent",
            "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "PROGRAM": try BuiltProgram.path(),
        ]
        let said = Pipe()
        process.standardOutput = said
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let bytes = said.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }

    // What bash makes of the candidates: each goes through the shell once more, as the line will.
    private static let bash = """
        source <("$PROGRAM" completion bash)
        COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=9
        _weft "$PROGRAM" "$2" ""
        for word in "${COMPREPLY[@]}"; do
            eval "printf '%s\\n' ${1%"$2"}$word$3" | tail -n 1
        done
        """

    private func completed(
        _ line: String, _ replaced: String, closing: String = "", at node: FakeNode
    ) throws -> [String] {
        // The line ends in the word alone, so that it is all that the shell prints.
        let script = Self.bash.replacingOccurrences(
            of: "${1%\"$2\"}", with: "${head}")
        let head = Self.word(of: line, replaced)
        return try Self.run(
            "/bin/bash", ["-c", "head=$4; \(script)", "bash", line, replaced, closing, head],
            socket: node.socketPath
        )
        .split(separator: "\n").map(String.init)
    }

    // What stands of the last word before that which bash replaces.
    private static func word(of line: String, _ replaced: String) -> String {
        String(ShellLine(line).raw.dropLast(replaced.count))
    }

    @Test(arguments: ["friend rename ", "col show ", "group show "])
    func `bash reads each name again as it is`(command: String) throws {
        let node = try FakeNode(Self.answers)
        defer { node.stop() }

        #expect(try completed("weft \(command)", "", at: node) == Self.names)
        #expect(try completed("weft \(command)'", "", closing: "'", at: node) == Self.names)
        #expect(try completed("weft \(command)\"", "", closing: "\"", at: node) == Self.names)
    }

    @Test func `bash completes audiences behind the colon and the at-sign`() throws {
        let node = try FakeNode(Self.answers)
        defer { node.stop() }

        let groups = try completed("weft share x --with group:", "", at: node)
        let friend = try completed("weft share x --with=@B", "B", at: node)

        #expect(groups == Self.names.map { "group:" + $0 })
        #expect(friend == ["--with=@Bo b"])
    }

    @Test func `bash completes commands, options, tags, settings and ids`() throws {
        let node = try FakeNode(Self.answers)
        defer { node.stop() }

        #expect(try completed("weft colle", "colle", at: node) == [])
        #expect(try completed("weft tag re", "re", at: node) == ["rename"])
        #expect(try completed("weft add --ti", "--ti", at: node) == ["--title"])
        #expect(try completed("weft add x -t a,swift/", "a,swift/", at: node) == ["a,swift/ui"])
        #expect(try completed("weft config set d", "d", at: node) == ["discovery"])
        #expect(try completed("weft show AB", "AB", at: node) == ["ABCD2345"])
        #expect(
            try completed("weft show https://a", "//a", at: node) == ["https://a.org/x?y=1&z"])
        #expect(try completed("weft garment state x w", "w", at: node) == ["wash"])
    }

    @Test func `a tag of which nothing is typed is asked for without an empty beginning`() throws {
        let node = try FakeNode(Self.answers)
        defer { node.stop() }

        let tags = try completed("weft add x -t ", "", at: node)

        // A node refuses a parameter without a value.
        #expect(tags == ["to read", "swift", "swift/ui"])
        #expect(node.heard.map(\.path) == ["/v1/tags?limit=100"])
    }

    @Test func `without a node nothing is said, and commands are completed all the same`() throws {
        let node = try FakeNode([:])
        node.stop()

        #expect(try completed("weft friend rename ", "", at: node) == [])
        #expect(try completed("weft friend ren", "ren", at: node) == ["rename"])
    }

    @Test func `a list in bash tells what each is`() throws {
        let node = try FakeNode(Self.answers)
        defer { node.stop() }
        let script = """
            source <("$PROGRAM" completion bash)
            COMP_LINE='weft show ' COMP_POINT=10 COMP_TYPE=63
            _weft "$PROGRAM" ""
            printf '%s\\n' "${COMPREPLY[@]}"
            """

        let said = try Self.run("/bin/bash", ["-c", script], socket: node.socketPath)

        #expect(said.hasPrefix("ABCD2345  (On CRDTs)\nEFGH6789  (coat)\n"))
        let rest = said.split(separator: "\n").dropFirst(2).map { $0.prefix { $0 != " " } }
        #expect(rest == ["thing", "open", "copy", "photo", "snapshot"])
    }

    @Test func `zsh and fish get the words as they are, each with what it is`() throws {
        let node = try FakeNode(Self.answers)
        defer { node.stop() }
        let ask = { (words: [String]) in
            try Self.run(
                BuiltProgram.path(), ["completion-candidates", "zsh", "--"] + words,
                socket: node.socketPath)
        }

        #expect(try ask(["friend", "rename", "it"]) == "words\nit's\n")
        #expect(try ask(["show", "thing", ""]) == "words\nABCD2345\tOn CRDTs\nEFGH6789\tcoat\n")
        #expect(try ask(["import", ""]) == "files\n")
        #expect(try ask(["folder", "add", ""]) == "folders\n")
    }

    private static let fish = ["/usr/bin/fish", "/bin/fish", "/usr/local/bin/fish"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test(.enabled(if: fish != nil, "fish is not installed"))
    func `fish completes what bash does`() throws {
        let node = try FakeNode(Self.answers)
        defer { node.stop() }
        let script = """
            set -gx PATH (dirname $PROGRAM) $PATH
            source (weft completion fish | psub)
            complete -C 'weft friend rename '
            complete -C 'weft col show "Bo'
            complete -C 'weft add x --ti'
            """

        let said = try Self.run(
            try #require(Self.fish), ["-N", "-c", script], socket: node.socketPath)

        let lines = said.split(separator: "\n").map(String.init)
        #expect(lines.dropLast(2).sorted() == Self.names.sorted())
        #expect(lines.suffix(2) == ["Bo b", "--title\tTitle."])
    }

    @Test(arguments: CompletionCommand.Shell.allCases)
    func `a script is small, and its shell can read it`(shell: CompletionCommand.Shell) throws {
        let text = CompletionScript.text(for: shell)

        #expect(text.utf8.count < 10_240)
        let place = ["/bin/", "/usr/bin/"].map { $0 + shell.rawValue }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let place else { return }
        let file = FileManager.default.temporaryDirectory.appending(path: "weft-\(UUID()).\(shell)")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let said = try Self.run(
            "/bin/bash", ["-c", "\"$0\" -n \"$1\" 2>&1", place, file.path], socket: "/nonexistent")
        #expect(said == "")
    }
}
