/// The classes of bytes in a BibTeX file.
enum BibTeXByte {
    static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// Whether the byte may be part of the key of an entry.
    static func isKey(_ byte: UInt8) -> Bool {
        byte > 0x20 && !"{}\\\"#%,=()@".utf8.contains(byte)
    }

    /// Whether the byte may be part of the name of a field or macro, or of a number.
    static func isName(_ byte: UInt8) -> Bool {
        byte > 0x20 && !"{}()\"#%,='@\\".utf8.contains(byte)
    }
}
