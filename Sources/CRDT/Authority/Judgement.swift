/// What a set of facts says about one audience: the same for everybody who holds the same set.
package struct Judgement: Equatable, Sendable {
    /// Rising by chain; only chains of which something counts.
    let standings: [ChainStanding]
    /// Who alone appoints and ends owners: the founder, or the last heir. Nil only in an audience
    /// of a kind that this version does not know.
    package let head: PersonID?
    /// Rising: the head, and whoever has a grant that stands and has not ended. May be served and
    /// get keys, on devices that have not ended.
    package let members: [PersonID]
    /// Every grant that stands, rising by its id, also those that have ended.
    package let rights: [Right]
    /// Rising by person, then device.
    package let endedDevices: [EndedDevice]

    struct ChainStanding: Equatable, Sendable {
        let chain: ChainID
        /// The grant that its open names; 0 is the founder's right.
        let right: UInt64
        let standing: Standing
    }

    /// A grant by somebody entitled, in a delta that counts.
    package struct Right: Equatable, Sendable {
        /// Its id; what a cut has to name.
        package let grant: UInt64
        package let person: PersonID
        package let role: Standing.Role
        /// Who let `person` in.
        package let grantedBy: PersonID
        /// The grant that it replaces (`Grant.replaces`).
        let replaces: UInt64?
        /// A cut that counts names it, or `person` has left it, or what it replaces.
        package internal(set) var isEnded: Bool
    }

    /// A device that its person's root key has declared to be his no longer.
    package struct EndedDevice: Hashable, Comparable, Sendable {
        package let person: PersonID
        package let device: DeviceID

        package static func < (left: EndedDevice, right: EndedDevice) -> Bool {
            (left.person, left.device) < (right.person, right.device)
        }
    }

    /// The same chains count, as far and by the same roles: nothing has to be folded again.
    package func standsAlike(_ other: Judgement) -> Bool { standings == other.standings }

    /// What `chain` may do and how much of it counts; `none` if its open is not held.
    package func standing(of chain: ChainID) -> Standing {
        found(chain)?.standing ?? .none
    }

    /// The grant by which `chain` writes; 0 for the founder's, and for one that has no standing.
    package func grant(of chain: ChainID) -> UInt64 {
        found(chain)?.right ?? 0
    }

    /// The highest right of `person`'s that has not ended, of several alike the one with the lowest
    /// id. The founder needs none: `isHead`.
    package func right(of person: PersonID) -> Right? {
        var highest: Right?
        for right in rights where right.person == person && !right.isEnded {
            // Roles are numbered from the highest down.
            if let known = highest, known.role.rawValue <= right.role.rawValue { continue }
            highest = right
        }
        return highest
    }

    /// `person` is the founder, or the last heir.
    package func isHead(_ person: PersonID) -> Bool { head == person }

    /// `person` may see this audience now.
    package func isMember(_ person: PersonID) -> Bool {
        let index = members.firstPlace { $0 >= person }
        return index < members.count && members[index] == person
    }

    /// `device` is `person`'s no longer, here or anywhere.
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
    /// Who signs a chain.
    package struct Writer: Equatable, Sendable {
        package let person: PersonID
        package let device: DeviceID

        /// `person`'s `device`.
        package init(person: PersonID, device: DeviceID) {
            self.person = person
            self.device = device
        }
    }

    /// A checkpoint in delta `sequence` of `chain` ends places of `target`: it counts itself, and the
    /// device that signs the target wrote it, or, once the target has ended, any of its person's.
    package func mayForget(
        _ target: ChainID, of owner: Writer, in chain: ChainID, at sequence: UInt64,
        by writer: Writer
    ) -> Bool {
        guard standing(of: chain).covers(sequence), writer.person == owner.person else {
            return false
        }
        return writer == owner || hasEnded(target, of: owner)
    }

    /// `target` was cut, or its device has ended: any of its person's may declare dead what it holds.
    package func hasEnded(_ target: ChainID, of owner: Writer) -> Bool {
        standing(of: target).length < .max || isEnded(owner.device, of: owner.person)
    }

    /// From where on nothing in `target` counts, because it was cut or its device has ended; nil
    /// while it goes on, and of a chain whose right has not come.
    package func end(of target: ChainID, of owner: Writer) -> UInt64? {
        let standing = standing(of: target)
        guard standing.length < .max,
            standing.role != .none || isEnded(owner.device, of: owner.person)
        else { return nil }
        return standing.length
    }
}
