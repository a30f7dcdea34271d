import API

/// The exit code of a command. Any other code is a failure.
enum ExitCode: Int32, CaseIterable {
    case ok = 0
    case failure = 1
    /// The command line is wrong, or a value in it.
    case usage = 2
    case notFound = 3
    /// The node does not answer, or somebody else does in its place.
    case unreachable = 4
    /// It exists already, is in use, or the node only reads.
    case conflict = 5
    /// Some of it was done.
    case partial = 6
    /// Only its author, or only the owner, may; or the role in the group does not allow it.
    case denied = 7
    /// `doctor` found something.
    case findings = 8
    case interrupted = 130

    /// The code of an answer that is no success: by its problem's stable key, else by its status.
    init(problemCode: String?, status: Int) {
        if let code = problemCode.flatMap(ProblemJSON.Code.init(rawValue:)) {
            self.init(code)
            return
        }
        switch status {
        case 404: self = .notFound
        case 409, 412, 423: self = .conflict
        case 401, 403: self = .denied
        case 400, 405, 413, 414, 415, 422: self = .usage
        default: self = .failure
        }
    }

    private init(_ code: ProblemJSON.Code) {
        switch code {
        case .notFound: self = .notFound
        case .ambiguous, .invalidValue, .invalidQuery, .tooMany, .invalidTicket, .badJSON,
            .badRequest, .unsupportedMediaType, .payloadTooLarge, .headTooLarge, .methodNotAllowed,
            .rangeNotSatisfiable, .keyReused:
            self = .usage
        case .conflict, .readOnly, .preconditionFailed, .busy, .keyInUse, .answerNotKept:
            self = .conflict
        case .notYours, .roleRequired, .tokenRequired, .wrongOrigin: self = .denied
        case .timeout, .damagedFile: self = .partial
        case .internalError: self = .failure
        }
    }
}
