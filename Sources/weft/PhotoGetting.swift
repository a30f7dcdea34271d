import API
import ArgumentParser
import Domain

extension PhotoCommand {
    struct Get: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "get", abstract: "Get a photo that is too large to come by itself.",
            discussion: """
                It comes from whoever has it and is connected, and goes on where it was broken off. \
                Ctrl-C does not stop the node with it.
                """)

        @OptionGroup var which: PhotoWord

        @Option(
            name: [.customShort("o"), .long],
            help: "When it is here, write it into this file; - for standard output.")
        var output: String?

        @Option(
            help: ArgumentHelp(
                "How long to wait while nothing more of it comes; 0: not at all.",
                valueName: "seconds"))
        var wait = 30

        @OptionGroup var options: GlobalOptions

        func validate() throws {
            guard (0...86_400).contains(wait) else {
                throw ValidationError("--wait takes seconds from 0 to 86400.")
            }
            if output != nil, wait == 0 {
                throw ValidationError("-o waits until the photo is here: leave out --wait 0.")
            }
        }

        func run() throws {
            let talk = options.output
            let client = try options.client()
            let (photo, thing) = try which.photo(client)
            let path = "/v1/blobs/\(photo.nameText)/get"
            var state = try Reading.decode(BlobJSON.self, from: client.send(.post(path)))
            if wait > 0 { state = try FileWait.wait(wait, for: state, client, talk) }
            if state.here < state.size, wait > 0 {
                throw Failure(
                    .partial, "of the photo \(state.here) of \(state.size) bytes are here",
                    fix: "it goes on when somebody who has it is connected: weft peers, weft photo "
                        + "ls \(thing)", problem: ProblemJSON.Code.timeout.rawValue)
            }
            if let output { return try PhotoFile.save(photo, to: output, client, talk) }
            guard talk.form != .json else {
                talk.json(try Reading.encode(state))
                return
            }
            var table = Table()
            table.add(PhotoTable.row(state))
            table.print(to: talk)
            guard state.here >= state.size else { return }
            let number = which.number ?? 1
            talk.next("save it", "weft photo save \(thing) \(number) -o FILE")
        }
    }
}
