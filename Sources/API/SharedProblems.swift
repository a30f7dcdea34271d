import Domain

extension Routes {
    // A search may name what is not here, or what several have, and may be too long a one.
    static let searching: [ProblemJSON.Code] = [
        .invalidQuery, .invalidValue, .notFound, .ambiguous, .tooMany,
    ]

    // Among these: there is no such group or friend, or the role there does not allow it.
    static let keeping: [ProblemJSON.Code] = [
        .notFound, .ambiguous, .invalidValue, .roleRequired, .tooMany, .readOnly,
    ]

    // A thing of a group may be changed by those whose role there allows it.
    static let changing: [ProblemJSON.Code] = [
        .notFound, .ambiguous, .invalidValue, .tooMany, .notYours, .roleRequired,
        .preconditionFailed, .readOnly,
    ]
}
