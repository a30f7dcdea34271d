import ArgumentParser

extension PhotoCommand {
    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "get", abstract: "Fetch a photo that is too large to download by itself.",
            discussion: FileGetOptions.discussion)

        @OptionGroup var which: PhotoArguments

        @OptionGroup var way: FileGetOptions

        @OptionGroup var options: GlobalOptions

        func run() throws {
            let client = try options.client()
            let (photo, thing) = try which.photo(client)
            try way.get(
                photo, "photo", list: "weft photo ls \(thing)",
                save: "weft photo save \(thing) \(which.number ?? 1) -o FILE", client,
                options.output)
        }
    }
}
