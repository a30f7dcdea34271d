/// The verdict on one audience that follows from a set of facts: the same for everybody who holds the same
/// set.
package struct Judgement: Equatable, Sendable {
    /// The chains of which something counts, sorted by id.
    let standings: [ChainStanding]
    /// The only person who appoints and ends owners: the founder, or the last heir. Nil only in an audience
    /// of a kind that this version does not know.
    package let head: PersonID?
    /// The head, and every person with a standing grant that has not ended; sorted. These people may be
    /// served and given keys, on devices that have not ended.
    package let members: [PersonID]
    /// Every grant that stands, including ended ones; sorted by id.
    package let rights: [Right]
    /// Sorted by person, then by device.
    package let endedDevices: [EndedDevice]

    struct ChainStanding: Equatable, Sendable {
        let chain: ChainID
        /// The grant that the chain's open names; 0 is the founder's right.
        let right: UInt64
        let standing: Standing
    }

    /// A grant by an entitled person, in a delta that counts.
    package struct Right: Equatable, Sendable {
        /// The grant's id, which a cut has to name.
        package let grant: UInt64
        package let person: PersonID
        package let role: Standing.Role
        /// The person who let `person` in.
        package let grantedBy: PersonID
        /// The grant that this one replaces (`Grant.replaces`).
        let replaces: UInt64?
        /// Whether a cut that counts names it, or `person` has left it or a right that it replaces.
        package internal(set) var isEnded: Bool
    }

    /// A device that its person's root key has declared to be no longer theirs.
    package struct EndedDevice: Hashable, Comparable, Sendable {
        package let person: PersonID
        package let device: DeviceID

        package static func < (left: EndedDevice, right: EndedDevice) -> Bool {
            (left.person, left.device) < (right.person, right.device)
        }
    }

    /// Whether the same chains count, to the same length and with the same roles. If so, nothing has to be
    /// folded again.
    package func standsAlike(_ other: Judgement) -> Bool { standings == other.standings }

    /// The role of `chain` and how much of it counts; `none` if its open is not held.
    package func standing(of chain: ChainID) -> Standing {
        found(chain)?.standing ?? .none
    }

    /// The grant by which `chain` writes; 0 for the founder's right, and for a chain without standing.
    package func grant(of chain: ChainID) -> UInt64 {
        found(chain)?.right ?? 0
    }

    /// The highest right of `person` that has not ended; of several with the same role, the one with the
    /// lowest id. The founder needs no right: see `isHead`.
    package func right(of person: PersonID) -> Right? {
        var highest: Right?
        for right in rights where right.person == person && !right.isEnded {
            // Role numbers rise from the highest role to the lowest.
            if let known = highest, known.role.rawValue <= right.role.rawValue { continue }
            highest = right
        }
        return highest
    }

    /// Whether `person` is the founder or, after a handover, the last heir.
    package func isHead(_ person: PersonID) -> Bool { head == person }

    /// Whether `person` may see this audience now.
    package func isMember(_ person: PersonID) -> Bool {
        let index = members.firstPlace { $0 >= person }
        return index < members.count && members[index] == person
    }

    /// Whether `device` no longer belongs to `person`, here or anywhere.
    package func isEnded(_ device: DeviceID, of person: PersonID) -> Bool {
        let ended = EndedDevice(person: person, device: device)
        let index = endedDevices.firstPlace { $0 >= ended }
        return index < endedDevices.count && endedDevices[index] == ended
    }

    private func found(_ chain: ChainID) -> ChainStanding? {
        let index = standings.firstPlace { $0.chain >= chain }
        guard index < standings.count, standings[index].chain == chain else { return nil }
        return standings[index]
    }
}

extension Judgement {
    /// The person and device that sign a chain.
    package struct Writer: Equatable, Sendable {
        package let person: PersonID
        package let device: DeviceID

        /// Identifies `device` of `person`.
        package init(person: PersonID, device: DeviceID) {
            self.person = person
            self.device = device
        }
    }

    /// Whether a checkpoint in delta `sequence` of `chain` may declare places of `target` dead. The
    /// checkpoint has to count, and to come from the device that signs the target or, once the target has
    /// ended, from any device of the same person.
    package func mayForget(
        _ target: ChainID, of owner: Writer, in chain: ChainID, at sequence: UInt64,
        by writer: Writer
    ) -> Bool {
        guard standing(of: chain).covers(sequence), writer.person == owner.person else {
            return false
        }
        return writer == owner || hasEnded(target, of: owner)
    }

    /// Whether `target` was cut or its device has ended. Then any device of its person may declare parts of
    /// it dead.
    package func hasEnded(_ target: ChainID, of owner: Writer) -> Bool {
        standing(of: target).length < .max || isEnded(owner.device, of: owner.person)
    }

    /// The position from which nothing in `target` counts, since it was cut or its device has ended. Nil
    /// while the chain goes on, and for a chain whose right has not arrived.
    package func end(of target: ChainID, of owner: Writer) -> UInt64? {
        let standing = standing(of: target)
        guard standing.length < .max,
            standing.role != .none || isEnded(owner.device, of: owner.person)
        else { return nil }
        return standing.length
    }
}
