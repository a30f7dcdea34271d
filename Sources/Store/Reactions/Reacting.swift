import CRDT
import Domain
import Primitives
import Wire

// Saying something of a thing. It stands where the thing was seen: at home in a group or direct
// audience beside it; else at home in `private`, and placed where the own thing is placed, or in the
// own `friends` or `public` if the thing is a friend's there (docs/decisions/0038).
extension Store {
    /// Thinks so of a thing from now on; nil takes back what was said.
    func react(
        to reference: Reference, _ reaction: Reaction?, at wall: WallTime
    ) throws(StorageError) -> Answer {
        switch try judgeable(reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let thing):
            if reaction == nil, case .bookmark(let told) = try answer(with: thing),
                told.reactions.own == nil
            {
                return .rejected(
                    Problem(
                        .notFound, "you neither like nor dislike \(thing.id.short)",
                        fix: "weft show \(thing.id.short)"))
            }
            return try react(to: thing, reaction, act: nil, at: wall)
        }
    }

    /// Thinks so of the thing in a row.
    func react(
        to thing: ObjectRow, _ reaction: Reaction?, act token: ActToken?, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let stand: Stand
        switch try self.stand(of: thing) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): stand = found
        }
        let key = try refer(thing)
        let word = Word(
            field: Schema.Reaction.value,
            value: key.saying.reaction(reaction?.rawValue ?? 0, by: owner.person),
            isNone: reaction == nil, table: ReactingSQL.reactions)
        let verb = reaction.map { "said \($0.word) of" } ?? "took back what was thought of"
        try say(word, of: key, at: stand, wall: wall) { () throws(StorageError) in
            try act(token, summary: "\(verb) \(thing.id.short)", at: wall)
        }
        return try answer(with: thing)
    }

    /// Says that this person follows a thing, or does not any more.
    func say(
        _ follow: OpenFollow, of thing: ObjectRow, in act: Int64, at wall: WallTime
    ) throws(StorageError) {
        // Who may not write there any more can take nothing back.
        guard case .success(let stand) = try self.stand(of: thing) else { return }
        let key = try refer(thing)
        let word = Word(
            field: Schema.Reaction.following,
            value: key.saying.reaction(follow.rawValue, by: owner.person),
            isNone: follow == .ended, table: ReactingSQL.followings)
        try say(word, of: key, at: stand, wall: wall) { () throws(StorageError) in act }
    }

    /// Why nothing can be said of a thing; nil if something can.
    func problem(sayingOf thing: ObjectRow) throws(StorageError) -> Problem? {
        switch try stand(of: thing) {
        case .failure(let problem): return problem
        case .success: return nil
        }
    }

    /// A word on a thing, of which of one person the last counts.
    private struct Word {
        let field: Field
        let value: [UInt8]
        /// It takes back what was said.
        let isNone: Bool
        /// Where such words stand, as SQL that finds those of one person on one thing.
        let table: String
    }

    // Changes what was said before wherever that can be changed, and says it where it is not said yet.
    // `act` is asked for if anything is written.
    private func say(
        _ word: Word, of thing: ThingKey, at stand: Stand, wall: WallTime,
        in act: () throws(StorageError) -> Int64
    ) throws(StorageError) {
        let own = try ownWords(on: thing, word.table)
        let changing = own.changing.filter { $0.value(of: word.field) != word.value }
        let isThere = own.changing.contains { $0.place == stand.place }
        let isSaid = isThere || (word.isNone && own.fixed.isEmpty)
        let missing = own.changing.first { $0.place == .private }.map { row in
            stand.copies.filter { row.state.placement(in: $0) == nil }
        }
        guard !changing.isEmpty || !isSaid || missing?.isEmpty == false else { return }
        let act = try act()
        for row in changing {
            guard let object = row.home else { continue }
            try author(
                [row.write(word.field, word.value, at: object)], at: row.place, act: act,
                wall: wall)
        }
        if !isSaid {
            let creation = Creation(
                kind: Schema.Reaction.kind,
                values: [
                    FieldValue(Schema.Reaction.target, thing.reference.bytes),
                    FieldValue(word.field, word.value),
                ], elements: [])
            try say(creation, at: stand, act: act, wall: wall)
        } else if !word.isNone, stand.place == .private, let missing,
            let object = own.changing.first(where: { $0.place == .private })?.home
        {
            try author(missing.map { Self.placing(object, in: $0) }, act: act, at: wall)
        }
    }

    /// Says something of a thing, perhaps in reply to a comment on it.
    func comment(
        on reference: Reference, _ text: String, inReplyTo parent: Reference?, at wall: WallTime
    ) throws(StorageError) -> Answer {
        if let problem = Comment.problem(with: text) { return .rejected(problem) }
        let thing: ObjectRow
        switch try judgeable(reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): thing = found
        }
        var answered: ObjectRow?
        if let parent {
            switch try comment(parent, on: thing) {
            case .failure(let problem): return .rejected(problem)
            case .success(let found): answered = found
            }
        }
        switch try say(text, of: thing, answering: answered, act: nil, at: wall) {
        case .failure(let problem): return .rejected(problem)
        case .success(let row):
            guard let number = row.number, let comment = try comment(row: number) else {
                preconditionFailure("it was just said")
            }
            return .comment(comment)
        }
    }

    /// Says something of the thing in a row, perhaps in reply to a comment on it.
    ///
    /// - Returns: the comment. What it answers as a person sees it is looked for among all of that thing.
    func say(
        _ text: String, of thing: ObjectRow, answering answered: ObjectRow?,
        act token: ActToken?, at wall: WallTime
    ) throws(StorageError) -> Result<ObjectRow, Problem> {
        if let problem = Comment.problem(with: text) { return .failure(problem) }
        let stand: Stand
        switch try self.stand(of: answered ?? thing) {
        case .failure(let problem): return .failure(problem)
        case .success(let found): stand = found
        }
        let key = try refer(thing)
        var values = [
            FieldValue(Schema.Comment.target, key.reference.bytes),
            FieldValue(Schema.Comment.text, key.saying.seal(Array(text.utf8), by: owner.person)),
        ]
        if let answered {
            let author = try author(row: answered.author).person
            let parent = Derivation.reference(to: answered.id, of: author)
            values.append(FieldValue(Schema.Comment.parent, parent.bytes))
        }
        let act = try act(token, summary: "commented on \(thing.id.short)", at: wall)
        let creation = Creation(kind: Schema.Comment.kind, values: values, elements: [])
        let written = try say(creation, at: stand, act: act, wall: wall)
        let id = Derivation.object(origin: written.dot, stamp: written.carrier.stamp)
        return .success(try object(id, author: try me, in: stand.place))
    }

    /// Gives an own comment other words.
    func editComment(
        _ reference: Reference, _ text: String, at wall: WallTime
    ) throws(StorageError) -> Answer {
        if let problem = Comment.problem(with: text) { return .rejected(problem) }
        let row: ObjectRow
        switch try changeableComment(reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): row = found
        }
        guard row.author == (try me) else {
            return .rejected(
                Problem(
                    .notYours, "\(row.id.short) are somebody else's words",
                    fix: "weft comment add REF TEXT --reply \(row.id.short)"))
        }
        guard let object = row.home, let number = row.number,
            let target = row.reference(Schema.Comment.target),
            let thing = try thing(named: target)
        else { return .rejected(.unknownComment(reference)) }
        let sealed = thing.saying.seal(Array(text.utf8), by: owner.person)
        if row.value(of: Schema.Comment.text) != sealed {
            let act = try act(nil, summary: "edited comment \(row.id.short)", at: wall)
            try author(
                [row.write(Schema.Comment.text, sealed, at: object)], at: row.place, act: act,
                wall: wall)
        }
        guard let comment = try comment(row: number) else {
            return .rejected(.unknownComment(reference))
        }
        return .comment(comment)
    }

    /// Moves a comment to the trash: an own one, or any in a group whose things this person changes.
    func removeComment(
        _ reference: Reference, at wall: WallTime
    ) throws(StorageError) -> Answer {
        let row: ObjectRow
        switch try changeableComment(reference) {
        case .failure(let problem): return .rejected(problem)
        case .success(let found): row = found
        }
        guard let object = row.home else { return .rejected(.unknownComment(reference)) }
        let summary = "moved comment \(row.id.short) to the trash"
        let act = try act(nil, summary: summary, at: wall)
        try author(
            [row.write(.deletion, [1], at: object)], at: row.place, act: act, wall: wall)
        return .done(DoneReport(count: 1, act: Int(act), summary: summary))
    }

    // MARK: Where it stands

    /// Where what is said of something is written.
    private struct Stand {
        let place: Place
        /// Of what is at home in `private`.
        var copies: [AudienceName] = []
    }

    // Whoever saw that may see this, as far as he knows who says it.
    private func stand(of row: ObjectRow) throws(StorageError) -> Result<Stand, Problem> {
        if let number = row.place.groupRow {
            guard let group = try record(of: try audience(number)) else {
                return .failure(Problem(.notFound, "this group is not known here"))
            }
            if let problem = try problem(writingIn: group, as: .viewer) {
                return .failure(problem)
            }
            return .success(Stand(place: row.place))
        }
        guard row.place == .private else {
            return .success(
                Stand(place: .private, copies: [AudienceName(UInt8(row.place.number))]))
        }
        let copies = row.state.placements.map(\.audience).filter(row.state.isPlaced)
        return .success(Stand(place: .private, copies: copies))
    }

    @discardableResult
    private func say(
        _ creation: Creation, at stand: Stand, act: Int64, wall: WallTime
    ) throws(StorageError) -> Written {
        let written = try author([.create(creation)], at: stand.place, act: act, wall: wall)
        guard let made = written.first else { preconditionFailure("one was written") }
        let placements = stand.copies.map { Self.placing(.creation(made.dot), in: $0) }
        if !placements.isEmpty { try author(placements, act: act, at: wall) }
        return made
    }

    private static func placing(_ object: ObjectRef, in audience: AudienceName) -> Operation {
        .place(Placement(object: object, audience: audience, isIn: true, replaces: []))
    }

    // MARK: What is there

    /// The thing that a reference names, in sight and not in the trash.
    func judgeable(
        _ reference: Reference
    ) throws(StorageError) -> Result<ObjectRow, Problem> {
        switch try resolve(reference) {
        case .failure(let problem): return .failure(problem)
        case .success(let number):
            guard let row = try object(row: number), row.thing != nil else {
                return .failure(.unknown(reference.text))
            }
            guard row.hidden == .visible else {
                return .failure(try problem(withTrashed: row))
            }
            return .success(row)
        }
    }

    private func answer(with thing: ObjectRow) throws(StorageError) -> Answer {
        guard let number = thing.number, let bookmark = try bookmark(row: number) else {
            throw .corrupt
        }
        return .bookmark(bookmark)
    }

    // What this person has said of a thing: what he can change here, and what he cannot.
    private func ownWords(
        on thing: ThingKey, _ table: String
    ) throws(StorageError) -> (changing: [ObjectRow], fixed: [ObjectRow]) {
        let numbers = try database.rows(
            table, [.integer(thing.reference.column), .integer(try me)]
        ) { (row) throws(StorageError) in row.integer(0) }
        var changing: [ObjectRow] = []
        var fixed: [ObjectRow] = []
        for number in numbers {
            guard let row = try object(row: number) else { continue }
            if try isChangedHere(row) { changing.append(row) } else { fixed.append(row) }
        }
        return (changing, fixed)
    }

    /// Whether this device may change what its person said: a viewer of a group only what he wrote into
    /// the chain that he writes now.
    func isChangedHere(_ row: ObjectRow) throws(StorageError) -> Bool {
        if try mayChange(at: row.place) { return true }
        guard let number = row.place.groupRow, row.author == (try me),
            case .creation(.position(let chain, _, _))? = row.home
        else { return false }
        let audience = try audience(number)
        guard try role(in: audience) != nil else { return false }
        return try chainWritten(in: audience) == chain
    }

    private func changeableComment(
        _ reference: Reference
    ) throws(StorageError) -> Result<ObjectRow, Problem> {
        switch try comment(reference, on: nil) {
        case .failure(let problem): return .failure(problem)
        case .success(let row):
            if try isChangedHere(row) { return .success(row) }
            if row.author == (try me) {
                return .failure(
                    Problem(
                        .roleRequired,
                        "your role here lets you change what you said on the device alone that "
                            + "you said it on",
                        fix: "do it there, or ask for the role of an editor"))
            }
            return .failure(
                Problem(
                    .notYours, "\(row.id.short) was said by somebody else",
                    fix: "only he can take it back"))
        }
    }
}

extension ObjectRow {
    /// What shows in a register; empty if nothing does.
    fileprivate func value(of field: Field) -> [UInt8] {
        state.register(field)?.shown?.value ?? []
    }
}

extension Problem {
    /// No comment is named so.
    static func unknownComment(_ reference: Reference) -> Problem {
        Problem(
            .notFound, "no comment \(quote(reference.text))",
            fix: "weft comment ls REF shows the ids of those on a thing")
    }
}

private enum ReactingSQL {
    static let reactions = """
        SELECT object FROM reactions WHERE target = ? AND person = ? ORDER BY object
        """
    static let followings = """
        SELECT object FROM followings WHERE target = ? AND person = ? ORDER BY object
        """
}
