/// The type of the answer to a command or query. Each case of `Command` and `Query` has one, which holds nothing: the
/// compiler compares it with what the asker expects.
package struct AnswerType<Value: Sendable>: Equatable, Sendable {
    /// The only value.
    package init() {}
}

/// A command or query, together with the type of its answer.
///
///     let friends = try await ask(.query { .friends($0) })       // [Friend]
package struct TypedRequest<Value: Sendable>: Sendable {
    /// The request as it crosses to the node, without that type.
    package let request: Request
    private let read: @Sendable (Answer) -> Value?

    private init(_ request: Request, _ read: @escaping @Sendable (Answer) -> Value?) {
        self.request = request
        self.read = read
    }

    /// A command with an answer of this type.
    package static func command(_ command: (AnswerType<Value>) -> Command) -> Self {
        Self(.command(command(AnswerType()))) { $0.payload as? Value }
    }

    /// A query with an answer of this type.
    package static func query(_ query: (AnswerType<Value>) -> Query) -> Self {
        Self(.query(query(AnswerType()))) { $0.payload as? Value }
    }

    /// Its dry run, which is answered alike; a query is its own.
    package var preview: Self {
        guard case .command(let command) = request else { return self }
        return Self(.query(.preview(command)), read)
    }

    /// The same, done only if the condition holds in the step that does it; nil for a query.
    package func bound(to condition: VersionCondition) -> Self? {
        guard case .command(let command) = request else { return nil }
        return Self(.command(.bound(command, condition)), read)
    }

    /// The same, with what is made of its answer.
    package func map<Other: Sendable>(
        _ transform: @escaping @Sendable (Value) -> Other
    ) -> TypedRequest<Other> {
        TypedRequest<Other>(request) { [read] in read($0).map(transform) }
    }

    /// Returns the answer of the node; nil if it is of another type, which is a fault of the node.
    package func value(of answer: Answer) -> Result<Value, Problem>? {
        if case .rejected(let problem) = answer { return .failure(problem) }
        return read(answer).map { .success($0) }
    }
}

extension Answer {
    // The value of the answer. Nothing else opens the type of an answer.
    fileprivate var payload: any Sendable {
        switch self {
        case .kept(let value): return value
        case .done(let value): return value
        case .changed(let value): return value
        case .page(let value): return value
        case .index(let value): return value
        case .bookmark(let value): return value
        case .reactions(let value): return value
        case .comments(let value): return value
        case .comment(let value): return value
        case .reports(let value): return value
        case .advice(let value): return value
        case .stats(let value): return value
        case .tags(let value): return value
        case .collections(let value): return value
        case .history(let value): return value
        case .visibility(let value): return value
        case .friends(let value): return value
        case .peers(let value): return value
        case .status(let value): return value
        case .identity(let value): return value
        case .check(let value): return value
        case .acts(let value): return value
        case .shares(let value): return value
        case .befriended(let value): return value
        case .people(let value): return value
        case .pending(let value): return value
        case .code(let value): return value
        case .meeting(let value): return value
        case .devices(let value): return value
        case .paired(let value): return value
        case .groups(let value): return value
        case .members(let value): return value
        case .group(let value): return value
        case .invitations(let value): return value
        case .joinings(let value): return value
        case .joining(let value): return value
        case .invited(let value): return value
        case .bundle(let value): return value
        case .folders(let value): return value
        case .folder(let value): return value
        case .mailboxes(let value): return value
        case .mailbox(let value): return value
        case .settings(let value): return value
        case .duplicates(let value): return value
        case .tagRules(let value): return value
        case .completions(let value): return value
        case .references(let value): return value
        case .twin(let value): return value
        case .entries(let value): return value
        case .entryOutcomes(let value): return value
        case .keyUse(let value): return value
        case .written(let value): return value
        case .replication(let value): return value
        case .rejected(let value): return value
        case .feeds(.follows(let value)): return value
        case .feeds(.said(let value)): return value
        case .feeds(.portfolio(let value)): return value
        case .feeds(.contributors(let value)): return value
        case .feeds(.recommendations(let value)): return value
        case .feeds(.profile(let value)): return value
        case .blob(.draft(let value)): return value
        case .blob(.kept(let value)): return value
        case .blob(.state(let value)): return value
        case .blob(.states(let value)): return value
        case .blob(.page(let value)): return value
        case .blob(.part(let value)): return value
        }
    }
}
