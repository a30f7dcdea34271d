import CRDT
import Domain

/// Describes changes of a thing in words.
struct HistoryWords {
    /// The kind of the thing; `link` for objects that are not things.
    let kind: Kind
    /// This person's names for the things that the changes refer to, if visible.
    let names: [ThingReference: String]

    init(of kind: UInt8, names: [ThingReference: String]) {
        self.kind = Kind(rawValue: kind) ?? .link
        self.names = names
    }

    /// Returns the other things that an operation refers to.
    static func references(in operation: Operation, of kind: UInt8) -> [ThingReference] {
        guard let kind = Kind(rawValue: kind) else { return [] }
        switch operation {
        case .create(let creation):
            let values = creation.values.compactMap { reference($0.value, in: $0.field, of: kind) }
            return values
                + creation.elements.flatMap { set in
                    set.elements.compactMap { reference($0, in: set.field, of: kind) }
                }
        case .write(let write):
            return reference(write.value, in: write.field, of: kind).map { [$0] } ?? []
        case .add(let addition):
            return reference(addition.element, in: addition.field, of: kind).map { [$0] } ?? []
        case .remove(let removal):
            return reference(removal.element, in: removal.field, of: kind).map { [$0] } ?? []
        case .withdraw, .place, .open, .certify, .decertify, .grant, .cut, .rotate, .admit,
            .checkpoint, .unknown:
            return []
        }
    }

    private static func reference(
        _ value: [UInt8], in field: Field, of kind: Kind
    ) -> ThingReference? {
        switch kind.details.first(where: { $0.field == field })?.value {
        case .place, .reference: return ThingReference(text: text(value))
        case .mark:
            guard case .garment(let garment)? = CanvasMark(text: text(value))?.aspect else {
                return nil
            }
            return garment
        default: return nil
        }
    }

    /// Describes what an operation on the thing did; a creation lists each field it set.
    ///
    /// - Parameter audience: this person's name for the audience of a placement.
    func changes(_ operation: Operation, audience: String?) -> [String] {
        switch operation {
        case .create(let creation):
            let values = creation.values.flatMap { value($0.value, in: $0.field) }
            let elements = creation.elements.flatMap { set in
                set.elements.flatMap { element($0, in: set.field, sign: "+") }
            }
            return ["kept"] + values + elements
        case .write(let write):
            return Self.deletion(write) ?? value(write.value, in: write.field)
        case .add(let addition):
            return element(addition.element, in: addition.field, sign: "+")
        case .remove(let removal):
            return element(removal.element, in: removal.field, sign: "-")
        case .withdraw:
            return ["withdrawn"]
        case .place(let placement):
            let name = audience ?? "another audience"
            return [placement.isIn ? "shared with \(name)" : "withdrawn from \(name)"]
        case .open, .certify, .decertify, .grant, .cut, .rotate, .admit, .checkpoint, .unknown:
            return []
        }
    }

    /// Describes what an operation on a comment did.
    ///
    /// - Parameter open: decrypts the stored text; returns nil if that fails.
    static func saying(in operation: Operation, open: ([UInt8]) -> String?) -> [String] {
        switch operation {
        case .create(let creation):
            return creation.values.compactMap { value in
                value.field == Schema.Comment.text ? open(value.value).map { "wrote: \($0)" } : nil
            }
        case .write(let write) where write.field == Schema.Comment.text:
            return open(write.value).map { ["edited: \($0)"] } ?? []
        case .write(let write): return deletion(write) ?? []
        case .withdraw, .add, .remove, .place, .open, .certify, .decertify, .grant, .cut, .rotate,
            .admit, .checkpoint, .unknown:
            return []
        }
    }

    private static func deletion(_ write: FieldWrite) -> [String]? {
        guard write.field == .deletion else { return nil }
        return [write.value.isEmpty ? "restored from the trash" : "moved to the trash"]
    }

    // Describes an added or removed tag, or value of a list detail.
    private func element(_ element: [UInt8], in field: Field, sign: String) -> [String] {
        let text = Self.text(element)
        if field == Schema.Thing.tags { return ["\(sign) #\(text)"] }
        guard let form = kind.details.first(where: { $0.field == field }) else { return [] }
        switch form.value {
        case .mark: return CanvasMark(text: text).flatMap { layer($0, sign: sign) } ?? []
        case .reference:
            let name = name(of: text) ?? "something"
            return [sign == "+" ? "added \(name)" : "removed \(name)"]
        default: return ["\(sign) \(form.name.word): \(form.value.told(text))"]
        }
    }

    // Each change of a layer removes a mark and adds another; only the addition is described.
    private func layer(_ mark: CanvasMark, sign: String) -> [String]? {
        let name = "layer \(mark.layer.text)"
        if case .garment(let garment) = mark.aspect {
            let what = names[garment].map { "\(name), \($0)" } ?? name
            return [sign == "+" ? "added \(what)" : "removed \(what)"]
        }
        guard sign == "+" else { return nil }
        switch mark.aspect {
        case .garment: return nil
        case .at(let x, let y): return mark.edit > 1 ? ["moved \(name) to \(x), \(y)"] : nil
        case .scale(let thousandths):
            return mark.edit > 1
                ? ["scaled \(name) to \(Price.spelled(trimming: thousandths))"] : nil
        case .turn(let degrees): return mark.edit > 1 ? ["turned \(name) to \(degrees)°"] : nil
        case .z: return mark.edit > 1 ? ["moved \(name) above or below others"] : nil
        }
    }

    private func value(_ value: [UInt8], in field: Field) -> [String] {
        let shown = value.isEmpty ? "(empty)" : Self.text(value)
        if let form = kind.details.first(where: { $0.field == field }) {
            let name = form.value == .place ? name(of: shown) : nil
            let told = value.isEmpty ? shown : name ?? form.value.told(shown)
            return ["\(form.name.word): \(told)"]
        }
        switch field {
        case Schema.Thing.url: return ["url: \(shown)"]
        case Schema.Thing.title:
            return ["\(kind.isAddressed ? "title" : "name"): \(shown)"]
        case Schema.Thing.note: return ["note: \(shown)"]
        case Schema.Thing.size:
            let size = value.first.flatMap(TileSize.init(rawValue:)) ?? .medium
            return ["size: \(size.letter)"]
        case Schema.Thing.unread: return [value.isEmpty ? "read" : "unread"]
        default: return []
        }
    }

    private func name(of reference: String) -> String? {
        ThingReference(text: reference).flatMap { names[$0] }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
