import Foundation

/// Writes docs/reference/limits.md from the constants in the sources and the comments above them.
enum LimitReference {
    static func page() -> [String] {
        let all = LimitSource.all.filter(\.isLimit)
        var lines = [
            "# Limits", "", ReferenceFile.origin, "",
            "Reaching a limit is an answer or the end of a link, never silence; the sentence of a limit, or of its",
            "type, says which. `scripts/fuzz` looks for bytes that end the process instead",
            "([fuzzing](../internals/fuzzing.md)). A request beyond a limit is answered `invalid_value`,",
            "`invalid_query`, `too_many`, `payload_too_large`, `head_too_large` or `busy`",
            "([problems](api.md#problems)), and nothing of it is done.", "",
            "`Max` is the most and `Min` the least that is accepted, `Usual` what counts if nothing is said. A limit",
            "without `Max` in its name is how much is done at once, or how long a wait lasts.", "",
        ]
        for module in modules {
            let here = all.filter { $0.module == module }
            let types = Set(here.filter(\.isOfLimits).map(\.type)).sorted()
            for type in types {
                let limits = here.filter { $0.type == type && $0.isOfLimits }
                lines += ["## \(type)", ""]
                lines += [Markdown.prose(limits[0].aboutType), ""]
                lines += table(limits.map { ($0.name, $0) }) + [""]
            }
        }
        lines += ["## Limits beside their code", ""]
        lines += ["These stand in the type that keeps them.", ""]
        for module in modules {
            let others = all.filter { $0.module == module && !$0.isOfLimits }
            guard !others.isEmpty else { continue }
            lines += ["### \(module)", ""]
            lines += table(others.map { ("\($0.type).\($0.name)", $0) }) + [""]
        }
        lines.removeLast()
        return lines
    }

    private static let modules = [
        "Domain", "Wire", "Store", "Sync", "Gateway", "API", "Interchange", "Node", "weft", "CRDT",
        "UV", "Sodium", "IDN", "Zlib", "Primitives",
    ]

    private static func table(_ limits: [(String, LimitSource)]) -> [String] {
        return Markdown.table(
            ["limit", "value", "unit", "meaning"],
            limits.map { name, limit in
                let value = LimitValue(
                    limit.expression, in: limit.type, knowing: LimitSource.expressions)
                return [
                    Markdown.code(name),
                    value?.text(of: limit.unit) ?? Markdown.code(limit.expression),
                    value?.isTime == true ? "time" : limit.unit, Markdown.prose(limit.about),
                ]
            })
    }
}

/// One constant that bounds something, as a file of Sources declares it.
struct LimitSource {
    let module: String
    /// The nearest type around it.
    let type: String
    /// Whether that type has nothing but limits.
    var isOfLimits: Bool { type.hasSuffix("Limits") }
    let name: String
    /// Whether it bounds something, rather than only being what a bound is spelled with.
    let isLimit: Bool
    let expression: String
    /// The comment above it, in one line.
    let about: String
    /// The comment above its type.
    let aboutType: String

    /// The unit that it counts: bytes, or the words of its name.
    var unit: String {
        var words: [String] = []
        for character in name {
            if character.isUppercase || words.isEmpty { words.append("") }
            words[words.count - 1] += character.lowercased()
        }
        if words.contains("bytes") { return "bytes" }
        for unit in ["milliseconds", "seconds", "metres"] where words.contains(unit) {
            return unit
        }
        return words.filter { !["max", "min", "usual"].contains($0) }.joined(separator: " ")
    }

    /// All of them, in the order of the files' paths and of the lines.
    static let all: [LimitSource] = {
        let sources = "\(ReferenceFile.root)/Sources"
        let paths = FileManager.default.enumerator(atPath: sources)?.compactMap { $0 as? String }
        return (paths ?? []).filter { $0.hasSuffix(".swift") }.sorted().flatMap { path in
            // A file that goes away meanwhile declares nothing.
            let text = try? String(contentsOfFile: "\(sources)/\(path)", encoding: .utf8)
            return read(text ?? "", module: String(path.prefix { $0 != "/" }))
        }
    }()

    /// The expressions of all constants, by names such as `Limits.tagBytesMax`.
    static let expressions = Dictionary(
        all.map { ("\($0.type).\($0.name)", $0.expression) },
        uniquingKeysWith: { first, _ in first })

    /// The limits of one file, and the other constants that they may name. Its lines are set in by four columns a level, as `scripts/format` sees to.
    static func read(_ text: String, module: String) -> [LimitSource] {
        var types: [(depth: Int, name: String, about: String)] = []
        var comment: [Substring] = []
        var found: [(line: Int, source: LimitSource)] = []
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            let code = line[(line.utf8.firstIndex { $0 != UInt8(ascii: " ") } ?? line.endIndex)...]
            if code.hasPrefix("//") {
                comment.append(code.drop { $0 == "/" || $0 == " " })
                continue
            }
            let about = comment.joined(separator: " ")
            comment = []
            let depth = line.utf8.count - code.utf8.count
            if code.utf8.last == UInt8(ascii: "{"), let type = code.firstMatch(of: declaration)?.1 {
                types.removeAll { $0.depth >= depth }
                types.append((depth, String(type), about))
                continue
            }
            guard code.utf8.contains(UInt8(ascii: "=")), depth <= 8,
                let name = code.firstMatch(of: constant)?.1,
                let expression = expression(in: lines[number...])
            else { continue }
            types.removeAll { $0.depth >= depth }
            let type = types.last ?? (0, "", "")
            let isStatic = code.contains("static let ")
            let isBound = ["Max", "Min", "Usual"].contains(where: name.hasSuffix)
            guard isStatic || type.name.hasSuffix("Limits") else { continue }
            // A comment may be about two constants, one below the other.
            let isNext = found.last?.line == number - 1
            found.append(
                (
                    number,
                    LimitSource(
                        module: module, type: type.name, name: String(name),
                        isLimit: isBound || type.name.hasSuffix("Limits"), expression: expression,
                        about: about.isEmpty && isNext ? found.last?.source.about ?? "" : about,
                        aboutType: type.about)
                ))
        }
        return found.map(\.source)
    }

    private static var declaration: Regex<(Substring, Substring)> {
        #/^(?:[a-z() ]*)(?:enum|struct|class|actor|extension) ([A-Za-z.]+).*\{$/#
    }

    private static var constant: Regex<(Substring, Substring)> {
        #/^(?:[a-z]+ )*(?:let|var) ([a-z][A-Za-z]*)(?:: .*)? =/#
    }

    // What is behind the sign of equality, on this line and on those that its brackets reach.
    private static func expression(in lines: ArraySlice<Substring>) -> String? {
        guard let first = lines.first, let sign = first.range(of: " =") else { return nil }
        var text = String(first[sign.upperBound...])
        for line in lines.dropFirst() {
            let open = text.count { "([".contains($0) } - text.count { ")]".contains($0) }
            if open == 0, !text.allSatisfy({ $0 == " " }) { break }
            text += line
        }
        let words = text.split(separator: " ").joined(separator: " ")
        return words.hasSuffix("()") || words.hasPrefix("\"") ? nil : words
    }
}
