import API

/// The lines that a command prints after a change.
enum Reports {
    /// One line of what was done, and how to take it back.
    static func print(_ done: DoneJSON, _ reply: Reply, _ output: Output) {
        guard output.form != .json else { return output.json(reply.body) }
        output.say("\("✓", .good) \(done.summary)")
        if let act = done.act { output.next("undo", "weft undo \(act)") }
    }
}
