import CRDT
import Domain
import Primitives
import Wire

// Applies operations on objects.
extension Store {
    /// Folds operations of one delta on one object: one that creates it, or several that change it.
    ///
    /// - Parameter chain: the chain of the delta. Its writer owns what is created there and the copies
    ///   that the delta names by id. An object at home in a group may be changed by any editor; it is
    ///   named by its creation, which determines the author.
    /// - Parameter delta: the row of the delta, for operations that have to wait.
    /// - Parameter isWritten: whether this device has just written the delta and its copies.
    func foldObject(
        _ operations: [(operation: Operation, dot: Dot)], carrier: Carrier, of chain: ChainRecord,
        in audience: AudienceRecord, delta: Int64, isWritten: Bool
    ) throws(StorageError) {
        guard let (operation, dot) = operations.first else { return }
        let before = memory.touched.writer
        memory.touched.writer = try person(of: chain)
        defer { memory.touched.writer = before }
        if case .create(let creation) = operation {
            let id = creation.id ?? Derivation.object(origin: dot, stamp: carrier.stamp)
            let author = try self.author(of: chain, in: audience)
            try noteMoved(creation, dot: dot)
            let isNew = try insert(
                creation, id: id, dot: dot, carrier: carrier, author: author,
                place: audience.place)
            if !isNew {
                try update(id, author: author, in: audience.place, isWritten: isWritten) {
                    $0.apply(operation, dot: dot, carrier: carrier)
                }
            }
            return try retryMoved()
        }
        guard let object = operation.object else { return }
        guard let key = try key(of: object, named: chain, in: audience) else {
            if case .creation(.position(let other, _, _)) = object, try self.chain(other) == nil {
                try wait(delta, on: waitingKey(chain: other))
            } else if case .creation(.position(let other, let sequence, _)) = object,
                let known = try self.chain(other), known.length <= sequence
            {
                try wait(delta, on: waitingKey(chain: other))
            } else {
                try waitForMoved(object, delta: delta)
            }
            return
        }
        let writer = try author(of: chain, in: audience)
        let counting = operations.filter { $0.operation.isFor(key, writer: writer) }
        guard !counting.isEmpty else { return }
        try update(key.id, author: key.author, in: audience.place, isWritten: isWritten) {
            for entry in counting { $0.apply(entry.operation, dot: entry.dot, carrier: carrier) }
        }
    }

    /// The key by which rows are found: an id is unique only under its author.
    struct ObjectKey: Hashable, Comparable {
        /// The author's row.
        let author: Int64
        let id: ObjectID

        static func < (left: ObjectKey, right: ObjectKey) -> Bool {
            (left.author, left.id) < (right.author, right.id)
        }
    }

    /// Resolves `object` as named by an operation in `chain`; nil if its creation has not come or is in
    /// another audience.
    func key(
        of object: ObjectRef, named chain: ChainRecord, in audience: AudienceRecord
    ) throws(StorageError) -> ObjectKey? {
        guard let id = try id(of: object) else { return nil }
        if audience.kind.hasID, case .creation(.position(let other, _, _)) = object {
            guard let maker = try self.chain(other), maker.audience == audience.number else {
                return nil
            }
            return ObjectKey(author: try person(of: maker), id: id)
        }
        return ObjectKey(author: try author(of: chain, in: audience), id: id)
    }

    /// Returns the author of the objects that a chain creates.
    func author(
        of chain: ChainRecord, in audience: AudienceRecord
    ) throws(StorageError) -> Int64 {
        audience.kind.hasID ? try person(of: chain) : try number(of: audience.founder)
    }

    /// Returns the id of the object that an operation names; nil if its creation has not come.
    func id(of object: ObjectRef) throws(StorageError) -> ObjectID? {
        switch object {
        case .id(let id): return id
        case .creation(.derived): return nil
        case .creation(let dot) where dot.isBroughtHome: return try movedID(of: dot)
        case .creation(let dot):
            guard case .position(let chain, let sequence, _) = dot,
                let known = try self.chain(chain), sequence < known.length
            else { return nil }
            guard let header = try header(row: known.row(sequence)) else {
                return try movedID(of: dot)
            }
            return Derivation.object(origin: dot, stamp: header.stamp)
        }
    }
}

extension Operation {
    /// Whether the operation has effect on the object. Only its author can withdraw it; another editor
    /// can only move it to the trash, from which it can be restored.
    func isFor(_ key: Store.ObjectKey, writer: Int64) -> Bool {
        if case .withdraw = self { return key.author == writer }
        return true
    }

    /// The object that the operation changes; nil if it names none.
    var object: ObjectRef? {
        switch self {
        case .write(let write): return write.object
        case .add(let addition): return addition.object
        case .remove(let removal): return removal.object
        case .withdraw(let withdrawal): return withdrawal.object
        case .place(let placement): return placement.object
        case .open, .certify, .decertify, .grant, .cut, .rotate, .admit, .checkpoint, .create,
            .unknown:
            return nil
        }
    }
}
