import CRDT
import Domain
import Primitives
import Wire

extension ObjectState {
    /// Returns a creation that makes the object again with all that it shows, and the operations that do
    /// not fit into it. Used when nothing of the object is left.
    ///
    /// - Parameter id: the object's id, if it cannot be derived from the position of the new creation.
    func made(
        kind: UInt8, id: ObjectID? = nil
    ) -> (creation: Creation, rest: (ObjectRef) -> [Operation]) {
        var values: [FieldValue] = []
        var writes: [(Field, [UInt8])] = []
        var bytes = 0
        for (field, register) in registers {
            var texts = register.conflicts.map(\.value)
            if let shown = register.shown { texts.append(shown.value) }
            for text in texts where !text.isEmpty {
                let isFirst = values.last?.field != field && field != .deletion
                if isFirst, bytes + text.count <= Self.creationBytesMax {
                    bytes += text.count
                    values.append(FieldValue(field, text))
                } else {
                    writes.append((field, text))
                }
            }
        }
        // A thing still shows when it was first saved, not when it was written again.
        if Kind(rawValue: kind) != nil, register(Schema.Thing.added) == nil,
            let made = creations.map(\.carrier.stamp).min()
        {
            values.append(FieldValue(Schema.Thing.added, Moment.bytes(made.wall)))
            values.sort { $0.field < $1.field }
        }
        var elements: [FieldElements] = []
        var additions: [(Field, [UInt8])] = []
        for (field, set) in sets {
            let all = set.elements
            let count = all.reduce(0) { $0 + $1.count }
            if bytes + count <= Self.creationBytesMax, !all.isEmpty {
                bytes += count
                elements.append(FieldElements(field, all))
            } else {
                additions += all.map { (field, $0) }
            }
        }
        let creation = Creation(kind: kind, id: id, values: values, elements: elements)
        return (
            creation,
            { object in
                writes.map {
                    .write(FieldWrite(object: object, field: $0.0, value: $0.1, replaces: []))
                }
                    + additions.map {
                        .add(ElementAddition(object: object, field: $0.0, element: $0.1))
                    }
            }
        )
    }

    /// An operation has at most 64 KiB; what does not fit follows the creation.
    private static let creationBytesMax = 48 * 1024
}
