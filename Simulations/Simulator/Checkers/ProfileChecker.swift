import CRDT
import Domain
import Primitives

@testable import Store

/// Checks that each of a person's devices, and each friend who may see it, shows the profile that the person wrote
/// last, and that a private profile is shown to nobody.
enum ProfileChecker {
    static let claim = "a person's profile is what they said last"

    /// What shows of a profile.
    struct Words: Equatable {
        let id: ObjectID
        let name: String
        let about: String
        let photo: [String]

        init(_ said: Bookmark) {
            (id, name, about) = (said.id, said.title, said.note)
            photo = said.details[.photo]
        }

        init(_ id: ObjectID, _ entry: Diary.Entry) {
            (self.id, name, about) = (id, entry.title, entry.note)
            photo = entry.details[.photo]
        }
    }

    static func check(_ cluster: Cluster) throws(BrokenClaim) {
        guard cluster.workload.hasProfiles else { return }
        for person in cluster.persons where cluster.isHonest(person.number) {
            try checkOwn(person, cluster)
            if !cluster.isShared(person.number), cluster.isSound(person) {
                try checkTold(of: person, cluster)
            }
        }
    }

    // All devices of a person show the same; with a single device, what the diary says.
    private static func checkOwn(
        _ person: SimulatedNode, _ cluster: Cluster
    ) throws(BrokenClaim) {
        let machines = cluster.standing(of: person.number).filter(cluster.isSound)
        let account: Words? = person.diary.profile.flatMap { id in
            person.diary.entries[id].map { Words(id, $0) }
        }
        var known = cluster.isShared(person.number) ? nil : account
        for (place, machine) in machines.enumerated() {
            let said = try words(of: person, at: machine)
            if place == 0, cluster.isShared(person.number) { known = said }
            guard said == known else { throw broken(person, at: machine, said, known) }
        }
    }

    /// Checks what friends read of a person with one device: the latest of their profiles that is for friends, or one
    /// that a group shows.
    static func checkTold(
        of person: SimulatedNode, _ cluster: Cluster
    ) throws(BrokenClaim) {
        let all = person.diary.living.compactMap { id -> (words: Words, places: [Audience])? in
            guard let entry = person.diary.entries[id], entry.kind == .profile else { return nil }
            return (Words(id, entry), entry.places)
        }
        let forFriends = all.last { one in one.places.contains { $0.kind != nil } }?.words
        let inGroups = all.filter { one in one.places.contains { $0.kind == nil } }.map(\.words)
        for reader in cluster.machines where reader.holder != person.number {
            guard cluster.isSound(reader),
                try cluster.areFriendsThroughout(reader.holder, person.number)
            else { continue }
            let said = try words(of: person, at: reader)
            if said == forFriends {
                if said != nil { cluster.reach(.profileSeen) }
                if let said, try wasSaidAnew(said.id, at: reader) {
                    cluster.reach(.profileSaidAnew)
                }
                continue
            }
            guard let said, inGroups.contains(said), said.id >= forFriends?.id ?? said.id else {
                throw broken(person, at: reader, said, forFriends)
            }
        }
    }

    // Whether what shows has replaced an earlier value.
    private static func wasSaidAnew(
        _ id: ObjectID, at reader: SimulatedNode
    ) throws(BrokenClaim) -> Bool {
        try reader.read { (store) throws(StorageError) in
            let rows = try store.database.rows(
                "SELECT id FROM objects WHERE object = ? AND hidden = 0 ORDER BY id",
                [.blob(id.bytes.bytes)]
            ) { (row) throws(StorageError) in row.integer(0) }
            for number in rows {
                let registers = try store.object(row: number)?.state.registers ?? []
                if registers.contains(where: { !$0.register.replaced.isEmpty }) { return true }
            }
            return false
        }
    }

    private static func words(
        of person: SimulatedNode, at machine: SimulatedNode
    ) throws(BrokenClaim) -> Words? {
        let isOwn = machine.holder == person.number
        return try machine.read { (store) throws(StorageError) -> Words? in
            let answer = try store.profile(
                isOwn ? nil : PersonReference(person.person.text))
            guard case .feeds(.profile(let profile)) = answer else { return nil }
            return profile.said.map { Words($0) }
        }
    }

    private static func broken(
        _ person: SimulatedNode, at machine: SimulatedNode, _ said: Words?, _ known: Words?
    ) -> BrokenClaim {
        BrokenClaim(
            claim,
            "\(machine.place) is told \(said.map { "\($0)" } ?? "nothing") of \(person.place), who "
                + "says \(known.map { "\($0)" } ?? "nothing")")
    }
}
