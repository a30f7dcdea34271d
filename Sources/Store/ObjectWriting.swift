import CRDT
import Domain
import Wire

// How operations name an object, and those that change it.
extension ObjectRow {
    /// How operations at home name it; nil if no creation stands, or this is a copy of what is at
    /// home with somebody else.
    var home: ObjectRef? {
        guard let dot = state.creations.first?.dot, case .position = dot else { return nil }
        return .creation(dot)
    }

    /// It was derived from what is at home with its author, or is what is left of that.
    var isCopy: Bool {
        if case .derived? = state.creations.first?.dot ?? state.withdrawn.first { return true }
        // Once its end has been erased it is known by what else was written to it.
        guard state.creations.isEmpty, state.withdrawn.isEmpty else { return false }
        if case .derived? = state.knownDots.first { return true }
        return false
    }

    /// The tags of a link, as they were spelled.
    var tags: [[UInt8]] { state.set(Schema.Thing.tags)?.elements ?? [] }

    /// Additions of the `names` that it does not carry yet, within the writer's limit.
    ///
    /// - Parameter gone: spellings that are taken off at the same time.
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

    /// Additions of the `names` that it does not carry yet, if it has room for all of them; else none.
    func allAdditions(of names: [String], at object: ObjectRef) -> [Operation] {
        let known = tags.map { TagName.fold(String(decoding: $0, as: UTF8.self)) }
        let lacking = names.count { !known.contains(TagName.fold($0)) }
        let additions = additions(of: names, at: object)
        return additions.count == lacking ? additions : []
    }

    /// Removals of every spelling of the `names`.
    func removals(of names: [String], at object: ObjectRef) -> [Operation] {
        let folded = names.map(TagName.fold)
        let spelled = tags.map { String(decoding: $0, as: UTF8.self) }
        return removals(spelled: spelled.filter { folded.contains(TagName.fold($0)) }, at: object)
    }

    /// Removals of exactly these spellings.
    func removals(spelled names: [String], at object: ObjectRef) -> [Operation] {
        removals(of: names, in: Schema.Thing.tags, at: object)
    }

    /// Removals of these elements of a set, texts, exactly as they are spelled.
    func removals(of texts: [String], in field: Field, at object: ObjectRef) -> [Operation] {
        guard let set = state.set(field) else { return [] }
        return texts.map { Array($0.utf8) }.map { element in
            .remove(
                ElementRemoval(
                    object: object, field: field, element: element,
                    dots: Self.named(set.dots(of: element).sorted(), besides: element.count)))
        }
    }

    /// A write that replaces everything known of a field.
    func write(_ field: Field, _ value: [UInt8], at object: ObjectRef) -> Operation {
        .write(
            FieldWrite(
                object: object, field: field, value: value,
                replaces: Self.named(state.register(field)?.dots ?? [], besides: value.count)))
    }

    /// What makes a register show this value alone; nothing if it does.
    func difference(_ field: Field, _ value: [UInt8], at object: ObjectRef) -> [Operation] {
        let register = state.register(field)
        guard register?.shown?.value ?? [] != value || register?.conflicts.isEmpty == false else {
            return []
        }
        return [write(field, value, at: object)]
    }

    /// As many of `dots`, 27 bytes each, as one operation names beside so many bytes: what somebody
    /// else has written a thousand times over shows as conflicts that later writes end.
    static func named(_ dots: [Dot], besides bytes: Int) -> [Dot] {
        Array(dots.prefix(min(1000, (WireLimits.operationBytesMax - bytes - 256) / 27)))
    }
}
