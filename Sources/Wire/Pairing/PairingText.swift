import Primitives

/// What a request and an answer of pairing have in common: their limits, and text as it is pasted.
enum PairingText {
    static let nameBytesMax = 256
    static let addressesMax = 8
    static let addressBytesMax = 262
    private static let textBytesMax = 8192

    /// What stands in base 32 behind `prefix`, in either case and with white space anywhere.
    static func bytes(of text: String, prefix: String) -> [UInt8]? {
        let trimmed = text.filter { !$0.isWhitespace }
        guard trimmed.utf8.count <= textBytesMax, trimmed.lowercased().hasPrefix(prefix) else {
            return nil
        }
        return Base32.decode(trimmed.dropFirst(prefix.count))
    }
}

extension ByteReader {
    /// A length and so many bytes of valid UTF-8, of a person's or a device's name.
    mutating func pairedName() throws(WireError) -> String {
        try pairedText(atMost: PairingText.nameBytesMax)
    }

    /// A count and so many addresses, none of them empty.
    mutating func pairedAddresses() throws(WireError) -> [String] {
        var addresses: [String] = []
        for _ in 0..<(try count(bytesEach: 2, most: PairingText.addressesMax)) {
            let start = offset
            let address = try pairedText(atMost: PairingText.addressBytesMax)
            guard !address.isEmpty else { throw .notCanonical(offset: start) }
            addresses.append(address)
        }
        return addresses
    }

    private mutating func pairedText(atMost most: Int) throws(WireError) -> String {
        let start = offset
        guard let text = String(validating: try lengthed(atMost: most), as: UTF8.self) else {
            throw .notCanonical(offset: start)
        }
        return text
    }
}
