import CRDT
import Domain
import Primitives
import Wire

extension ObjectState {
    /// The object made anew, of which nothing is left: its creation, and what does not fit it.
    ///
    /// - Parameter id: what it is called, if that cannot be derived from where the creation will stand.
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
        // A thing goes on showing when it was kept, not when it was written again.
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

    /// An operation has 64 KiB; what does not fit is written behind the creation.
    private static let creationBytesMax = 48 * 1024
}
