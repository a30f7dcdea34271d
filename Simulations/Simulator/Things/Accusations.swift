import CRDT

/// What was reported, as the world knows it beside all nodes: who is to read it, and nobody else.
struct Accusations {
    /// One report.
    struct Accusation {
        /// The digits of the word in its reason.
        let word: [UInt8]
        /// The machine at which it was made.
        let machine: Int
        let reporter: PersonID
        /// The thing's row there.
        let thing: Int64
        /// The group in which the thing is at home; nil if it is in none.
        let group: Int?
        /// Whose thing it is, and in a group its heads and owners.
        var told: Set<PersonID>
        /// Devices of these, and of who reports, that were known there.
        let devices: Set<DeviceID>
    }

    /// All of them, in the order in which they were made.
    private(set) var all: [Accusation] = []
    /// Where each stands in `all`.
    private var places: [[UInt8]: Int] = [:]

    /// The one whose reason has this word.
    func accusation(by word: [UInt8]) -> Accusation? { places[word].map { all[$0] } }

    mutating func note(_ accusation: Accusation) {
        places[accusation.word] = all.count
        all.append(accusation)
    }

    /// When it was done, these were to be told.
    mutating func widen(_ word: [UInt8], by told: [PersonID]) {
        guard let place = places[word] else { return }
        all[place].told.formUnion(told)
    }
}
