import API

/// JSON of the node's answers, through the types of `API`.
enum Reading {
    /// What `reply` says.
    static func decode<Value: JSONConvertible>(_ type: Value.Type, from reply: Reply) throws
        -> Value
    {
        do {
            return try JSONText.decode(type, from: reply.body)
        } catch {
            throw Failure(
                .failure, "cannot read the node's response; the node may have another version",
                fix: "restart it with this version: weft down, then weft up")
        }
    }
}

/// What an answer that is no success says.
enum ProblemReading {
    /// The failure with the node's own words, or with the status where it has none.
    static func failure(of reply: Reply) -> Failure {
        guard let problem = try? JSONText.decode(ProblemJSON.self, from: reply.body)
        else {
            // Whoever answers without our problem form is reported by its number alone.
            return Failure(
                ExitCode(problemCode: nil, status: reply.status),
                "the node answered \(reply.status)", fix: "weft doctor")
        }
        return Failure(
            ExitCode(problemCode: problem.code, status: reply.status), problem.detail,
            fix: problem.fix ?? "", problem: problem.code)
    }
}
