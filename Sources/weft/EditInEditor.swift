import API

/// `weft edit --editor`: what can be changed of a thing is a text in the person's editor, and what they
/// changes there is asked of the node at once, if nobody has changed the thing meanwhile.
struct EditInEditor {
    let reference: String
    let options: GlobalOptions

    func run() throws {
        let editor = try Editor(options)
        let client = try options.client()
        let (_, found) = try client.send(ShowThing<Things>(reference))
        try run(editor, on: found, client)
    }

    /// The same once the thing was found.
    func run(_ editor: Editor, on found: Reply, _ client: Client) throws {
        let thing = try EditableThing(try found.decoded(as: ThingJSON.self))
        let file = try EditedFile(thing.form.text)
        do {
            try editor.open(file.path)
        } catch {
            file.remove()
            throw error
        }
        let reply: Reply?
        do {
            let changes = try Self.changes(file, thing)
            reply = changes.isEmpty ? nil : try client.send(thing.call(changes))
        } catch let failure as Failure {
            throw Self.keeping(file.path, of: thing, failure)
        }
        file.remove()
        try tell(reply, found)
    }

    private static func changes(
        _ file: EditedFile, _ thing: EditableThing
    ) throws(Failure) -> EditForm.Changes {
        let text = try file.text()
        do throws(EditForm.Mistake) {
            return try thing.form.changes(in: text)
        } catch {
            throw Failure(.usage, "line \(error.line): \(error.what)")
        }
    }

    // Keeps what somebody has typed where it cannot be stored as it is.
    private static func keeping(
        _ path: String, of thing: EditableThing, _ failure: Failure
    ) -> Failure {
        let isStale = failure.problem == ProblemJSON.Code.preconditionFailed.rawValue
        let what =
            isStale ? "\(thing.shortID) was changed elsewhere in the meantime" : failure.what
        let again = "weft edit \(thing.shortID) --editor, and copy your text from there"
        return Failure(
            failure.code, "\(what); your text is saved in \(path)",
            fix: isStale || failure.fix.isEmpty ? again : "\(failure.fix); then \(again)",
            problem: failure.problem)
    }

    private func tell(_ reply: Reply?, _ found: Reply) throws {
        let output = options.output
        guard output.form != .json else { return output.json((reply ?? found).body) }
        guard let reply else {
            output.say("nothing changed")
            return
        }
        switch try reply.decoded(as: ThingJSON.self) {
        case .link(let link): output.line("\("✓", .good) " + LinkTable.line(link))
        case .named(let thing): output.line("\("✓", .good) " + NamedTable.line(thing))
        }
        output.next("undo", "weft undo")
    }
}
