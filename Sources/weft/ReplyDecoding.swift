import API

extension Reply {
    /// The node's answer in JSON.
    ///
    /// - Throws: `failure` if it has another form, as that of another version may.
    func decoded<Value: JSONConvertible>(as type: Value.Type) throws -> Value {
        do {
            return try JSONText.decode(type, from: body)
        } catch {
            throw Failure(
                .failure, "cannot read the node's response; the node may have another version",
                fix: "restart it with this version: weft down, then weft up")
        }
    }

    /// The failure in a reply that is no success: the node's own words, or its status where it has none.
    var failure: Failure {
        guard let problem = try? JSONText.decode(ProblemJSON.self, from: body) else {
            // Whoever answers without our problem form is reported by its number alone.
            return Failure(
                ExitCode(problemCode: nil, status: status), "the node answered \(status)",
                fix: "weft doctor")
        }
        return Failure(
            ExitCode(problemCode: problem.code, status: status), problem.detail,
            fix: problem.fix ?? "", problem: problem.code)
    }
}
