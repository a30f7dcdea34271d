import API
import ArgumentParser
import Domain

/// The options for a file that is too large to download by itself.
struct FileGetOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .long],
        help: "Save it to this file once it is here; - for standard output.")
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The time to wait without progress; 0 does not wait.",
            valueName: "seconds"))
    var wait = 30

    /// The help of each such command beside its own sentence.
    static let discussion = """
        The file comes from any connected node that has it; an interrupted download resumes. After \
        Ctrl-C the node keeps downloading.
        """

    func validate() throws {
        guard (0...86_400).contains(wait) else {
            throw ValidationError("--wait takes seconds from 0 to 86400.")
        }
        if output != nil, wait == 0 {
            throw ValidationError("-o waits for the file: leave out --wait 0.")
        }
    }

    /// Gets `file`, waits for it and writes it down, as was asked.
    ///
    /// - Parameters:
    ///   - noun: what it is called: photo.
    ///   - list: the command that shows how much of it is here.
    ///   - save: the command that writes it into a file.
    func get(
        _ file: BlobReference, _ noun: String, list: String, save: String, _ client: Client,
        _ talk: Output
    ) throws {
        var (state, _) = try client.send(GetBlob(file))
        if wait > 0 { state = try FileWait.wait(wait, for: file, state, client, talk) }
        if state.here < state.size, wait > 0 {
            throw Failure(
                .partial, "only \(state.here) of \(state.size) bytes of the \(noun) are here",
                fix: "it resumes when a node that has it connects: weft peers, \(list)",
                problem: ProblemJSON.Code.timeout.rawValue)
        }
        if let output { return try PhotoFile.save(file, to: output, client, talk) }
        guard talk.form != .json else {
            talk.json(JSONText.encode(state))
            return
        }
        var table = Table()
        table.add(PhotoTable.row(state))
        table.print(to: talk)
        guard state.here >= state.size else { return }
        talk.next("save it", "\(save)")
    }
}
