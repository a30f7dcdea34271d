import API
import ArgumentParser
import Domain

// The film of a clip.
extension ClipCommand {
    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "get",
            abstract: "Fetch the video of a clip, which does not download by itself.",
            discussion: FileGetOptions.discussion)

        @OptionGroup var which: ClipArguments

        @OptionGroup var way: FileGetOptions

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.client()
            let (film, clip) = try which.film(client)
            try way.get(
                film, "video", list: "weft clip show \(clip)",
                save: "weft clip save \(clip) -o \(which.file(film))", client, options.output)
        }
    }

    struct Save: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "save", abstract: "Save the video of a clip to a file.")

        @OptionGroup var which: ClipArguments

        @Option(name: [.customShort("o"), .long], help: "Output file, or - for standard output.")
        var output: String

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.client()
            try PhotoFile.save(which.film(client).film, to: output, client, options.output)
        }
    }
}

/// The argument that names a clip.
struct ClipArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("The clip's ID or the end of it.", valueName: "ref"))
    var reference: String

    /// Its film, and its own short id.
    func film(_ client: Client) throws -> (film: BlobReference, clip: String) {
        let (clip, _) = try client.send(ShowThing<Clips>(reference))
        guard let film = clip.details[.film].first.flatMap({ BlobReference($0) }) else {
            throw Failure(
                .notFound, "\(clip.shortID) has no video", fix: "weft clip show \(clip.shortID)")
        }
        return (film, clip.shortID)
    }

    /// A name for the file of its video.
    func file(_ film: BlobReference) -> String { "film." + film.type.ending }
}
