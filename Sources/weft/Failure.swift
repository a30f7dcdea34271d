import Node

/// The reason why a command ends without success: what, why, and what to type.
struct Failure: Error, Equatable {
    let code: ExitCode
    /// The problem and its reason, in one sentence without a full stop.
    let what: String
    /// The way out; empty if there is none.
    let fix: String
    /// The stable key of the node's problem; nil if the node did not say it.
    let problem: String?

    init(_ code: ExitCode, _ what: String, fix: String = "", problem: String? = nil) {
        self.code = code
        self.what = what
        self.fix = fix
        self.problem = problem
    }

    /// The same, with the file that it is about in front.
    func about(_ path: String) -> Failure {
        Failure(code, "\(path): \(what)", fix: fix, problem: problem)
    }

    init(_ error: NodeError) {
        let code: ExitCode =
            switch error.kind {
            case .missing: .notFound
            case .exists, .inUse: .conflict
            case .unsafe, .denied: .denied
            case .invalid: .usage
            case .damaged, .machine: .failure
            }
        self.init(code, "\(error.what): \(error.why)", fix: error.fix)
    }
}

/// Runs `body`; what files and keys throw becomes a failure.
func asFailure<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as NodeError {
        throw Failure(error)
    } catch let error as KeystoreError {
        throw Failure(error.explanation)
    }
}
