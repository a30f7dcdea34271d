import API
import ArgumentParser
import Domain

extension ClipCommand {
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add clips: videos of 3 to 15 seconds, four at most.",
            discussion: """
                MP4 and QuickTime files contain their duration; for WebM pass --duration. The \
                options apply to every file; a clip has at most five tags.
                """)

        @Argument(
            help: ArgumentHelp("Video files.", valueName: "file"), completion: .file())
        var files: [String]

        @Option(help: "Name (default: the file's name).")
        var name: String?

        @OptionGroup var details: ClipOptions

        @Option(help: ArgumentHelp("Duration in seconds.", valueName: "seconds"))
        var duration: String?

        @OptionGroup var tags: NewTagsOption
        @OptionGroup var audience: AudienceOption
        @OptionGroup var options: GlobalOptions

        func validate() throws {
            if files.count > Clip.atOnceMax {
                throw ValidationError(
                    "At most \(Clip.atOnceMax) videos at once, not \(files.count).")
            }
        }

        func run() throws {
            let output = options.output
            let client = try options.client()
            let audience = try audience.checked()
            // None is put in if one cannot be.
            let films = try files.map { try UploadFile($0, as: .clip) }
            var replies: [Reply] = []
            for film in films {
                do {
                    replies.append(try keep(film, audience, client))
                } catch let failure as Failure where failure.problem != nil {
                    tell(replies, output)
                    throw failure.about(film.path)
                }
            }
            guard output.form != .json else {
                if let last = replies.last, replies.count == 1 { return output.json(last.body) }
                return try tellJSON(replies, output)
            }
            for reply in replies {
                try ClipCommand.tellKept(reply, isNamed: audience != nil, options) { id in
                    guard let place = details.place else { return ("show it", "weft show \(id)") }
                    return ("other clips of the place", "weft reel \(ShellText.quoted(place))")
                }
            }
        }

        private func keep(
            _ film: UploadFile, _ audience: String?, _ client: Client
        ) throws -> Reply {
            var call = Call(PutBlob(as: .clip))
            call.file = film
            let put = try client.send(call).decoded(as: BlobJSON.self)
            guard let reference = put.photo else {
                throw Failure(.failure, "the node did not name the uploaded file")
            }
            var said = details.kept
            said.append(Detail(.film, [reference]))
            if let duration { said.append(Detail(.duration, [duration])) }
            let request = AddThing<Clips>(
                name: name ?? Self.name(of: film.path), note: details.message,
                tags: tags.all, audience: audience, details: said)
            return try client.send(request).1
        }

        // Tells of the clips that were added before one was refused; they stay.
        private func tell(_ replies: [Reply], _ output: Output) {
            guard output.form != .json, !replies.isEmpty else { return }
            output.say("  \(Counted.words(replies.count, "clip")) added before it")
        }

        private func tellJSON(_ replies: [Reply], _ output: Output) throws {
            var all: KeptJSON?
            for reply in replies {
                let kept = try reply.decoded(as: KeptJSON.self)
                all?.outcomes += kept.outcomes
                all = all ?? kept
            }
            if let all { output.json(JSONText.encode(all)) }
        }

        /// `shop` of `/films/shop.mp4`.
        static func name(of path: String) -> String {
            let file = path.split(separator: "/").last ?? ""
            guard let dot = file.lastIndex(of: "."), dot > file.startIndex else {
                return String(file)
            }
            return String(file[..<dot])
        }
    }
}
