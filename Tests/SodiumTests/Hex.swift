/// Decodes pairs of hexadecimal digits, as in the published vectors.
func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    precondition(digits.count == text.count && digits.count.isMultiple(of: 2), "pairs of digits")
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
