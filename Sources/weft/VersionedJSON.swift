import API

/// The output of `--json`: the node's own answer, with a member in front that names its form.
enum VersionedJSON {
    /// Rises when a member changes its meaning or goes; new members do not raise it.
    static let version = 1

    /// `body`, a JSON object, with `"weft_json": 1` as its first member.
    ///
    /// Anything else that JSON can be is put under `value`.
    static func mark(_ body: [UInt8]) -> [UInt8] {
        let mark = "{\"weft_json\":\(version)"
        guard let open = body.firstIndex(where: { !isBlank($0) }) else {
            return Array((mark + "}").utf8)
        }
        guard body[open] == UInt8(ascii: "{") else {
            return Array((mark + ",\"value\":").utf8) + trimmed(body[open...])
                + [UInt8(ascii: "}")]
        }
        let rest = trimmed(body[(open + 1)...].drop(while: isBlank))
        let isEmpty = rest.first == UInt8(ascii: "}")
        return Array((mark + (isEmpty ? "" : ",")).utf8) + rest
    }

    /// `body`, a JSON object, with further members at its end; each value is JSON already.
    static func adding(_ members: [(name: String, value: [UInt8])], to body: [UInt8]) -> [UInt8] {
        var all = trimmed(body[...])
        guard all.last == UInt8(ascii: "}"), all.count > 2 else { return body }
        all.removeLast()
        for member in members {
            all += Array(",\(quoted(member.name)):".utf8) + trimmed(member.value[...])
        }
        return all + [UInt8(ascii: "}")]
    }

    /// A failure as one object: the form of `application/problem+json`, as far as it is known.
    static func failure(_ failure: Failure) -> [UInt8] {
        var object: [(String, String)] = [("detail", failure.what)]
        if let problem = failure.problem { object.append(("code", problem)) }
        if !failure.fix.isEmpty { object.append(("fix", failure.fix)) }
        let members = object.map { "\(quoted($0)):\(quoted($1))" }.joined(separator: ",")
        return mark(Array("{\"error\":{\(members),\"exit\":\(failure.code.rawValue)}}".utf8))
    }

    /// `text` as a JSON string (RFC 8259); what acts on a terminal goes out as `\uXXXX`.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            default:
                result += Terminal.acts(scalar) ? unicodeEscape(scalar) : String(scalar)
            }
        }
        return result + "\""
    }

    /// `json` with everything inside strings that acts on a terminal as `\uXXXX`: same value.
    static func escaped(_ json: [UInt8]) -> [UInt8] {
        let text = String(decoding: json, as: UTF8.self)
        guard text.unicodeScalars.contains(where: isForeignControl) else { return json }
        var result = ""
        for scalar in text.unicodeScalars {
            result += isForeignControl(scalar) ? unicodeEscape(scalar) : String(scalar)
        }
        return Array(result.utf8)
    }

    /// Between members only blanks, tabs and line ends may stand, and inside strings none of them.
    private static func isForeignControl(_ scalar: Unicode.Scalar) -> Bool {
        Terminal.acts(scalar) && !["\n", "\r", "\t"].contains(scalar)
    }

    private static func unicodeEscape(_ scalar: Unicode.Scalar) -> String {
        let code = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - code.count) + code
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || 0x09...0x0D ~= byte
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var bytes = bytes
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        return Array(bytes)
    }
}
