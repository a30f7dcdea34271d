import Primitives
import Sodium

/// Why a ticket, an invitation or a pairing answer cannot be read.
package enum PastedTextError: Error, Equatable, Sendable {
    /// A character is wrong or missing, or a required signature is invalid.
    case damaged
    /// Its certificate has a signature algorithm that this version does not know.
    case newer(algorithm: UInt8)

    init(_ error: WireError) {
        guard case .unknownAlgorithm(let algorithm) = error else {
            self = .damaged
            return
        }
        self = .newer(algorithm: algorithm)
    }

    /// The second half of an error message that begins with what was pasted.
    package static func madeByNewer(_ algorithm: UInt8) -> String {
        "was made by a newer version of Weft: its certificate has a kind of signature, \(algorithm), "
            + "that this version does not know"
    }
}

/// The limits and the text encoding shared by tickets, invitations and pairing texts.
enum PastedText {
    /// The longest name, as in `Limits`; a text with a longer one is refused.
    static let nameBytesMax = 256
    /// The most addresses, as in `Limits`; a text with more is refused.
    static let addressesMax = 8
    /// The longest address, as in `Limits`; a text with a longer one is refused.
    static let addressBytesMax = 262
    /// The longest text that is looked at.
    private static let textBytesMax = 8192

    /// Decodes the base 32 after `prefix`, in either case and with whitespace anywhere.
    static func bytes(of text: String, prefix: String) -> [UInt8]? {
        let trimmed = text.filter { !$0.isWhitespace }
        guard trimmed.utf8.count <= textBytesMax, trimmed.lowercased().hasPrefix(prefix) else {
            return nil
        }
        return Base32.decode(trimmed.dropFirst(prefix.count))
    }

    /// Encodes `bytes` after `prefix`, with a checksum of four bytes that detects typing errors.
    static func checked(_ bytes: [UInt8], prefix: String) -> String {
        prefix + Base32.encode(bytes + Hash.blake2b32(bytes).bytes[..<4])
    }

    // Decodes the output of `checked`.
    private static func checkedBytes(of text: String, prefix: String) -> [UInt8]? {
        guard let all = bytes(of: text, prefix: prefix), all.count > 4 else { return nil }
        let bytes = Array(all.dropLast(4))
        return Hash.blake2b32(bytes).bytes.starts(with: all.suffix(4)) ? bytes : nil
    }

    /// Decodes the output of `checked` with `read`.
    ///
    /// - Throws: `damaged` if a character is wrong or missing, or bytes are left over.
    static func value<Value>(
        of text: String, prefix: String,
        _ read: (inout ByteReader) throws(WireError) -> Value
    ) throws(PastedTextError) -> Value {
        guard let bytes = checkedBytes(of: text, prefix: prefix) else { throw .damaged }
        var reader = ByteReader(bytes)
        do throws(WireError) {
            let value = try read(&reader)
            try reader.finish()
            return value
        } catch {
            throw PastedTextError(error)
        }
    }

    /// Returns `name`, or an empty name if it is too long.
    static func name(_ name: String) -> String { name.utf8.count <= nameBytesMax ? name : "" }

    /// Returns as many valid addresses as fit.
    static func addresses(_ addresses: [String]) -> [String] {
        Array(
            addresses.filter { (1...addressBytesMax).contains($0.utf8.count) }.prefix(addressesMax))
    }
}

extension ByteWriter {
    /// Writes a name as `ByteReader.pastedName` reads it.
    mutating func pastedName(_ name: String) { lengthed(Array(name.utf8)) }

    /// Writes addresses as `ByteReader.pastedAddresses` reads them.
    mutating func pastedAddresses(_ addresses: [String]) {
        varint(addresses.count)
        for address in addresses { lengthed(Array(address.utf8)) }
    }
}

extension ByteReader {
    /// Reads a length and that many bytes of valid UTF-8: a person's or device's name.
    mutating func pastedName() throws(WireError) -> String {
        try pastedText(atMost: PastedText.nameBytesMax)
    }

    /// Reads a count and that many addresses, none of them empty.
    mutating func pastedAddresses() throws(WireError) -> [String] {
        var addresses: [String] = []
        for _ in 0..<(try count(bytesEach: 2, most: PastedText.addressesMax)) {
            let start = offset
            let address = try pastedText(atMost: PastedText.addressBytesMax)
            guard !address.isEmpty else { throw .notCanonical(offset: start) }
            addresses.append(address)
        }
        return addresses
    }

    /// Reads the expiry of an invitation, in seconds since 1970.
    mutating func pastedExpiry() throws(WireError) -> UInt64 {
        let start = offset
        let seconds = try u64()
        guard seconds <= WireLimits.expirySecondsMax else { throw .tooLong(offset: start) }
        return seconds
    }

    private mutating func pastedText(atMost most: Int) throws(WireError) -> String {
        let start = offset
        guard let text = String(validating: try lengthed(atMost: most), as: UTF8.self) else {
            throw .notCanonical(offset: start)
        }
        return text
    }
}
