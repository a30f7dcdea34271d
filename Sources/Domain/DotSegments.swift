/// Resolves `.` and `..` in a path, as a browser does before a request.
///
/// - Source: RFC 3986 section 5.2.4; WHATWG URL, "path state".
enum DotSegments {
    /// Appends `path`, which begins with `/` and is percent-encoded, to `result` without dot segments: `..` removes the
    /// preceding segment, if there is one. A final dot segment leaves its slash.
    static func append(_ path: [UInt8], to result: inout [UInt8]) {
        let slash = UInt8(ascii: "/")
        var kept: [ArraySlice<UInt8>] = []
        let segments = path.split(separator: slash, omittingEmptySubsequences: false).dropFirst()
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case [dot]:
                if isLast { kept.append([]) }
            case [dot, dot]:
                _ = kept.popLast()
                if isLast { kept.append([]) }
            default: kept.append(segment)
            }
        }
        for segment in kept {
            result.append(slash)
            result += segment
        }
    }

    private static let dot = UInt8(ascii: ".")
}
