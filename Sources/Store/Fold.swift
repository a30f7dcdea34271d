import CRDT
import Domain
import Primitives
import Wire

// The state is the fold of the operations that count: the same set of deltas gives the same state, in any
// order.
extension Store {
    /// Folds a received delta. A delta that cannot be read yet waits, and a void one stays in the log
    /// without effect.
    func foldReceived(
        _ delta: SignedDelta, of chain: ChainRecord, sequence: UInt64, in audience: AudienceRecord
    ) throws(StorageError) {
        switch try read(delta, in: audience.number) {
        case .void: return
        case .sealed: try wait(chain.row(sequence), on: delta.header.epoch.bytes)
        case .operations(let operations):
            try learn(operations, of: chain, sequence: sequence, in: audience)
            guard try counts(operations, delta.header, of: chain, in: audience) else {
                guard try isSound(operations, delta.header, in: audience) else { return }
                try keepCheckpoint(in: operations, of: chain.id, sequence: sequence, audience)
                if try isDead(operations, sequence, of: chain) {
                    memory.spared.remove(chain.row(sequence))
                    memory.isErasingDue = true
                }
                try foldAnyway(operations, of: chain, sequence: sequence, in: audience)
                return
            }
            let carrier = Carrier(chain: chain.id, stamp: delta.header.stamp)
            try fold(
                operations, of: chain, sequence: sequence, carrier: carrier, in: audience,
                isWritten: false)
        }
    }

    // Applies what holds wherever it stands: keys, which may open deltas and decide which ones count, and
    // certificates, which say whose device one is.
    private func foldAnyway(
        _ operations: [OriginedOperation], of chain: ChainRecord, sequence: UInt64,
        in audience: AudienceRecord
    ) throws(StorageError) {
        for entry in operations {
            switch entry.operation {
            case .rotate(let rotation):
                try fold(rotation, in: audience, delta: chain.row(sequence))
            case .certify(let certificate):
                try keep(certificate)
                try keep(certificate, in: audience)
            case .admit(let admission):
                try fold(admission, in: audience, delta: chain.row(sequence))
            default: continue
            }
        }
    }

    /// Whether a delta takes effect: it breaks no rule, it is not dead, and its chain may write it at
    /// that position.
    func counts(
        _ operations: [OriginedOperation], _ header: DeltaHeader, of chain: ChainRecord,
        in audience: AudienceRecord
    ) throws(StorageError) -> Bool {
        let judgement = try judgement(of: audience)
        let standing = judgement.standing(of: chain.id)
        guard standing.covers(header.sequence),
            isPermitted(
                operations, in: chain.id, to: standing.role, by: judgement.grant(of: chain.id),
                in: audience),
            !(try isDead(operations, header.sequence, of: chain))
        else { return false }
        return try isSound(operations, header, in: audience)
    }

    /// Applies the operations of a delta that counts.
    ///
    /// - Parameter isWritten: whether this device has just written it.
    func fold(
        _ operations: [OriginedOperation], of chain: ChainRecord, sequence: UInt64,
        carrier: Carrier, in audience: AudienceRecord, isWritten: Bool
    ) throws(StorageError) {
        let isOwnCopy = try isOwnCopies(chain, in: audience)
        let row = chain.row(sequence)
        // Adjacent operations on one object; it is loaded and saved once for all of them.
        var together: [(operation: Operation, dot: Dot)] = []
        var isHeard = false
        for (index, entry) in operations.enumerated() {
            let dot = entry.dot(in: chain.id, at: sequence, index)
            if let last = together.last, !last.operation.concernsSame(as: entry.operation) {
                try foldObject(
                    together, carrier: carrier, of: chain, in: audience, delta: row,
                    isWritten: isWritten)
                together = []
            }
            switch entry.operation {
            case .certify(let certificate):
                try keep(certificate)
                try keep(certificate, in: audience)
            case .grant, .cut, .decertify:
                try learn(operations, of: chain, sequence: sequence, in: audience)
            case .rotate(let rotation):
                try fold(rotation, in: audience, delta: chain.row(sequence))
            case .admit(let admission):
                try fold(admission, in: audience, delta: chain.row(sequence))
            case .create, .write, .add, .remove, .withdraw, .place:
                // An own copy is not stored, because home holds the same.
                if isOwnCopy, !entry.operation.isAtHome(in: audience.kind) {
                    try noteEnding(entry.operation, in: audience)
                    try noteShown(entry.operation, in: audience, by: row)
                    guard !isWritten else { continue }
                    if !isHeard { try noteTwin(carrier, of: chain, in: audience) }
                    isHeard = true
                    try heard(entry.operation, in: audience, delta: row)
                    guard !(try isAtHome(entry.operation)) else { continue }
                }
                together.append((entry.operation, dot))
            case .checkpoint:
                try keepCheckpoint(in: operations, of: chain.id, sequence: sequence, audience)
            case .open, .unknown: continue
            }
        }
        guard !together.isEmpty else { return }
        try foldObject(
            together, carrier: carrier, of: chain, in: audience, delta: row, isWritten: isWritten)
    }

    // Whether a chain holds own copies: it was written by this person's devices into their `friends`,
    // `public` or groups.
    func isOwnCopies(
        _ chain: ChainRecord, in audience: AudienceRecord
    ) throws(StorageError) -> Bool {
        switch audience.kind {
        case .private: return false
        case .friends, .public: return audience.founder == owner.person
        case .group, .direct: return try person(of: chain) == (try me)
        }
    }

    /// Checks the rules whose breach voids the whole delta on every replica, whatever else is known.
    func isSound(
        _ operations: [OriginedOperation], _ header: DeltaHeader, in audience: AudienceRecord
    ) throws(StorageError) -> Bool {
        guard Self.isSealedAsItMust(operations, header, in: audience) else { return false }
        for (index, entry) in operations.enumerated() {
            guard Self.mayCarry(entry, header, in: audience) else { return false }
            switch entry.operation {
            case .open:
                guard header.sequence == 0, index == 0, operations.count == 1 else { return false }
            case .rotate, .admit:
                guard operations.count == 1 else { return false }
            case .certify(let certificate):
                guard certificate.isGenuine else { return false }
            case .decertify(let end):
                guard end.isGenuine else { return false }
            case .checkpoint(let checkpoint):
                guard operations.count == 1,
                    checkpoint.isSound(in: header.chain, at: header.sequence)
                else { return false }
            case .grant, .cut, .unknown: continue
            case .place(let placement):
                guard audience.kind == .private, placement.audience != audience.name else {
                    return false
                }
            case .create(let creation):
                guard Self.isValid(creation, hasOrigin: entry.origin != nil, in: audience) else {
                    return false
                }
            case .write(let write):
                guard Self.isValid(write) else { return false }
            case .add(let addition):
                guard addition.element.count <= WireLimits.elementBytesMax else { return false }
            case .remove, .withdraw: continue
            }
        }
        return true
    }

    // Whether an operation may carry its origin. A rewritten operation was first written in the same
    // chain, and only copies have derived origins, so no operation can take the dot of another one.
    private static func mayCarry(
        _ entry: OriginedOperation, _ header: DeltaHeader, in audience: AudienceRecord
    ) -> Bool {
        switch entry.origin {
        case nil: return true
        case .position(let chain, let sequence, _)?:
            return chain == header.chain && sequence < header.sequence
        case .derived?: return !entry.operation.isAtHome(in: audience.kind)
        }
    }

    // Rotations and admissions are not sealed, because a device that finds its key in them has none yet.
    // Everything else is sealed, except in `public`.
    private static func isSealedAsItMust(
        _ operations: [OriginedOperation], _ header: DeltaHeader, in audience: AudienceRecord
    ) -> Bool {
        operations.allSatisfy { entry in
            switch entry.operation {
            case .rotate, .admit: return header.isPlain
            case .unknown: return true
            default: return !header.isPlain || audience.kind == .public
            }
        }
    }

    private static func isValid(
        _ creation: Creation, hasOrigin: Bool, in audience: AudienceRecord
    ) -> Bool {
        guard hasOrigin || audience.kind == .private || audience.kind.hasID else {
            return false
        }
        return creation.values.allSatisfy {
            Schema.allows($0.value, in: $0.field, kind: creation.kind)
        }
            && creation.elements.allSatisfy { set in
                set.elements.allSatisfy {
                    Schema.allows(element: $0, in: set.field, kind: creation.kind)
                }
            }
    }

    // The kind is not known here; the value is checked against it again where it is shown.
    private static func isValid(_ write: FieldWrite) -> Bool {
        write.field != .deletion || write.value.isEmpty || write.value == [1]
    }
}

extension Operation {
    /// Whether the operation creates an object.
    var isCreation: Bool {
        if case .create = self { return true }
        return false
    }

    /// Whether both operations change one object under one name. Creations are never grouped.
    func concernsSame(as other: Operation) -> Bool {
        guard let object else { return false }
        return object == other.object
    }

    /// The thing that the operation makes or changes a copy of; nil if it does neither.
    var copied: ObjectID? {
        if case .create(let creation) = self { return creation.id }
        if case .id(let id) = object { return id }
        return nil
    }

    /// Whether the operation, in a group or direct audience, concerns an object at home there, as opposed
    /// to a copy of something at home with its writer.
    func isAtHome(in kind: AudienceKind) -> Bool {
        guard kind.hasID else { return false }
        if case .create(let creation) = self { return creation.id == nil }
        if case .creation = object { return true }
        return false
    }
}
