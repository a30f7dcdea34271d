/// Writes XML that every reader reads as it was meant. - Source: XML 1.0 (fifth edition).
enum XMLText {
    /// An element with these attributes and nothing in it.
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String>, to bytes: inout [UInt8]
    ) {
        begin(name, attributes, to: &bytes)
        bytes += " />\n".utf8
    }

    /// An element that holds a text.
    static func element(_ name: String, text: String, to bytes: inout [UInt8]) {
        bytes += "<\(name)>".utf8
        escape(text, to: &bytes)
        bytes += "</\(name)>\n".utf8
    }

    /// An element that holds others.
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String>, to bytes: inout [UInt8],
        _ inside: (inout [UInt8]) -> Void
    ) {
        open(name, attributes, to: &bytes)
        inside(&bytes)
        bytes += "</\(name)>\n".utf8
    }

    /// The first tag of an element.
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

    /// Puts `text` behind `bytes`, so that it can end no element and no attribute. Line ends and tabs
    /// are references, because a reader makes blanks of them in attributes; what XML cannot hold
    /// becomes U+FFFD.
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
