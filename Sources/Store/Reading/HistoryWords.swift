import CRDT
import Domain

/// Changes as people read them.
enum HistoryWords {
    /// What an operation on an object did, in words; a creation says each field it set.
    ///
    /// - Parameter audience: what this person calls the audience that a placement names.
    static func changes(_ operation: Operation, audience: String?) -> [String] {
        switch operation {
        case .create(let creation):
            let values = creation.values.flatMap { value($0.value, in: $0.field) }
            let tags = creation.elements.filter { $0.field == Schema.Bookmark.tags }
                .flatMap(\.elements).map { "+ #\(text($0))" }
            return ["kept"] + values + tags
        case .write(let write):
            if write.field == .deletion {
                return [write.value.isEmpty ? "taken out of the trash" : "moved to the trash"]
            }
            return value(write.value, in: write.field)
        case .add(let addition):
            return addition.field == Schema.Bookmark.tags ? ["+ #\(text(addition.element))"] : []
        case .remove(let removal):
            return removal.field == Schema.Bookmark.tags ? ["- #\(text(removal.element))"] : []
        case .withdraw:
            return ["withdrawn"]
        case .place(let placement):
            let name = audience ?? "another audience"
            return [placement.isIn ? "shared with \(name)" : "withdrawn from \(name)"]
        case .open, .certify, .decertify, .grant, .cut, .rotate, .admit, .checkpoint, .unknown:
            return []
        }
    }

    private static func value(_ value: [UInt8], in field: Field) -> [String] {
        switch field {
        case Schema.Bookmark.url: return ["url: \(shown(value))"]
        case Schema.Bookmark.title: return ["title: \(shown(value))"]
        case Schema.Bookmark.note: return ["note: \(shown(value))"]
        case Schema.Bookmark.size:
            let size = value.first.flatMap(TileSize.init(rawValue:)) ?? .medium
            return ["size: \(size.letter)"]
        case Schema.Bookmark.unread: return [value.isEmpty ? "read" : "unread"]
        default: return []
        }
    }

    private static func shown(_ value: [UInt8]) -> String {
        value.isEmpty ? "(empty)" : text(value)
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
