import Domain

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A program of this machine that makes a small picture of a photo.
final class ThumbnailProgram {
    private let folder = try? PhotoFolder()
    private var made = 0

    /// Longest sides that are tried, until the picture is small enough.
    private static let sides = [320, 200, 120]

    /// In the order in which they are tried: `IN` and `OUT` stand for the files, `SIDE` for the longest
    /// side. Nothing that the photo says of itself goes along.
    private static let known = [
        [
            "vipsthumbnail", "IN", "--size", "SIDExSIDE", "--rotate", "-o",
            "OUT[Q=75,strip]",
        ],
        [
            "magick", "IN[0]", "-auto-orient", "-thumbnail", "SIDExSIDE>", "-strip", "-quality",
            "75", "JPEG:OUT",
        ],
        [
            "convert", "IN[0]", "-auto-orient", "-thumbnail", "SIDExSIDE>", "-strip", "-quality",
            "75", "JPEG:OUT",
        ],
        ["sips", "-s", "format", "jpeg", "-Z", "SIDE", "IN", "--out", "OUT"],
    ]

    /// Makes a thumbnail of the photo: its path, or nil if no program makes one.
    func thumbnail(of path: String) -> String? {
        guard let folder, let source = folder.plainName(of: path) else { return nil }
        for side in Self.sides {
            let target = folder.place("\(made).jpg")
            made += 1
            guard Self.make(source, target, side) else { return nil }
            var facts = stat()
            guard stat(target, &facts) == 0 else { return nil }
            if (1...Limits.thumbnailBytesMax).contains(Int(facts.st_size)) { return target }
        }
        return nil
    }

    /// Removes what was made.
    func remove() { folder?.remove() }

    private static func make(_ source: String, _ target: String, _ side: Int) -> Bool {
        for words in known {
            let filled = words.map { Self.filled($0, source, target, side) }
            if ChildProcess.run(filled).code == 0, access(target, R_OK) == 0 { return true }
        }
        return false
    }

    // A path may have the words in it that stand for another: nothing is looked for in what was put in.
    private static func filled(
        _ word: String, _ source: String, _ target: String, _ side: Int
    ) -> String {
        if word.hasPrefix("IN") { return source + word.dropFirst(2) }
        guard let place = word.firstRange(of: "OUT") else {
            return word.replacing("SIDE", with: "\(side)")
        }
        return word[..<place.lowerBound] + target + word[place.upperBound...]
    }
}
