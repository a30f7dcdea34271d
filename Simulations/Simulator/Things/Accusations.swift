import CRDT

/// The reports, as the world knows them apart from all nodes: who must read each, and that nobody
/// else does.
struct Accusations {
    /// One report.
    struct Accusation {
        /// The digits of the word in its reason.
        let word: [UInt8]
        /// The node at which it was made.
        let machine: Int
        let reporter: PersonID
        /// The thing's row there.
        let thing: Int64
        /// The group in which the thing is at home; nil if it is in none.
        let group: Int?
        /// The author of the thing, and in a group its head and owners.
        var told: Set<PersonID>
        /// The devices of these persons and of the reporter that were known there.
        let devices: Set<DeviceID>
    }

    /// All reports, in the order in which they were made.
    private(set) var all: [Accusation] = []
    /// The index of each in `all`.
    private var places: [[UInt8]: Int] = [:]

    /// Returns the report whose reason has this word.
    func accusation(by word: [UInt8]) -> Accusation? { places[word].map { all[$0] } }

    mutating func note(_ accusation: Accusation) {
        places[accusation.word] = all.count
        all.append(accusation)
    }

    /// Adds the persons it was addressed to when it was made.
    mutating func widen(_ word: [UInt8], by told: [PersonID]) {
        guard let place = places[word] else { return }
        all[place].told.formUnion(told)
    }
}
