import Domain

/// Compares stored text in folded form, without creating a string when the text is ASCII, as nearly all addresses and
/// most titles are.
enum FoldedBytes {
    /// Whether the folded `text` contains `needle`, which is already folded.
    static func contains(_ text: UnsafeRawBufferPointer, _ needle: [UInt8]) -> Bool {
        guard isAscii(text) else {
            let folded = SearchText.folded(String(decoding: text, as: UTF8.self))
            return Array(folded.utf8).withUnsafeBytes { find(needle, in: $0) }
        }
        return find(needle, in: text)
    }

    /// Whether `text` contains `needle`, both already folded.
    static func contains(_ text: UnsafeRawBufferPointer, folded needle: [UInt8]) -> Bool {
        find(needle, in: text)
    }

    /// Returns `text` in folded form.
    static func folded(_ text: UnsafeRawBufferPointer) -> [UInt8] {
        guard isAscii(text) else {
            return Array(SearchText.folded(String(decoding: text, as: UTF8.self)).utf8)
        }
        return text.map(lower)
    }

    /// Whether the host of this address is `site` or a subdomain of it.
    static func isAddress(_ text: UnsafeRawBufferPointer, within site: String) -> Bool {
        // The host is part of the address, so a substring test rules out most addresses.
        guard !isAscii(text) || find(Array(site.utf8), in: text) else { return false }
        return SiteHost.host(of: String(decoding: text, as: UTF8.self))
            .map { SiteHost.isHost($0, within: site) } ?? false
    }

    /// Returns the words of `text`, separated by spaces.
    static func words(_ text: String) -> String {
        var text = text
        let plain = text.withUTF8 { bytes in
            isAscii(UnsafeRawBufferPointer(bytes)) ? plainWords(bytes) : nil
        }
        return plain ?? SearchText.words(in: text).joined(separator: " ")
    }

    private static func plainWords(_ text: UnsafeBufferPointer<UInt8>) -> String {
        var words: [UInt8] = []
        words.reserveCapacity(text.count)
        var isInWord = false
        for byte in text {
            let byte = lower(byte)
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            if isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                if !isInWord, !words.isEmpty { words.append(UInt8(ascii: " ")) }
                words.append(byte)
                isInWord = true
            } else {
                isInWord = false
            }
        }
        return String(decoding: words, as: UTF8.self)
    }

    private static func isAscii(_ text: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while index + 8 <= text.count {
            let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if word & 0x8080_8080_8080_8080 != 0 { return false }
            index += 8
        }
        while index < text.count {
            if text[index] >= 0x80 { return false }
            index += 1
        }
        return true
    }

    /// Ignores the case of ASCII letters in `text`.
    private static func find(_ needle: [UInt8], in text: UnsafeRawBufferPointer) -> Bool {
        needle.withUnsafeBytes { needle in
            guard let first = needle.first else { return true }
            var start = 0
            while start + needle.count <= text.count {
                if lower(text[start]) == first {
                    var offset = 1
                    while offset < needle.count, lower(text[start + offset]) == needle[offset] {
                        offset += 1
                    }
                    if offset == needle.count { return true }
                }
                start += 1
            }
            return false
        }
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }
}
