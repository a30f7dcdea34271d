import Domain
import Primitives

// Reactions and comments of muted or blocked people are removed from the tables by which they are read and counted,
// and return when the person is unmuted. The mute or block may be made here or on another own device. Earlier
// statements are updated in the background, the first of them together with the command.
extension Store {
    /// Whether the statements of a person are left out, by their row.
    func isSilenced(_ person: Int64) throws(StorageError) -> Bool {
        try silenced().contains(person)
    }

    /// Updates some people's statements to whether they are muted, at most `budget` reactions and comments.
    ///
    /// - Returns: true if more remain.
    package func silenceSome(_ budget: Int) throws(StorageError) -> Bool {
        try noteSilence()
        let next = try database.row(SilenceSQL.owed) { row in
            (person: row.integer(0), row: row.integer(1), isSilent: row.integer(2) != 0)
        }
        guard let next else { return false }
        let said = try database.rows(
            SilenceSQL.said, [.integer(next.person), .integer(next.row), .integer(budget)]
        ) { (row) throws(StorageError) in row.integer(0) }
        for number in said {
            guard let row = try object(row: number) else { throw .corrupt }
            try saveSaying(number, row)
        }
        if said.count == budget, let last = said.last {
            try database.run(SilenceSQL.goOn, .integer(last), .integer(next.person))
            return true
        }
        try database.run(
            next.isSilent ? SilenceSQL.settle : SilenceSQL.forget, .integer(next.person))
        return try database.row(SilenceSQL.owed) { _ in true } == true
    }

    /// Does the same within the command that mutes or unmutes, enough to show at once.
    func silenceAtOnce() throws(StorageError) {
        _ = try silenceSome(Self.saidAtOnce)
    }

    /// Whether exactly the muted and blocked people are left out, with everything they said.
    var isSilenceSettled: Bool {
        get throws(StorageError) {
            if memory.isSilenceDue {
                guard try silenced() == Set(try unheard()) else { return false }
                memory.isSilenceDue = false
            }
            return try database.row(SilenceSQL.owed) { _ in true } != true
        }
    }

    /// Returns the rows of known people who are muted or blocked, in ascending order. Never this node's own person.
    func unheard() throws(StorageError) -> [Int64] {
        var people: Set<Int64> = []
        for record in try follows() where record.attention == .mute {
            guard case .person(let person) = record.followed,
                let number = try knownNumber(of: person)
            else { continue }
            people.insert(number)
        }
        for contact in try blocked() {
            if let number = try knownNumber(of: contact.person) { people.insert(number) }
        }
        people.remove(try me)
        return people.sorted()
    }

    // From here on new statements are saved accordingly; earlier ones are owed.
    private func noteSilence() throws(StorageError) {
        guard memory.isSilenceDue else { return }
        let before = try silenced()
        let after = try unheard()
        for person in after where !before.contains(person) {
            try database.run(SilenceSQL.begin, .integer(person), .integer(1))
        }
        for person in before.sorted() where !after.contains(person) {
            try database.run(SilenceSQL.begin, .integer(person), .integer(0))
        }
        memory.silenced = Set(after)
        memory.isSilenceDue = false
    }

    private func silenced() throws(StorageError) -> Set<Int64> {
        if let known = memory.silenced { return known }
        let rows = try database.rows(SilenceSQL.silenced) { (row) throws(StorageError) in
            row.integer(0)
        }
        memory.silenced = Set(rows)
        return Set(rows)
    }

    /// The number processed in about 10 ms.
    private static let saidAtOnce = 200
}

private enum SilenceSQL {
    static let silenced = "SELECT person FROM silenced WHERE is_silent = 1 ORDER BY person"
    static let begin = """
        INSERT OR REPLACE INTO silenced (person, is_silent, done) VALUES (?, ?, 0)
        """
    static let owed = """
        SELECT person, done, is_silent FROM silenced WHERE done IS NOT NULL ORDER BY person LIMIT 1
        """
    // This uses the index of others' objects.
    static let said = """
        SELECT id FROM objects WHERE author = ?1 AND audience > 1 AND hidden = 0
        AND kind IN (9, 10) AND id > ?2 ORDER BY id LIMIT ?3
        """
    static let goOn = "UPDATE silenced SET done = ? WHERE person = ?"
    static let settle = "UPDATE silenced SET done = NULL WHERE person = ?"
    static let forget = "DELETE FROM silenced WHERE person = ?"
}
