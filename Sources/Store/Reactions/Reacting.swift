import CRDT
import Domain
import Primitives
import Wire

// Writes reactions and comments. They are stored where the thing was seen: beside it if it is at home in a group or
// direct audience; otherwise at home in `private`, and placed where the own thing is placed, or in the own `friends`
// or `public` if it is a friend's thing there (docs/decisions/0038).
extension Store {
    /// Sets this person's reaction to a thing; nil takes it back.
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

    /// Sets this person's reaction to the thing in a row.
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
        let verb = reaction.map { "\($0.word)d" } ?? "removed the reaction to"
        try say(word, of: key, at: stand, wall: wall) { () throws(StorageError) in
            try act(token, summary: "\(verb) \(thing.id.short)", at: wall)
        }
        return try answer(with: thing)
    }

    /// Begins or ends an open follow of a thing.
    func say(
        _ follow: OpenFollow, of thing: ObjectRow, in act: Int64, at wall: WallTime
    ) throws(StorageError) {
        // Somebody who can no longer write there cannot take anything back.
        guard case .success(let stand) = try self.stand(of: thing) else { return }
        let key = try refer(thing)
        let word = Word(
            field: Schema.Reaction.following,
            value: key.saying.reaction(follow.rawValue, by: owner.person),
            isNone: follow == .ended, table: ReactingSQL.followings)
        try say(word, of: key, at: stand, wall: wall) { () throws(StorageError) in act }
    }

    /// Returns why this person cannot react to or comment on a thing; nil if they can.
    func problem(sayingOf thing: ObjectRow) throws(StorageError) -> Problem? {
        switch try stand(of: thing) {
        case .failure(let problem): return problem
        case .success: return nil
        }
    }

    /// A statement about a thing of which only a person's latest counts.
    private struct Word {
        let field: Field
        let value: [UInt8]
        /// Whether it takes back an earlier statement.
        let isNone: Bool
        /// SQL that finds such statements of one person about one thing.
        let table: String
    }

    // Changes earlier statements where they can be changed, and adds one where none is yet. `act` is called only if
    // something is written.
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

    /// Comments on a thing, or replies to a comment on it.
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

    /// Comments on the thing in a row, or replies to a comment on it.
    ///
    /// - Returns: the new comment's object row.
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

    /// Changes the text of an own comment.
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
                    .notYours, "\(row.id.short) is someone else's comment",
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

    /// Moves a comment to the trash: an own one, or any in a group whose things this person may change.
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

    // MARK: Placement

    /// The place where statements about a thing are written.
    private struct Stand {
        let place: Place
        /// The audiences to place copies in, if the place is `private`.
        var copies: [AudienceName] = []
    }

    // Everybody who can see the thing may see the statement, as far as they know its author.
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

    // MARK: Lookup

    /// Resolves a reference to a visible thing that is not in the trash.
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

    // Returns this person's statements about a thing, divided by whether they can be changed here.
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

    /// Whether this device may change what its person said. A viewer of a group may change only what was written on
    /// the chain that this device writes now.
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
                        "your role lets you change this only on the device that you wrote it on",
                        fix: "do it there, or ask for the editor role"))
            }
            return .failure(
                Problem(
                    .notYours, "\(row.id.short) was written by someone else",
                    fix: "only they can remove it"))
        }
    }
}

extension ObjectRow {
    /// The shown value of a register; empty if there is none.
    fileprivate func value(of field: Field) -> [UInt8] {
        state.register(field)?.shown?.value ?? []
    }
}

extension Problem {
    /// No comment has this name.
    static func unknownComment(_ reference: Reference) -> Problem {
        Problem(
            .notFound, "there is no comment \(quote(reference.text))",
            fix: "weft comment ls REF shows the comments on a thing with their ids")
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
