import FoundationEssentials

/// Initial inputs, taken from test files; the command runs in the package's folder.
enum SeedInputs {
    /// Returns a file of `Tests/InterchangeTests/Fixtures`, or nothing.
    static func fixture(_ name: String) -> [UInt8] {
        read("Tests/InterchangeTests/Fixtures/\(name)")
    }

    /// An example of wire bytes (`Tests/WireTests/Golden`).
    struct Golden: Decodable {
        let form: String
        private let hex: String?
        private let text: String?

        /// The decoded bytes, or the bytes of the text.
        var bytes: [UInt8] { hex.map(SeedInputs.bytes) ?? text.map { Array($0.utf8) } ?? [] }
    }

    /// Returns all examples of these forms in one file.
    static func golden(_ file: String, _ forms: String...) -> [[UInt8]] {
        let json = Data(read("Tests/WireTests/Golden/\(file).json"))
        // A missing file leaves the target without these seeds, which its coverage shows.
        let all = (try? JSONDecoder().decode([String: Golden].self, from: json)) ?? [:]
        return all.sorted { $0.key < $1.key }.map(\.value).filter { forms.contains($0.form) }
            .map(\.bytes).filter { !$0.isEmpty }
    }

    /// Writes each into a file of its own; false if one cannot be written.
    static func write(_ seeds: [[UInt8]], to folder: String) -> Bool {
        for (number, seed) in seeds.enumerated() {
            do {
                try Data(seed).write(to: URL(filePath: "\(folder)/seed-\(number)"))
            } catch {
                return false
            }
        }
        return true
    }

    private static func read(_ path: String) -> [UInt8] {
        FileManager.default.contents(atPath: path).map { Array($0) } ?? []
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap { place in
            UInt8(String(decoding: digits[place...place + 1], as: UTF8.self), radix: 16)
        }
    }
}
