import CRDT
import Domain
import Primitives
import Wire

@testable import Store

/// All things of one audience, merged from scratch from its whole log, in any order.
struct SlowMerge {
    /// An id names something under its author alone.
    struct Name: Hashable, Comparable {
        /// The author's row.
        let author: Int64
        let id: ObjectID

        static func < (left: Name, right: Name) -> Bool {
            (left.author, left.id) < (right.author, right.id)
        }
    }

    private(set) var things: [Name: SlowThing] = [:]
    private let hasManyAuthors: Bool
    private let founder: Int64
    /// The person whose own copies are left out, because they have the originals.
    private let me: Int64
    /// What each creation makes, and its author, by dot.
    private var made: [Dot: Name] = [:]

    /// Merges a log.
    ///
    /// - Parameters:
    ///   - founder: the row of the person whose audience it is.
    ///   - me: the row of the person whose replica it is.
    init(_ log: HeldLog, founder: Int64, me: Int64) {
        hasManyAuthors = log.audience.kind.hasID
        self.founder = founder
        self.me = me
        for entry in log.entries {
            for (index, part) in entry.operations.enumerated() {
                note(part, at: index, of: entry)
            }
        }
        for entry in log.entries where entry.counts {
            for (index, part) in entry.operations.enumerated() {
                let dot = part.dot(in: entry.chain, at: entry.header.sequence, index)
                take(part.operation, dot, entry)
            }
        }
    }

    /// The names of all things, in ascending order.
    var names: [Name] { things.keys.sorted() }

    // The author of what an entry's chain makes.
    private func author(_ entry: HeldLog.Entry) -> Int64 {
        hasManyAuthors ? entry.writer : founder
    }

    private mutating func note(
        _ part: OriginedOperation, at index: Int, of entry: HeldLog.Entry
    ) {
        guard case .create(let creation) = part.operation else { return }
        let dot = part.dot(in: entry.chain, at: entry.header.sequence, index)
        let id = creation.id ?? Derivation.object(origin: dot, stamp: entry.header.stamp)
        made[dot] = Name(author: author(entry), id: id)
    }

    private mutating func take(_ operation: Operation, _ dot: Dot, _ entry: HeldLog.Entry) {
        let writer = author(entry)
        func saying(_ value: [UInt8]) -> SlowThing.Saying {
            SlowThing.Saying(
                dot: dot, chain: entry.chain, writer: writer, stamp: entry.header.stamp,
                value: value)
        }
        switch operation {
        case .create(let creation):
            if hasManyAuthors, creation.id != nil, entry.writer == me { return }
            guard let name = made[dot] else { return }
            things[name, default: SlowThing()].creations.append(saying([creation.kind]))
            for value in creation.values {
                things[name]?.writes.append((value.field, saying(value.value)))
            }
            for set in creation.elements {
                for element in set.elements {
                    things[name]?.additions.append(
                        SlowThing.Element(field: set.field, bytes: element, dot: dot))
                }
            }
        case .write(let write):
            guard let name = name(write.object, by: writer, entry) else { return }
            things[name, default: SlowThing()].writes.append((write.field, saying(write.value)))
            for dot in write.replaces { things[name]?.replaced.append((write.field, dot)) }
        case .add(let addition):
            guard let name = name(addition.object, by: writer, entry) else { return }
            things[name, default: SlowThing()].additions.append(
                SlowThing.Element(field: addition.field, bytes: addition.element, dot: dot))
        case .remove(let removal):
            guard let name = name(removal.object, by: writer, entry) else { return }
            for dot in removal.dots {
                things[name, default: SlowThing()].removals.append(
                    SlowThing.Element(field: removal.field, bytes: removal.element, dot: dot))
            }
        case .withdraw(let withdrawal):
            // Nobody may withdraw what somebody else made.
            guard let name = name(withdrawal.object, by: writer, entry), name.author == writer
            else { return }
            things[name, default: SlowThing()].withdrawn += withdrawal.dots
        case .place(let placement):
            guard let name = name(placement.object, by: writer, entry) else { return }
            things[name, default: SlowThing()].placements.append(
                (placement.audience, saying(placement.isIn ? [1] : [0])))
            for dot in placement.replaces {
                things[name]?.displaced.append((placement.audience, dot))
            }
        case .open, .certify, .decertify, .grant, .cut, .rotate, .admit, .checkpoint, .unknown:
            return
        }
    }

    // An id names a copy of the writer's own; a creation's dot names what is at home here.
    private func name(
        _ object: ObjectRef, by writer: Int64, _ entry: HeldLog.Entry
    ) -> Name? {
        switch object {
        case .creation(let dot): return made[dot]
        case .id(let id):
            if hasManyAuthors, entry.writer == me { return nil }
            return Name(author: writer, id: id)
        }
    }
}
