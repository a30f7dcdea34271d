import Domain
import Primitives
import Testing

@testable import Store

/// Tests what is remembered of requests that were carried out under a key.
@Suite struct RequestKeyTests {
    private static let day: UInt64 = 24 * 60 * 60 * 1000
    private let ana: WriteReplica

    init() throws {
        ana = try WriteReplica(1, name: "Ana")
    }

    private static func key(_ text: String, _ request: String = "POST /v1/a\n{}") -> IdempotencyKey
    {
        IdempotencyKey(text: text, request: Array(request.utf8))
    }

    private static func answer(_ bytes: Int = 2) -> StoredAnswer {
        StoredAnswer(
            status: 201,
            fields: [
                .init(name: "Content-Type", value: "application/json"),
                .init(name: "Location", value: "http://localhost/v1/a: b"),
            ], body: [UInt8](repeating: 0x7B, count: bytes))
    }

    private func note(_ key: IdempotencyKey, _ answer: StoredAnswer? = nil) throws {
        try ana.step { (store) throws(StorageError) in try store.note(key, at: ana.wall) }
        if let answer { try keep(answer, key.text) }
    }

    @discardableResult
    private func keep(_ answer: StoredAnswer, _ key: String) throws -> Int {
        let told = try ana.step { (store) throws(StorageError) in
            try store.keep(answer, under: key)
        }
        guard case .done(let report) = told else { return -1 }
        return report.count
    }

    private func use(of key: IdempotencyKey) throws -> KeyUse {
        let answer = try ana.step { (store) throws(StorageError) in
            try store.answer(.use(of: key), now: ana.wall)
        }
        guard case .keyUse(let use) = answer else {
            throw WriteReplica.Unexpected(what: "\(answer as Any)")
        }
        return use
    }

    private func forgetSome() throws -> Bool {
        try ana.step { (store) throws(StorageError) in try store.forgetSomeKeys(at: ana.wall) }
    }

    private func pass(_ milliseconds: UInt64) {
        ana.wall = WallTime(milliseconds: ana.wall.milliseconds + milliseconds)
    }

    private func count() throws -> (rows: Int, bytes: Int) {
        let row = try ana.step { (store) throws(StorageError) in
            try store.database.row("SELECT count(*), ifnull(sum(size), 0) FROM request_keys") {
                (Int($0.integer(0)), Int($0.integer(1)))
            }
        }
        return try #require(row)
    }

    @Test func `a key is unused, then done, then has its answer`() throws {
        let key = Self.key("k")

        #expect(try use(of: key) == .unused)
        try note(key)
        #expect(try use(of: key) == .done(nil))
        #expect(try keep(Self.answer(), "k") == 1)
        #expect(try use(of: key) == .done(Self.answer()))
    }

    @Test func `a key stands for one request`() throws {
        try note(Self.key("k", "POST /v1/a\n{}"), Self.answer())

        #expect(try use(of: Self.key("k", "POST /v1/a\n{\"a\":1}")) == .otherwise)
        #expect(try use(of: Self.key("k", "POST /v1/b\n{}")) == .otherwise)
        #expect(try use(of: Self.key("K", "POST /v1/a\n{}")) == .unused)
    }

    @Test func `a key without a note gets no answer`() throws {
        #expect(try keep(Self.answer(), "k") == 0)

        #expect(try use(of: Self.key("k")) == .unused)
    }

    @Test func `a second note changes nothing`() throws {
        let key = Self.key("k")
        try note(key, Self.answer())

        pass(Self.day / 2)
        try note(key)

        #expect(try use(of: key) == .done(Self.answer()))
        pass(Self.day / 2)
        #expect(try use(of: key) == .unused)
    }

    @Test(arguments: [
        (StoredAnswer.bodyBytesMax - 1, true), (StoredAnswer.bodyBytesMax, true),
        (StoredAnswer.bodyBytesMax + 1, false),
    ])
    func `a longer answer is not kept, and its key is known`(bytes: Int, isKept: Bool) throws {
        try note(Self.key("k"), Self.answer(bytes))

        #expect(try use(of: Self.key("k")) == .done(isKept ? Self.answer(bytes) : nil))
    }

    @Test func `a key counts for a day, and then for another request`() throws {
        try note(Self.key("k"), Self.answer())

        pass(Self.day - 1)
        #expect(try use(of: Self.key("k")) == .done(Self.answer()))
        pass(1)
        #expect(try use(of: Self.key("k")) == .unused)
        try note(Self.key("k", "other"))
        #expect(try use(of: Self.key("k", "other")) == .done(nil))
        #expect(try use(of: Self.key("k")) == .otherwise)
    }

    @Test func `a note made by a clock days ahead no longer counts, and is removed`() throws {
        let now = ana.wall
        pass(2 * Self.day)
        try note(Self.key("k"), Self.answer())
        ana.wall = now

        #expect(try use(of: Self.key("k")) == .unused)
        #expect(try !forgetSome())
        #expect(try count().rows == 0)
        #expect(!ana.store.hasKeysOfRequests)
    }

    @Test func `keys that have served their time go, some at once`() throws {
        for number in 0..<250 { try note(Self.key("old \(number)")) }
        pass(Self.day / 2)
        try note(Self.key("young"))
        pass(Self.day / 2)

        #expect(try forgetSome())
        #expect(try count().rows == 151)
        #expect(try forgetSome())
        #expect(try !forgetSome())
        #expect(try count().rows == 1)
        #expect(ana.store.hasKeysOfRequests)
        #expect(try use(of: Self.key("young")) == .done(nil))
    }

    @Test func `of more keys than there is room for the oldest goes`() throws {
        try ana.step { (store) throws(StorageError) in
            try store.database.run(
                """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
                INSERT INTO request_keys (key, request, at, size)
                SELECT 'k' || i, x'00', ?2 + i, 0 FROM n ORDER BY i
                """, .integer(Store.keysMax - 1),
                .integer(Int64(ana.wall.milliseconds) - 2 * Int64(Store.keysMax)))
        }
        try note(Self.key("last"))
        #expect(try count().rows == Store.keysMax)
        #expect(try use(of: Self.key("k1")) == .otherwise)

        try note(Self.key("one more"))

        #expect(try count().rows == Store.keysMax)
        #expect(try use(of: Self.key("k1")) == .unused)
        #expect(try use(of: Self.key("k2")) == .otherwise)
        #expect(try use(of: Self.key("one more")) == .done(nil))
    }

    @Test func `of longer answers than there is room for the oldest goes`() throws {
        let answer = Self.answer(StoredAnswer.bodyBytesMax)
        let room = Store.keptAnswersBytesMax / StoredAnswer.bodyBytesMax
        for number in 0..<room + 1 {
            pass(1)
            try note(Self.key("\(number)"), answer)
        }

        #expect(try count().bytes <= Store.keptAnswersBytesMax)
        #expect(try count().rows == room - 1)
        #expect(try use(of: Self.key("1")) == .unused)
        #expect(try use(of: Self.key("2")) == .done(answer))
    }

    @Test func `keys are known when the file is opened again`() throws {
        let file = try TemporaryDatabase()
        let before = try WriteReplica(1, name: "Ana", path: file.path)
        let key = Self.key("k")
        try before.step { (store) throws(StorageError) in
            try store.note(key, at: before.wall)
            _ = try store.keep(Self.answer(), under: "k")
        }
        try before.store.close()

        let after = try WriteReplica(1, name: "Ana", path: file.path)
        let use = try after.step { (store) throws(StorageError) in
            try store.use(of: key, at: after.wall)
        }

        #expect(use == .done(Self.answer()))
        try after.store.close()
    }

    @Test func `a transaction that fails leaves no key`() throws {
        let key = Self.key("k")

        #expect(throws: StorageError.full) {
            try ana.step { (store) throws(StorageError) in
                try store.note(key, at: ana.wall)
                throw StorageError.full
            }
        }

        #expect(try use(of: key) == .unused)
    }

    // MARK: Counts

    private func hasCountedAll() throws -> Bool {
        let held = try #require(ana.store.memory.keysOfRequests)
        return try held == count()
    }

    @Test func `the count of keys is known without another count`() throws {
        for number in 0..<3 { try note(Self.key("\(number)"), Self.answer(10 * number)) }
        #expect(try hasCountedAll())

        try note(Self.key("1"), Self.answer(100))
        #expect(try hasCountedAll())
        pass(Self.day)
        try note(Self.key("0"), Self.answer())
        #expect(try hasCountedAll())
        #expect(try !forgetSome())
        #expect(try hasCountedAll())
        #expect(try count().rows == 1)
    }

    @Test func `notes of a failed transaction are not counted`() throws {
        try note(Self.key("0"), Self.answer())

        #expect(throws: StorageError.full) {
            try ana.step { (store) throws(StorageError) in
                try store.note(Self.key("1"), at: ana.wall)
                _ = try store.keep(Self.answer(), under: "1")
                throw StorageError.full
            }
        }
        try note(Self.key("2"), Self.answer())

        #expect(try hasCountedAll())
        #expect(try count().rows == 2)
    }

    @Test func `notes of an earlier run are counted`() throws {
        let file = try TemporaryDatabase()
        for number in 0..<2 {
            let run = try WriteReplica(1, name: "Ana", path: file.path)
            try run.step { (store) throws(StorageError) in
                try store.note(Self.key("\(number)"), at: run.wall)
                _ = try store.keep(Self.answer(), under: "\(number)")
            }
            #expect(run.store.memory.keysOfRequests?.count == number + 1)
            try run.store.close()
        }
    }
}
