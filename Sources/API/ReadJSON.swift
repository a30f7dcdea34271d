/// Any JSON that was read, to be changed and written again.
enum ReadJSON: Codable, Equatable, Sendable {
    case null
    case boolean(Bool)
    case whole(Int)
    case number(Double)
    case text(String)
    case list([ReadJSON])
    case members([String: ReadJSON])

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: MemberName.self) {
            var members: [String: ReadJSON] = [:]
            for key in container.allKeys {
                members[key.stringValue] = try container.decode(ReadJSON.self, forKey: key)
            }
            self = .members(members)
        } else if var container = try? decoder.unkeyedContainer() {
            var items: [ReadJSON] = []
            while !container.isAtEnd { items.append(try container.decode(ReadJSON.self)) }
            self = .list(items)
        } else {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                self = .null
            } else if let truth = try? value.decode(Bool.self) {
                self = .boolean(truth)
            } else if let text = try? value.decode(String.self) {
                self = .text(text)
            } else if let number = try? value.decode(Int.self) {
                self = .whole(number)
            } else {
                self = .number(try value.decode(Double.self))
            }
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let truth): try container.encode(truth)
        case .whole(let number): try container.encode(number)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let items): try container.encode(items)
        case .members(let members): try container.encode(members)
        }
    }
}
