/// Writes XML that survives every conforming reader unchanged. - Source: XML 1.0 (fifth edition).
enum XMLText {
    /// Appends an empty element with these attributes.
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String>, to bytes: inout [UInt8]
    ) {
        begin(name, attributes, to: &bytes)
        bytes += " />\n".utf8
    }

    /// Appends an element that contains a text.
    static func element(_ name: String, text: String, to bytes: inout [UInt8]) {
        bytes += "<\(name)>".utf8
        escape(text, to: &bytes)
        bytes += "</\(name)>\n".utf8
    }

    /// Appends an element that contains others.
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String>, to bytes: inout [UInt8],
        _ inside: (inout [UInt8]) -> Void
    ) {
        open(name, attributes, to: &bytes)
        inside(&bytes)
        bytes += "</\(name)>\n".utf8
    }

    /// Appends the start tag of an element.
    static func open(
        _ name: String, _ attributes: KeyValuePairs<String, String>, to bytes: inout [UInt8]
    ) {
        begin(name, attributes, to: &bytes)
        bytes += ">\n".utf8
    }

    private static func begin(
        _ name: String, _ attributes: KeyValuePairs<String, String>, to bytes: inout [UInt8]
    ) {
        bytes += "<\(name)".utf8
        for (name, value) in attributes {
            bytes += " \(name)=\"".utf8
            escape(value, to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
    }

    /// Appends `text` so that it cannot end an element or an attribute. Line ends and tabs become references, because
    /// readers replace them by spaces in attributes; characters that XML cannot contain become U+FFFD.
    static func escape(_ text: String, to bytes: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes += "&amp;".utf8
            case "<": bytes += "&lt;".utf8
            case ">": bytes += "&gt;".utf8
            case "\"": bytes += "&quot;".utf8
            case "\t", "\n", "\r": bytes += "&#\(scalar.value);".utf8
            case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": bytes += "\u{FFFD}".utf8
            default: bytes += String(scalar).utf8
            }
        }
    }
}
