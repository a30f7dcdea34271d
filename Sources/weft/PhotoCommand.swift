import API
import ArgumentParser
import Domain

/// `weft photo`: the photos of things.
struct PhotoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo", abstract: "List, save and fetch photos of things.",
        discussion: """
            weft garment add --photo FILE adds a photo; garment edit and outfit edit change \
            photos. Thumbnails that others share download by themselves; photos of more than 256 \
            KiB only with weft photo get.
            """,
        subcommands: [List.self, Save.self, Get.self])

    /// The state of a file at this node.
    static func state(of file: BlobReference, _ client: Client) throws -> BlobJSON {
        try client.send(ShowBlob(file)).0
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ls", abstract: "List the photos of a thing, or all photos.")

        @Argument(help: ArgumentHelp("The thing's ID or the end of it.", valueName: "ref"))
        var reference: String?

        @Flag(help: "Only photos that are not complete here.")
        var missing = false

        @OptionGroup var options: GlobalOptions

        func validate() throws {
            if reference != nil, missing {
                throw ValidationError("--missing takes no thing: it lists photos of all things.")
            }
        }

        func run() throws {
            let output = options.output
            let client = try options.client()
            guard let reference else { return try listAll(client, output) }
            let thing = try ThingPhotos(of: ShowThing<Things>(reference), client)
            let states = try thing.photos.map { try PhotoCommand.state(of: $0, client) }
            PhotoTable.print(
                states, get: "weft photo get \(thing.id)",
                save: "weft photo save \(thing.id) 1 -o photo.jpg", add: thing.change, output)
        }

        private func listAll(_ client: Client, _ output: Output) throws {
            let all = try FeedList(ListBlobs(missing: missing)).read(0, from: nil, client).items
            guard output.form != .json else {
                return output.json(JSONText.encode(PageJSON(items: all)))
            }
            var table = Table()
            for file in all {
                table.add(
                    ["\(String(file.name.prefix(12)), .faint)"] + PhotoTable.row(file) + [
                        PhotoTable.things(file)
                    ])
            }
            table.print(to: output)
        }
    }

    struct Save: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "save", abstract: "Save a photo to a file.")

        @OptionGroup var which: PhotoArguments

        @Option(name: [.customShort("o"), .long], help: "Output file, or - for standard output.")
        var output: String

        @Flag(help: "Save its thumbnail.")
        var thumbnail = false

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.client()
            let photo = try which.photo(client).photo
            var file = photo
            if thumbnail {
                guard let small = photo.thumbnailReference else {
                    throw Failure(
                        .notFound, "the photo has no thumbnail", fix: "leave --thumbnail out")
                }
                file = small
            }
            try PhotoFile.save(file, to: output, client, options.output)
        }
    }
}

/// The arguments that name one photo of a thing.
struct PhotoArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("The thing's ID or the end of it.", valueName: "ref"))
    var reference: String

    @Argument(help: ArgumentHelp("Number of the photo (default: the first).", valueName: "number"))
    var number: Int?

    /// It, and the thing that has it.
    func photo(_ client: Client) throws -> (photo: BlobReference, thing: String) {
        let thing = try ThingPhotos(of: ShowThing<Things>(reference), client)
        return (try thing[number ?? 1], thing.id)
    }
}

/// Photos for people.
enum PhotoTable {
    /// Its type, its size, and how much of it is here.
    static func row(_ file: BlobJSON) -> [TerminalText] {
        [
            "\(file.type)", "\(ByteCount.shown(UInt64(max(0, file.size))))", here(file),
            "\(file.thumbnail == nil ? "" : "with a thumbnail", .faint)",
        ]
    }

    /// Prints the files of one thing with their numbers, or as JSON, and proposes what to type then.
    ///
    /// - Parameters:
    ///   - get: what fetches one, without its number.
    ///   - add: what adds one where there is none.
    static func print(
        _ files: [BlobJSON], get: String, save: String, add: String, _ output: Output
    ) {
        guard output.form != .json else {
            return output.json(JSONText.encode(PageJSON(items: files)))
        }
        var table = Table()
        for (index, file) in files.enumerated() {
            table.add(["\("\(index + 1)", .strong)"] + row(file))
        }
        table.print(to: output)
        if let place = files.firstIndex(where: { $0.here < $0.size }) {
            output.next("fetch what is missing", "\(get) \(place + 1)")
        } else if files.isEmpty {
            output.next("add one", "\(add)")
        } else {
            output.next("save one", "\(save)")
        }
    }

    /// The ends of ids of things that have it.
    static func things(_ file: BlobJSON) -> TerminalText {
        "\(file.things.map { String($0.suffix(8)) }.joined(separator: ", "), .faint)"
    }

    private static func here(_ file: BlobJSON) -> TerminalText {
        if file.here >= file.size { return "\("here", .good)" }
        let part = "\(file.here * 100 / max(1, file.size)) % here"
        return file.wanted ? "\(part + ", downloading", .notable)" : "\(part, .notable)"
    }
}

/// A photo that becomes a file.
enum PhotoFile {
    /// Writes it whole or not at all.
    static func save(
        _ photo: BlobReference, to path: String, _ client: Client, _ output: Output
    ) throws {
        var call = Call(ReadBlob(photo))
        call.accept = "*/*"
        guard path != "-" else {
            _ = try client.send(call) { output.raw($0) }
            return
        }
        let file = try NewFile(path)
        let progress = ProgressBar(output, in: .bytes)
        _ = try client.send(call) { bytes in
            try file.append(bytes)
            progress.show(done: file.bytesWritten, of: photo.size)
        }
        progress.clear()
        try file.finish()
        if output.form == .json {
            output.json(
                Array(
                    "{\"file\":\(VersionedJSON.quoted(path)),\"bytes\":\(file.bytesWritten)}".utf8))
        }
        output.say("\("✓", .good) \(path), \(ByteCount.shown(UInt64(file.bytesWritten)))")
    }
}
