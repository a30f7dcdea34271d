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

    /// In the order in which they are tried, with the ending of what they make: `IN` and `OUT` stand for the files,
    /// `SIDE` for the longest side. Nothing that the photo says of itself goes along. WebP comes first, because it keeps
    /// what is cut out; a JPEG has white there.
    private static let known: [(ending: String, words: [String])] = [
        (
            "webp",
            ["vipsthumbnail", "IN", "--size", "SIDExSIDE", "--rotate", "-o", "OUT[Q=75,strip]"]
        ),
        ("webp", ["magick"] + imageMagick + ["WEBP:OUT"]),
        ("webp", ["convert"] + imageMagick + ["WEBP:OUT"]),
        (
            "jpg",
            [
                "vipsthumbnail", "IN", "--size", "SIDExSIDE", "--rotate", "-o",
                "OUT[Q=75,strip,background=255]",
            ]
        ),
        ("jpg", ["magick"] + imageMagick + onWhite + ["JPEG:OUT"]),
        ("jpg", ["convert"] + imageMagick + onWhite + ["JPEG:OUT"]),
        ("jpg", ["sips", "-s", "format", "jpeg", "-Z", "SIDE", "IN", "--out", "OUT"]),
    ]
    private static let imageMagick = [
        "IN[0]", "-auto-orient", "-thumbnail", "SIDExSIDE>", "-strip", "-quality", "75",
    ]
    private static let onWhite = ["-background", "white", "-alpha", "remove", "-alpha", "off"]

    /// Makes a thumbnail of the photo: its path, or nil if no program makes one.
    func thumbnail(of path: String) -> String? {
        guard let folder, let source = folder.plainName(of: path) else { return nil }
        for side in Self.sides {
            let target = folder.place("\(made)")
            made += 1
            guard let target = Self.make(source, target, side) else { return nil }
            var facts = stat()
            guard stat(target, &facts) == 0 else { return nil }
            if (1...Limits.thumbnailBytesMax).contains(Int(facts.st_size)) { return target }
        }
        return nil
    }

    /// Removes what was made.
    func remove() { folder?.remove() }

    // The path of what was made, which is `target` with its ending; nil if nothing was.
    private static func make(_ source: String, _ target: String, _ side: Int) -> String? {
        for (ending, words) in known {
            let made = "\(target).\(ending)"
            let filled = words.map { Self.filled($0, source, made, side) }
            if ChildProcess.run(filled).code == 0, access(made, R_OK) == 0 { return made }
        }
        return nil
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
