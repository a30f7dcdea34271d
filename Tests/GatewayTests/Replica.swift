import Domain
import Primitives
import Sodium
import Store
import Testing

/// The replica of one person.
actor Replica {
    private let store: Store
    private let owner: Owner
    private var wall = WallTime(milliseconds: 1_700_000_000_000)

    init(_ person: UInt8, salt: UInt8 = 0) throws {
        owner = Owner(
            phraseSeed: try Self.bytes([4, person]),
            signing: SigningKey(seed: SecretKey(try Self.bytes([2, person, salt]))),
            agreement: AgreementKey(seed: SecretKey(try Self.bytes([3, person, salt]))),
            name: "person \(person)")
        store = try Store(
            path: ":memory:", owner: owner, place: [1],
            entropy: .seeded(try Self.bytes([1, person, salt])),
            dice: Dice(seed: UInt64(person)), at: wall)
    }

    private static func bytes(_ bytes: [UInt8]) throws -> Bytes32 {
        try #require(Bytes32(bytes + [UInt8](repeating: 0, count: 32 - bytes.count)))
    }

    func answer(_ request: Request) throws -> Answer {
        wall = WallTime(milliseconds: wall.milliseconds + 1)
        let now = wall
        switch request {
        case .query(.identity):
            return .identity(
                Identity(
                    person: owner.person, name: owner.name, device: owner.device, ticket: ""))
        case .query(let query):
            while true {
                let told = try store.transaction { () throws(StorageError) in
                    try store.answer(query, now: now)
                }
                if let told { return told }
                _ = try store.transaction { () throws(StorageError) in
                    try store.indexSome(100)
                }
            }
        case .command(let command):
            let done = try store.transaction { () throws(StorageError) in
                try store.perform(command, at: now)
            }
            switch done {
            case .answered(let answer): return answer
            case .notMine: return .rejected(Problem(.invalidValue, "not the store's"))
            case .long(var work):
                while true {
                    let answer = try store.transaction { () throws(StorageError) in
                        try store.proceed(&work, at: now)
                    }
                    if let answer { return answer }
                }
            }
        }
    }

    func ask(_ request: Request) -> Answer {
        do {
            return try answer(request)
        } catch {
            return .rejected(Problem(.invalidValue, "\(error)"))
        }
    }
}
