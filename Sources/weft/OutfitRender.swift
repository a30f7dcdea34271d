import API
import ArgumentParser

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension OutfitCommand {
    struct Render: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "render", abstract: "Draw an outfit as a picture.",
            discussion: """
                The file name sets the format: .svg is drawn here, .png needs rsvg-convert or \
                ImageMagick. Each garment is drawn as a thumbnail of its first photo, if that is \
                here; garments you may not see are grey shapes.
                """)

        @Argument(help: .reference) var reference: String

        @Option(
            name: [.customShort("o"), .long],
            help: "Output file, such as look.svg or look.png, or - for SVG on standard output.")
        var output: String

        @OptionGroup var options: GlobalOptions

        func validate() throws {
            guard output == "-" || [".svg", ".png"].contains(where: output.lowercased().hasSuffix)
            else { throw ValidationError("-o takes a file name ending in .svg or .png, or -.") }
        }

        func run() throws {
            let talk = options.output
            let client = try options.client()
            let (outfit, _) = try client.send(ShowThing<Outfits>(reference))
            let photos = try OutfitPictures(of: outfit.layers ?? [], client)
            let drawing = Array(OutfitDrawing.svg(of: outfit, with: photos.pictures).utf8)
            if !photos.missing.isEmpty {
                talk.warn("drawn without their photos: \(Self.words(photos.missing))")
                talk.next("list missing photos", "weft photo ls --missing")
            }
            guard output != "-" else { return talk.raw(drawing) }
            if output.lowercased().hasSuffix(".png") {
                try PictureProgram.convert(drawing, to: output)
            } else {
                let file = try NewFile(output)
                try file.append(drawing)
                try file.finish()
            }
            if talk.form == .json {
                talk.json(Array("{\"file\":\(VersionedJSON.quoted(output))}".utf8))
            }
            talk.say("\("✓", .good) \(output)")
        }

        // The first of them.
        private static func words(_ names: [String]) -> String {
            names.prefix(4).joined(separator: ", ") + (names.count > 4 ? " and others" : "")
        }
    }
}

/// A program of this machine that turns SVG into PNG.
enum PictureProgram {
    /// In the order in which they are tried: `IN` and `OUT` stand for the files.
    private static let known = [
        ["rsvg-convert", "-o", "OUT", "IN"], ["magick", "IN", "PNG:OUT"],
        ["convert", "IN", "PNG:OUT"],
    ]

    /// Writes `drawing`, SVG, as PNG to `path`, as `NewFile` does.
    static func convert(_ drawing: [UInt8], to path: String) throws {
        // Not beside `path`: that may be a FIFO in a folder where nothing can be made.
        let root = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(root)/weft-drawing-XXXXXX".utf8CString)
        guard let folder = mkdtemp(&template).map({ String(cString: $0) }) else {
            throw Failure(
                .failure, "cannot create a folder in \(root): \(String(cString: strerror(errno)))",
                fix: "set TMPDIR to another folder, or draw it as SVG: -o look.svg")
        }
        let (source, target) = (folder + "/drawing.svg", folder + "/drawing.png")
        defer {
            unlink(source)
            unlink(target)
            rmdir(folder)
        }
        let file = try NewFile(source)
        try file.append(drawing)
        try file.finish()
        var said = ""
        for words in known {
            let filled = words.map {
                $0.replacing("OUT", with: target).replacing("IN", with: source)
            }
            let outcome = ChildProcess.run(filled)
            if outcome.code == 0, access(target, R_OK) == 0 {
                let picture = try NewFile(path)
                try picture.append(try InputFile.bytes(target))
                return try picture.finish()
            }
            if outcome.code != 127 { said = "\(words[0]): \(outcome.words)" }
        }
        throw Failure(
            .failure,
            said.isEmpty
                ? "no program found to convert the drawing to PNG"
                : "cannot create the picture: \(said)",
            fix: "apt install librsvg2-bin, or draw it as SVG: -o look.svg")
    }
}
