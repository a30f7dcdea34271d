/// The head of an MP4, up to its duration.
enum Film {
    /// Seven and a half seconds.
    static let bytes: [UInt8] = {
        let header = number(0) + number(0) + number(0) + number(1000) + number(7500)
        return box("ftyp", Array("isom".utf8) + number(0)) + box("moov", box("mvhd", header))
    }()

    private static func number(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
        number(UInt32(body.count + 8)) + Array(type.utf8) + body
    }
}
