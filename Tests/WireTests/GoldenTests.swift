import FoundationEssentials
import Testing
import Wire

/// Tests the bytes of this version, which are frozen: what a released version wrote must stay
/// readable, and what it derived must be derived again. `WEFT_GOLDEN=write` rewrites the files, for
/// a new version.
@Suite struct GoldenTests {
    @Test(arguments: Golden.files)
    func `bytes are spelled as they were released`(file: Golden.File) throws {
        if ProcessInfo.processInfo.environment["WEFT_GOLDEN"] == "write" {
            try Data(file.text.utf8).write(to: file.url)
        }

        let released = try String(contentsOf: file.url, encoding: .utf8).split(separator: "\n")

        let written = file.text.split(separator: "\n")
        #expect(released.count == written.count)
        for (old, new) in zip(released, written) { #expect(old == new) }
    }
}

/// Examples of everything that is frozen. `scripts/decode-delta --golden` reads the same files.
enum Golden {
    /// A name, the form by which it is read, and its values.
    struct Example {
        let name: String
        let form: String
        let members: JSONText
    }

    struct File: CustomTestStringConvertible, Sendable {
        let name: String
        let text: String

        init(_ name: String, _ examples: [Example]) {
            self.name = name
            let lines = examples.map { example in
                let value: JSONText = ["form": .text(example.form)]
                guard case .object(let members) = example.members else { return "" }
                let whole = members.reduce(value) { $0.with($1.0, $1.1) }
                return JSONText.text(example.name).line + ": " + whole.line
            }
            text = "{\n" + lines.joined(separator: ",\n") + "\n}\n"
        }

        var testDescription: String { name }

        var url: URL {
            URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "Golden/\(name).json")
        }
    }

    static let files = [
        File("numbers", numbers), File("derivations", derivations), File("payloads", payloads),
        File("deltas", deltas), File("forks", forks), File("keys", keys),
        File("session", session), File("beacons", beacons),
        File("codes", codes), File("segments", segments),
        File("blobs", blobs),
    ]
}
