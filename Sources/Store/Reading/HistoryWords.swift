import CRDT
import Domain

/// Changes as people read them.
enum HistoryWords {
    /// What an operation on an object did, in words; a creation says each field it set.
    ///
    /// - Parameter audience: what this person calls the audience that a placement names.
    static func changes(
        _ operation: Operation, of kind: UInt8, audience: String?
    ) -> [String] {
        let kind = Kind(rawValue: kind) ?? .link
        switch operation {
        case .create(let creation):
            let values = creation.values.flatMap { value($0.value, in: $0.field, of: kind) }
            let elements = creation.elements.flatMap { set in
                set.elements.flatMap { element($0, in: set.field, of: kind, sign: "+") }
            }
            return ["kept"] + values + elements
        case .write(let write):
            if write.field == .deletion {
                return [write.value.isEmpty ? "taken out of the trash" : "moved to the trash"]
            }
            return value(write.value, in: write.field, of: kind)
        case .add(let addition):
            return element(addition.element, in: addition.field, of: kind, sign: "+")
        case .remove(let removal):
            return element(removal.element, in: removal.field, of: kind, sign: "-")
        case .withdraw:
            return ["withdrawn"]
        case .place(let placement):
            let name = audience ?? "another audience"
            return [placement.isIn ? "shared with \(name)" : "withdrawn from \(name)"]
        case .open, .certify, .decertify, .grant, .cut, .rotate, .admit, .checkpoint, .unknown:
            return []
        }
    }

    // A tag that came or went, or a value of a detail that is a list.
    private static func element(
        _ element: [UInt8], in field: Field, of kind: Kind, sign: String
    ) -> [String] {
        if field == Schema.Thing.tags { return ["\(sign) #\(text(element))"] }
        guard let form = kind.details.first(where: { $0.field == field }) else { return [] }
        switch form.value {
        case .mark: return CanvasMark(text: text(element)).flatMap { layer($0, sign: sign) } ?? []
        case .reference: return [sign == "+" ? "put something in" : "took something out"]
        case .text, .path, .choice, .price, .barcode, .day, .photo, .position, .hours, .place,
            .film, .seconds, .theme, .page:
            return ["\(sign) \(form.name.word): \(form.value.told(text(element)))"]
        }
    }

    // What goes makes room for what comes, and of what is laid down only that is told.
    private static func layer(_ mark: CanvasMark, sign: String) -> [String]? {
        let name = "layer \(mark.layer.text)"
        guard sign == "+" else {
            guard case .garment = mark.aspect else { return nil }
            return ["took off \(name)"]
        }
        switch mark.aspect {
        case .garment: return ["put on \(name)"]
        case .at(let x, let y): return mark.edit > 1 ? ["moved \(name) to \(x), \(y)"] : nil
        case .scale(let thousandths):
            return mark.edit > 1
                ? ["made \(name) \(Price.spelled(trimming: thousandths)) large"] : nil
        case .turn(let degrees): return mark.edit > 1 ? ["turned \(name) to \(degrees)°"] : nil
        case .z: return mark.edit > 1 ? ["put \(name) above or below others"] : nil
        }
    }

    private static func value(
        _ value: [UInt8], in field: Field, of kind: Kind
    ) -> [String] {
        if let form = kind.details.first(where: { $0.field == field }) {
            let told = value.isEmpty ? shown(value) : form.value.told(text(value))
            return ["\(form.name.word): \(told)"]
        }
        switch field {
        case Schema.Thing.url: return ["url: \(shown(value))"]
        case Schema.Thing.title:
            return ["\(kind.isAddressed ? "title" : "name"): \(shown(value))"]
        case Schema.Thing.note: return ["note: \(shown(value))"]
        case Schema.Thing.size:
            let size = value.first.flatMap(TileSize.init(rawValue:)) ?? .medium
            return ["size: \(size.letter)"]
        case Schema.Thing.unread: return [value.isEmpty ? "read" : "unread"]
        default: return []
        }
    }

    private static func shown(_ value: [UInt8]) -> String {
        value.isEmpty ? "(empty)" : text(value)
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
