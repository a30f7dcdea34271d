import Domain
import Primitives

// Who is muted or blocked is not heard: what he says of things stands in none of the tables by which it is
// read and counted, and comes back when he is heard again. Who that is may be said here or at another own
// device. What he said before is brought in line behind what is written, the first of it with the command.
extension Store {
    /// Whether what a person says is left out; by his row.
    func isSilenced(_ person: Int64) throws(StorageError) -> Bool {
        try silenced().contains(person)
    }

    /// Brings some of what people said in line with whether they are heard, at most `budget` reactions and
    /// comments.
    ///
    /// - Returns: true if more is left.
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

    /// The same with the command that says who is heard: so much that it shows at once.
    func silenceAtOnce() throws(StorageError) {
        _ = try silenceSome(Self.saidAtOnce)
    }

    /// Who is left out is who is muted or blocked, and so is all that he said.
    var isSilenceSettled: Bool {
        get throws(StorageError) {
            if memory.isSilenceDue {
                guard try silenced() == Set(try unheard()) else { return false }
                memory.isSilenceDue = false
            }
            return try database.row(SilenceSQL.owed) { _ in true } != true
        }
    }

    /// Who is muted or blocked and known here: rows, rising. Never this node's own person.
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

    // From now on what is saved of them is saved so; what was saved before is owed.
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

    /// About 10 ms.
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
    // By the index of what others have.
    static let said = """
        SELECT id FROM objects WHERE author = ?1 AND audience > 1 AND hidden = 0
        AND kind IN (9, 10) AND id > ?2 ORDER BY id LIMIT ?3
        """
    static let goOn = "UPDATE silenced SET done = ? WHERE person = ?"
    static let settle = "UPDATE silenced SET done = NULL WHERE person = ?"
    static let forget = "DELETE FROM silenced WHERE person = ?"
}
