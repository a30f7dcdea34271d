import API

/// How commands that changed something say so.
enum Reports {
    /// One line of what was done, and how to take it back.
    static func print(_ done: DoneJSON, _ reply: Reply, _ output: Output) {
        guard output.form != .json else {
            output.json(reply.body)
            return
        }
        output.say("\("✓", .good) \(done.summary)")
        if let act = done.act { output.next("undo", "weft undo \(act)") }
    }
}
