import Domain

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Programs of this machine that turn and cut photos, into files that only their person may read.
final class PhotoEditProgram {
    private let folder: PhotoFolder
    private var edited = 0

    /// - Throws: if there is no room for what they make.
    init() throws(Failure) {
        folder = try PhotoFolder()
    }

    /// Edits a photo: the path of a PNG if it was one, else of a JPEG.
    ///
    /// - Throws: if no program does it, or the crop is not all in the picture.
    func edited(_ path: String, _ edit: PhotoEdit) throws -> String {
        // What cannot be put in is told as it is without any change.
        _ = try UploadFile(path, as: .photo)
        guard let source = folder.plainName(of: path) else {
            throw Failure(
                .failure, "\(path) cannot be found from here", fix: "pass its absolute path")
        }
        let isPNG = Self.isPNG(source)
        edited += 1
        let target = folder.place("\(edited)." + (isPNG ? "png" : "jpg"))
        var said: String?
        for program in ["magick", "convert"] where ChildProcess.isFound(program) {
            if try magick(program, source, target, edit, path, isPNG, &said) { return target }
        }
        if ChildProcess.isFound("vips"), ChildProcess.isFound("vipsheader") {
            if try vips(source, target, edit, path, &said) { return target }
        }
        // It cuts what is stored, not what is shown, where a picture says that it is to be turned.
        if edit.crop == nil, ChildProcess.isFound("sips") {
            let words = [
                "sips", "-r", "\(edit.turn)", "-s", "format", isPNG ? "png" : "jpeg", source,
                "--out", target,
            ]
            if run(words, makes: target, &said) { return target }
        }
        throw Self.undone(path, edit, said)
    }

    /// Removes what was made.
    func remove() { folder.remove() }

    // The first picture of the file, with the turn that it asks for and the one that was typed.
    private func magick(
        _ program: String, _ source: String, _ target: String, _ edit: PhotoEdit, _ path: String,
        _ isPNG: Bool, _ said: inout String?
    ) throws -> Bool {
        var words = [program, source + "[0]", "-auto-orient", "-rotate", "\(edit.turn)", "+repage"]
        if let crop = edit.crop {
            let size = folder.place("size")
            guard run(words + ["-format", "%w %h", "info:" + size], makes: size, &said),
                let numbers = Self.numbers(in: size), numbers.count == 2
            else { return false }
            try Self.check(crop, numbers[0], numbers[1], path)
            let cut = "\(crop.width)x\(crop.height)+\(crop.x)+\(crop.y)"
            words += ["-crop", cut, "+repage"]
        }
        words += ["-quality", Self.quality, (isPNG ? "PNG:" : "JPEG:") + target]
        return run(words, makes: target, &said)
    }

    // In between stands what no compression has changed.
    private func vips(
        _ source: String, _ target: String, _ edit: PhotoEdit, _ path: String, _ said: inout String?
    ) throws -> Bool {
        let (upright, turned) = (folder.place("upright.v"), folder.place("turned.v"))
        guard run(["vips", "autorot", source, upright], makes: upright, &said),
            run(["vips", "rot", upright, turned, "d\(edit.turn)"], makes: turned, &said)
        else { return false }
        let out = target.hasSuffix(".png") ? target : target + "[Q=\(Self.quality)]"
        guard let crop = edit.crop else {
            return run(["vips", "copy", turned, out], makes: target, &said)
        }
        let size = ["width", "height"].compactMap {
            Int(ChildProcess.run(["vipsheader", "-f", $0, turned]).words)
        }
        guard size.count == 2 else { return false }
        try Self.check(crop, size[0], size[1], path)
        let numbers = [crop.x, crop.y, crop.width, crop.height].map { "\($0)" }
        return run(["vips", "crop", turned, out] + numbers, makes: target, &said)
    }

    /// The quality of a JPEG: no eye sees the difference, and the file is no larger than it was.
    private static let quality = "92"

    // What an earlier program has left is not taken for this one's.
    private func run(_ words: [String], makes file: String, _ said: inout String?) -> Bool {
        unlink(file)
        let (code, line) = ChildProcess.run(words)
        if code == 0, access(file, R_OK) == 0 { return true }
        said = "\(words[0]): \(line.isEmpty ? "it created nothing" : line)"
        return false
    }

    private static func check(
        _ crop: PhotoEdit.Crop, _ width: Int, _ height: Int, _ path: String
    ) throws(Failure) {
        guard !crop.fits(width, height) else { return }
        throw Failure(
            .usage,
            "\(path): --crop \(crop.text) exceeds the picture, which is \(width) by "
                + "\(height) pixels after rotation",
            fix: "stay within --crop 0,0,\(width),\(height)")
    }

    private static func undone(_ path: String, _ edit: PhotoEdit, _ said: String?) -> Failure {
        let verb = edit.crop == nil ? "turn" : "crop"
        let fix =
            "install ImageMagick (Debian: apt install imagemagick; macOS: brew install "
            + "imagemagick), or edit it elsewhere and leave out --crop and --rotate"
        guard let said else {
            return Failure(
                .failure,
                "\(path): no program found to \(verb) it (ImageMagick or vips)",
                fix: fix)
        }
        return Failure(.failure, "\(path): no program could \(verb) it; \(said)", fix: fix)
    }

    private static func isPNG(_ path: String) -> Bool {
        firstBytes(of: path).starts(with: [0x89, 0x50, 0x4E, 0x47])
    }

    private static func numbers(in path: String) -> [Int]? {
        let text = String(decoding: firstBytes(of: path), as: UTF8.self)
        return text.split(separator: "\n").first?.split(separator: " ").compactMap { Int($0) }
    }

    private static func firstBytes(of path: String) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(file, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }
}
