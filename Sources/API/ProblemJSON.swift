package import Domain

/// A problem, as RFC 9457 `application/problem+json`; `code` is the key programs test.
package struct ProblemJSON: JSONShape, Error {
    package var type = ""
    package var title = ""
    package var status = 0
    package var detail = ""
    package var code = ""
    package var fix: String?
    package var errors: [Member]?
    package var requestID: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member("type", &type, "`urn:weft:error:` and the code.")
        fields.member("title", &title, "The code in words.")
        fields.member("status", &status, as: .integer(400...599), "The status of the answer.")
        fields.member("detail", &detail, "The fault and its cause, in a sentence.")
        fields.member(
            "code", &code, as: .words(ProblemJSON.Code.self), "The code that a program tests.")
        fields.member("fix", &fix, "The fix; absent if there is none.")
        fields.member("errors", &errors, "The members of the request that are wrong.")
        fields.member(
            "request_id", &requestID,
            "The id that the node's log has beside the same request.")
    }

    /// One wrong member of a request.
    package struct Member: JSONShape {
        package var pointer = ""
        package var message = ""

        package static let shape = "ProblemMember"
        package init() {}
        package mutating func visit(_ fields: Fields) {
            fields.member("pointer", &pointer, "The member of the request (RFC 6901).")
            fields.member("message", &message, "The fault in it.")
        }

        init(_ pointer: String, _ message: String) {
            (self.pointer, self.message) = (pointer, message)
        }
    }

    /// A problem with this code; `pointer` names the member of the request that is wrong.
    package init(_ code: Code, _ detail: String, fix: String = "", pointer: String = "") {
        type = "urn:weft:error:" + code.rawValue
        title = code.title
        status = code.status
        self.detail = detail
        self.code = code.rawValue
        self.fix = fix.isEmpty ? nil : fix
        errors = pointer.isEmpty ? nil : [Member(pointer, detail)]
    }

    /// A refusal of the node; `pointer` counts where the node does not name a member itself.
    package init(_ problem: Problem, pointer: String = "") {
        self.init(
            Code(problem.code), problem.detail, fix: problem.fix,
            pointer: problem.pointer.isEmpty ? pointer : problem.pointer)
    }

    /// Every code a client can meet: those of the node (`Problem.Code`) and those of HTTP.
    package enum Code: String, CaseIterable, Sendable {
        case notFound = "not_found"
        case ambiguous
        case invalidValue = "invalid_value"
        case invalidQuery = "invalid_query"
        case conflict
        case notYours = "not_yours"
        case roleRequired = "role_required"
        case readOnly = "read_only"
        case tooMany = "too_many"
        case invalidTicket = "invalid_ticket"
        case damagedFile = "damaged_file"
        /// The body is no JSON, or a member has the wrong type.
        case badJSON = "bad_json"
        /// A parameter of the address is wrong.
        case badRequest = "bad_request"
        case unsupportedMediaType = "unsupported_media_type"
        case payloadTooLarge = "payload_too_large"
        /// The request line and the header are too long together.
        case headTooLarge = "head_too_large"
        case methodNotAllowed = "method_not_allowed"
        /// Over loopback nobody is let in without the token.
        case tokenRequired = "token_required"
        /// The request was made for another host, or by a page from elsewhere.
        case wrongOrigin = "wrong_origin"
        /// The thing changed since its `ETag` was read.
        case preconditionFailed = "precondition_failed"
        /// The `Idempotency-Key` stands for another request.
        case keyReused = "key_reused"
        /// The request with this `Idempotency-Key` is being carried out.
        case keyInUse = "key_in_use"
        /// The request with this `Idempotency-Key` was carried out, or begun; what was answered is not
        /// known any more.
        case answerNotKept = "answer_not_kept"
        /// The bytes that were asked for lie behind the end of the file.
        case rangeNotSatisfiable = "range_not_satisfiable"
        /// Time ran out; what was done stays done.
        case timeout
        /// More clients or jobs than the node serves at once.
        case busy
        /// A fault of the node itself.
        case internalError = "internal_error"

        /// The same code, seen from outside.
        package init(_ code: Problem.Code) {
            switch code {
            case .notFound: self = .notFound
            case .ambiguous: self = .ambiguous
            case .invalidValue: self = .invalidValue
            case .invalidQuery: self = .invalidQuery
            case .conflict: self = .conflict
            case .notYours: self = .notYours
            case .roleRequired: self = .roleRequired
            case .readOnly: self = .readOnly
            case .tooMany: self = .tooMany
            case .invalidTicket: self = .invalidTicket
            case .damagedFile: self = .damagedFile
            case .preconditionFailed: self = .preconditionFailed
            }
        }

        /// The HTTP status it travels with.
        package var status: Int {
            switch self {
            case .badJSON, .badRequest, .invalidQuery: return 400
            case .tokenRequired: return 401
            case .notYours, .roleRequired, .wrongOrigin: return 403
            case .notFound: return 404
            case .methodNotAllowed: return 405
            case .ambiguous, .conflict, .keyInUse, .answerNotKept: return 409
            case .preconditionFailed: return 412
            case .payloadTooLarge: return 413
            case .unsupportedMediaType: return 415
            case .rangeNotSatisfiable: return 416
            case .headTooLarge: return 431
            case .invalidValue, .tooMany, .invalidTicket, .damagedFile, .keyReused: return 422
            case .internalError: return 500
            case .readOnly, .busy: return 503
            case .timeout: return 504
            }
        }

        /// In words.
        package var title: String {
            switch self {
            case .notFound: return "Not found"
            case .ambiguous: return "It matches several things"
            case .invalidValue: return "A value is invalid"
            case .invalidQuery: return "The search does not parse"
            case .conflict: return "It already exists"
            case .notYours: return "It belongs to someone else"
            case .roleRequired: return "Your role in the group does not allow it"
            case .readOnly: return "The node is read-only"
            case .tooMany: return "Too many at once"
            case .invalidTicket: return "The ticket is invalid"
            case .rangeNotSatisfiable: return "The file ends before these bytes"
            case .damagedFile: return "The file is damaged"
            case .badJSON: return "The body is not the expected JSON"
            case .badRequest: return "A parameter is invalid"
            case .unsupportedMediaType: return "The content type is not supported"
            case .payloadTooLarge: return "The body is too large"
            case .headTooLarge: return "The request head is too large"
            case .methodNotAllowed: return "The method is not allowed"
            case .tokenRequired: return "The token is missing or wrong"
            case .wrongOrigin: return "The host or origin is not allowed"
            case .preconditionFailed: return "It changed in the meantime"
            case .keyReused: return "The key belongs to another request"
            case .keyInUse: return "The request with this key is in progress"
            case .answerNotKept: return "The request with this key was already completed"
            case .timeout: return "It timed out"
            case .busy: return "The node is busy"
            case .internalError: return "Internal error"
            }
        }
    }
}
