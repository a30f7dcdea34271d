import CRDT
import Domain
import Wire

// The reference by which operations name an object, and the operations that change it.
extension ObjectRow {
    /// The reference for operations at home; nil if no creation counts or this is a copy of an object at
    /// home with somebody else.
    var home: ObjectRef? {
        guard let dot = state.creations.first?.dot, case .position = dot else { return nil }
        return .creation(dot)
    }

    /// Whether the object is derived from its author's home, or is a remainder of such a copy.
    var isCopy: Bool {
        if case .derived? = state.creations.first?.dot ?? state.withdrawn.first { return true }
        // Once its withdrawal has been erased, a copy is recognized by other operations on it.
        guard state.creations.isEmpty, state.withdrawn.isEmpty else { return false }
        if case .derived? = state.knownDots.first { return true }
        return false
    }

    /// The tags of a link, as they were spelled.
    var tags: [[UInt8]] { state.set(Schema.Thing.tags)?.elements ?? [] }

    /// Returns additions of those `names` that the object does not have yet, within the writer's limit.
    ///
    /// - Parameter gone: spellings that are removed at the same time.
    func additions(
        of names: [String], besides gone: [String] = [], at object: ObjectRef
    ) -> [Operation] {
        var known = tags.map { String(decoding: $0, as: UTF8.self) }
            .filter { !gone.contains($0) }.map(TagName.fold)
        var operations: [Operation] = []
        let most = thing?.tagsMax ?? Limits.tagsPerObjectMax
        for name in names where known.count < most {
            let folded = TagName.fold(name)
            guard !known.contains(folded) else { continue }
            known.append(folded)
            operations.append(
                .add(
                    ElementAddition(
                        object: object, field: Schema.Thing.tags, element: Array(name.utf8))))
        }
        return operations
    }

    /// Returns additions of those `names` that the object does not have yet, if there is room for all of
    /// them; else none.
    func allAdditions(of names: [String], at object: ObjectRef) -> [Operation] {
        let known = tags.map { TagName.fold(String(decoding: $0, as: UTF8.self)) }
        let lacking = names.count { !known.contains(TagName.fold($0)) }
        let additions = additions(of: names, at: object)
        return additions.count == lacking ? additions : []
    }

    /// Returns removals of every spelling of the `names`.
    func removals(of names: [String], at object: ObjectRef) -> [Operation] {
        let folded = names.map(TagName.fold)
        let spelled = tags.map { String(decoding: $0, as: UTF8.self) }
        return removals(spelled: spelled.filter { folded.contains(TagName.fold($0)) }, at: object)
    }

    /// Returns removals of exactly these spellings.
    func removals(spelled names: [String], at object: ObjectRef) -> [Operation] {
        removals(of: names, in: Schema.Thing.tags, at: object)
    }

    /// Returns removals of these elements of a set of texts, exactly as they are spelled.
    func removals(of texts: [String], in field: Field, at object: ObjectRef) -> [Operation] {
        guard let set = state.set(field) else { return [] }
        return texts.map { Array($0.utf8) }.map { element in
            .remove(
                ElementRemoval(
                    object: object, field: field, element: element,
                    dots: Self.named(set.dots(of: element).sorted(), besides: element.count)))
        }
    }

    /// Returns a write that replaces everything known of a field.
    func write(_ field: Field, _ value: [UInt8], at object: ObjectRef) -> Operation {
        .write(
            FieldWrite(
                object: object, field: field, value: value,
                replaces: Self.named(state.register(field)?.dots ?? [], besides: value.count)))
    }

    /// Returns what makes a register show only this value; empty if it does already.
    func difference(_ field: Field, _ value: [UInt8], at object: ObjectRef) -> [Operation] {
        let register = state.register(field)
        guard register?.shown?.value ?? [] != value || register?.conflicts.isEmpty == false else {
            return []
        }
        return [write(field, value, at: object)]
    }

    /// Returns as many of `dots`, 27 bytes each, as one operation can name beside so many bytes. Beyond
    /// that, writes that somebody repeated a thousand times show as conflicts, which later writes end.
    static func named(_ dots: [Dot], besides bytes: Int) -> [Dot] {
        Array(dots.prefix(min(1000, (WireLimits.operationBytesMax - bytes - 256) / 27)))
    }
}
