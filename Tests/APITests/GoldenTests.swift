import API
import FoundationEssentials
import Testing

/// Tests the texts of the interface, which are frozen: clients of an older version must find each path,
/// member and status again. `WEFT_GOLDEN=write` rewrites the files, for an addition.
@Suite struct GoldenTests {
    /// Samples of `OpenAPITests.samples` with a text too long for a QR code, with one.
    static let withQR: [(String, any JSONConvertible & Sendable)] = [
        ("Identity", ShowIdentity().output(Samples.identity)),
        ("NewInvitation", InviteFriend().output(Samples.invited)),
    ]

    private func check(_ written: String, against name: String) throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Golden/\(name)")
        if ProcessInfo.processInfo.environment["WEFT_GOLDEN"] == "write" {
            try Data(written.utf8).write(to: url)
        }
        let released = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        let lines = written.split(separator: "\n")
        #expect(released.count == lines.count)
        for (old, new) in zip(released, lines) { #expect(old == new) }
    }

    @Test func `every shape is written as it was released`() throws {
        let withQR = Self.withQR.map { ($0 + " with its QR code", $1) }
        let lines = (withQR + OpenAPITests.samples).map { name, sample in
            let bytes = JSONText.encode(sample)
            return "\"\(name)\": " + String(decoding: bytes, as: UTF8.self)
        }
        try check("{\n" + lines.joined(separator: ",\n") + "\n}\n", against: "shapes.json")
    }

    @Test func `every path, member and status is described as it was released`() throws {
        var lines: [String] = []
        Self.list(OpenAPI.document(version: "1"), "document", depth: 0, in: &lines)
        try check(lines.joined(separator: "\n") + "\n", against: "openapi.txt")
    }

    // One line a value, indented by its depth, without the words for readers.
    private static func list(
        _ value: JSONValue, _ name: String, depth: Int, in lines: inout [String]
    ) {
        let start = String(repeating: " ", count: depth) + name
        switch value {
        case .object(let members):
            lines.append(start + (members.isEmpty ? " {}" : ""))
            for name in members.keys.sorted() {
                guard let member = members[name] else { continue }
                if ["description", "summary"].contains(name), case .string = member { continue }
                list(member, name, depth: depth + 1, in: &lines)
            }
        case .array(let items):
            lines.append(start + (items.isEmpty ? " []" : ""))
            for item in items { list(item, "-", depth: depth + 1, in: &lines) }
        case .string(let text): lines.append("\(start) \"\(text)\"")
        case .fraction(let number): lines.append("\(start) \(number)")
        case .number(let number): lines.append("\(start) \(number)")
        case .boolean(let truth): lines.append("\(start) \(truth)")
        case .null: lines.append("\(start) null")
        }
    }
}
