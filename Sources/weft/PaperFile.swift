import API
import ArgumentParser
import Domain

extension PaperCommand {
    struct File: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "file", abstract: "Attach a PDF to a paper, or save the one it has.",
            discussion: """
                Everybody who sees the paper can fetch its PDF, exactly as it is, with the metadata \
                in it. Shared PDFs of more than 256 KiB are fetched only on request: --out. Without a \
                file and --out, shows how much of it is here.
                """)

        @Argument(help: .reference) var ref: String

        @Argument(
            help: ArgumentHelp("The PDF to attach; replaces the one it has.", valueName: "file"),
            completion: .file())
        var path: String?

        @Option(
            name: [.customShort("o"), .long],
            help: ArgumentHelp(
                "Save it to this file; - for standard output.", valueName: "file"),
            completion: .file())
        var out: String?

        @Option(
            help: ArgumentHelp(
                "The time to wait without progress for a PDF that is not here.",
                valueName: "seconds"))
        var wait = 30

        @Flag(name: .customLong("rm"), help: "Remove the PDF from the paper.")
        var isRemoved = false

        @OptionGroup var options: GlobalOptions

        func validate() throws {
            let tasks = [path != nil, out != nil, isRemoved].count { $0 }
            guard tasks < 2 else {
                throw ValidationError("Pass a file to attach, --out or --rm, not several of them.")
            }
            guard (1...86_400).contains(wait) else {
                throw ValidationError("--wait takes seconds from 1 to 86400.")
            }
        }

        func run() throws {
            let client = try options.client()
            if let path { return try change([try PaperFile.put(path, client)]) }
            if isRemoved { return try change([]) }
            let (paper, _) = try client.send(ShowThing<Papers>(ref))
            let id = paper.shortID
            guard let file = paper.details[.pdf].first.flatMap({ BlobReference($0) }) else {
                throw Failure(
                    .notFound, "\(id) has no PDF", fix: "weft paper file \(id) FILE.pdf")
            }
            let save = "weft paper file \(id) --out \(id).pdf"
            guard let out else { return try tell(file, save, client) }
            let way = try FileGetOptions.parse(["--output=\(out)", "--wait", "\(wait)"])
            try way.get(
                file, "PDF", list: "weft paper file \(id)", save: save, client, options.output)
        }

        private func change(_ values: [String]) throws {
            try options.changed(
                EditThing<Papers>(ref, details: [DetailChange(.pdf, values: values)]))
        }

        private func tell(_ file: BlobReference, _ save: String, _ client: Client) throws {
            let output = options.output
            let state = try PhotoCommand.state(of: file, client)
            guard output.form != .json else { return output.json(JSONText.encode(state)) }
            var table = Table()
            table.add(PhotoTable.row(state))
            table.print(to: output)
            output.next("save it", "\(save)")
        }
    }
}

/// The PDF of a paper.
enum PaperFile {
    /// Puts a file in.
    ///
    /// - Returns: the reference for the paper's detail.
    static func put(_ path: String, _ client: Client) throws -> String {
        var call = Call(PutBlob(as: .document))
        call.file = try UploadFile(path, as: .document)
        let kept: BlobJSON
        do {
            kept = try client.send(call).decoded(as: BlobJSON.self)
        } catch let failure as Failure where failure.problem != nil {
            throw failure.about(path)
        }
        guard let reference = kept.photo else {
            throw Failure(.failure, "the node did not name the uploaded file")
        }
        return reference
    }
}
