/// Reads one address on a line; text after it and a space is its title, `#` begins a comment.
struct URLListReader: LinkReader {
    let earlyEnd: ImportReport.EarlyEnd? = nil
    private let bytes: FileBytes
    private var position = 0
    private var line = 0

    init(_ bytes: FileBytes) {
        self.bytes = bytes
    }

    mutating func next() -> RawLink? {
        while position < bytes.count {
            let end = bytes.firstIndex(from: position) { $0 == 0x0A } ?? bytes.count
            let text = bytes[position..<end].drop { $0 <= 0x20 }
            position = end + 1
            line += 1
            guard let first = text.first, first != UInt8(ascii: "#") else { continue }
            let address = text.prefix { $0 > 0x20 }
            var title = text[address.endIndex...].drop { $0 <= 0x20 }
            while let last = title.last, last <= 0x20 { title = title.dropLast() }
            var link = RawLink(line: line)
            link.url = RawText(address, bytesMax: RawText.urlMax)
            link.title = RawText(title, bytesMax: RawText.titleMax)
            return link
        }
        return nil
    }
}
