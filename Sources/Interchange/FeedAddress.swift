/// Converts the address of a thing to an IRI, as feeds require.
///
/// A browser opens `https://a.example/x y`, and people save what a browser opens; a feed reader may reject the whole
/// file for it. Characters that an IRI cannot contain are percent-encoded, as the browser does before a request.
/// - Source: RFC 3987, section 2.2; RFC 3986, section 3; WHATWG URL, "path percent-encode set".
enum FeedAddress {
    /// Returns `url` as an IRI; nil if it has no scheme, so that it cannot be one.
    static func iri(_ url: String) -> String? {
        let scalars = Array(url.unicodeScalars)
        guard let colon = scalars.firstIndex(of: ":"), let first = scalars.first,
            isLetter(first), scalars[..<colon].allSatisfy(isOfScheme), colon + 1 < scalars.count
        else { return nil }
        var result = String.UnicodeScalarView(scalars[...colon])
        var hasFragment = false
        let hostEnd = endOfHost(scalars, after: colon)
        for index in (colon + 1)..<scalars.count {
            let scalar = scalars[index]
            let isKept: Bool
            switch scalar {
            case "%": isKept = isTriplet(scalars, at: index)
            case "#":
                isKept = !hasFragment
                hasFragment = true
            // Brackets are allowed around an IPv6 address only.
            case "[", "]": isKept = index < hostEnd
            default: isKept = isAllowed(scalar)
            }
            if isKept {
                result.append(scalar)
            } else {
                append(scalar, to: &result)
            }
        }
        return String(result)
    }

    private static func endOfHost(_ scalars: [Unicode.Scalar], after colon: Int) -> Int {
        let start = colon + 3
        guard scalars.count > start, scalars[colon + 1] == "/", scalars[colon + 2] == "/" else {
            return colon
        }
        return scalars[start...].firstIndex { $0 == "/" || $0 == "?" || $0 == "#" }
            ?? scalars.count
    }

    private static func append(
        _ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView
    ) {
        for byte in String(scalar).utf8 {
            result.append("%")
            for digit in [byte >> 4, byte & 15] {
                result.append(Unicode.Scalar(digit < 10 ? digit + 0x30 : digit + 0x37))
            }
        }
    }

    private static func isTriplet(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        index + 2 < scalars.count
            && scalars[(index + 1)...(index + 2)].allSatisfy(\.properties.isASCIIHexDigit)
    }

    /// Whether the scalar is unreserved, reserved or ucschar of RFC 3987; all others are encoded.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x21, 0x24, 0x26...0x3B, 0x3D, 0x3F...0x5A, 0x5F, 0x61...0x7A, 0x7E: return true
        case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: return true
        case 0x10000...0xEFFFD: return scalar.value & 0xFFFE != 0xFFFE
        default: return false
        }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    private static func isOfScheme(_ scalar: Unicode.Scalar) -> Bool {
        isLetter(scalar) || ("0"..."9").contains(scalar) || "+-.".unicodeScalars.contains(scalar)
    }
}
