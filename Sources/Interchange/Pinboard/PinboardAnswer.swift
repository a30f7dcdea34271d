package import Domain

/// A response to a Pinboard client.
package enum PinboardAnswer: Equatable, Sendable {
    /// The time of the last change.
    case update(time: String)
    /// The result of an addition or a deletion: `done`, or why it failed.
    case code(String)
    /// The result of a change of tags, or a secret.
    case result(String)
    /// The links of a day, or the latest ones.
    case posts([PinboardPost], date: String)
    /// The number of links saved on each day, latest first.
    case dates([Day], tag: String)
    /// Suggested tags for an address.
    case suggestion([String])
    /// The tags, with the number of links of each.
    case tags([TagCount])
    /// Notes, which are not supported: the list is empty.
    case notes

    /// A day with its number of links.
    package struct Day: Equatable, Sendable {
        package let day: String
        package var count: Int

        package init(day: String, count: Int) {
            self.day = day
            self.count = count
        }
    }

    /// The user name in responses; there are no accounts here.
    package static let user = "weft"

    /// Encodes the response in one of the two formats.
    package func text(_ format: PinboardFormat) -> [UInt8] {
        var bytes: [UInt8]
        switch format {
        case .json:
            bytes = []
            appendJSON(to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        case .xml:
            bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n".utf8)
            appendXML(to: &bytes)
        }
        return bytes
    }

    private func appendJSON(to bytes: inout [UInt8]) {
        switch self {
        case .update(let time): JSONString.object([("update_time", time)], to: &bytes)
        case .code(let code): JSONString.object([("result_code", code)], to: &bytes)
        case .result(let text): JSONString.object([("result", text)], to: &bytes)
        case .posts(let posts, let date):
            bytes += "{".utf8
            JSONString.members([("date", date), ("user", Self.user)], to: &bytes)
            bytes += ", \"posts\": [".utf8
            for (index, post) in posts.enumerated() {
                bytes += (index > 0 ? ",\n" : "\n").utf8
                post.appendJSON(to: &bytes)
            }
            bytes += "]}".utf8
        case .dates(let days, let tag):
            bytes += "{".utf8
            JSONString.members([("user", Self.user), ("tag", tag)], to: &bytes)
            bytes += ", \"dates\": ".utf8
            JSONString.counts(days.map { ($0.day, $0.count) }, to: &bytes)
            bytes += "}".utf8
        case .suggestion(let tags):
            bytes += "[{\"popular\": []}, {\"recommended\": [".utf8
            for (index, tag) in tags.enumerated() {
                if index > 0 { bytes += ", ".utf8 }
                JSONString.append(tag, to: &bytes)
            }
            bytes += "]}]".utf8
        case .tags(let tags):
            JSONString.counts(tags.map { ($0.name, $0.count) }, to: &bytes)
        case .notes: bytes += #"{"count": 0, "notes": []}"#.utf8
        }
    }

    private func appendXML(to bytes: inout [UInt8]) {
        switch self {
        case .update(let time): XMLText.element("update", ["time": time], to: &bytes)
        case .code(let code): XMLText.element("result", ["code": code], to: &bytes)
        case .result(let text): XMLText.element("result", text: text, to: &bytes)
        case .posts(let posts, let date):
            XMLText.element("posts", ["user": Self.user, "dt": date], to: &bytes) { bytes in
                for post in posts { post.appendXML(to: &bytes) }
            }
        case .dates(let days, let tag):
            XMLText.element("dates", ["user": Self.user, "tag": tag], to: &bytes) { bytes in
                for day in days {
                    XMLText.element(
                        "date", ["count": String(day.count), "date": day.day], to: &bytes)
                }
            }
        case .suggestion(let tags):
            XMLText.element("suggested", [:], to: &bytes) { bytes in
                for tag in tags { XMLText.element("recommended", text: tag, to: &bytes) }
            }
        case .tags(let tags):
            XMLText.element("tags", [:], to: &bytes) { bytes in
                for tag in tags {
                    XMLText.element(
                        "tag", ["count": String(tag.count), "tag": tag.name], to: &bytes)
                }
            }
        case .notes: XMLText.element("notes", [:], to: &bytes) { _ in }
        }
    }
}

/// The two response formats of Pinboard.
package enum PinboardFormat: String, CaseIterable, Sendable {
    case xml
    case json

    /// The value of a `Content-Type` header.
    package var contentType: String {
        switch self {
        case .xml: return "text/xml; charset=utf-8"
        case .json: return "text/json; charset=utf-8"
        }
    }
}

/// Writes all links, one after another: `opening`, then `append` for each, then `closing`.
package struct PinboardList {
    private let format: PinboardFormat
    private let tag: String
    private var isFirst = true

    /// Creates a list of the links with `tag`, or of all links.
    package init(_ format: PinboardFormat, tag: String) {
        self.format = format
        self.tag = tag
    }

    /// The bytes before the first link.
    package var opening: [UInt8] {
        switch format {
        case .json: return Array("[".utf8)
        case .xml:
            var bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n".utf8)
            XMLText.open("posts", ["tag": tag, "user": PinboardAnswer.user], to: &bytes)
            return bytes
        }
    }

    /// Appends `post` to `bytes`.
    package mutating func append(_ post: PinboardPost, to bytes: inout [UInt8]) {
        switch format {
        case .json:
            bytes += (isFirst ? "\n" : ",\n").utf8
            post.appendJSON(to: &bytes)
        case .xml: post.appendXML(to: &bytes)
        }
        isFirst = false
    }

    /// The bytes after the last link.
    package var closing: [UInt8] {
        Array((format == .json ? "\n]\n" : "</posts>\n").utf8)
    }
}

extension PinboardPost {
    fileprivate func appendJSON(to bytes: inout [UInt8]) {
        JSONString.object(
            [
                ("href", href), ("description", description), ("extended", extended),
                ("meta", meta), ("hash", hash), ("time", time), ("shared", Self.word(isShared)),
                ("toread", Self.word(isToRead)), ("tags", tags.joined(separator: " ")),
            ], to: &bytes)
    }

    fileprivate func appendXML(to bytes: inout [UInt8]) {
        XMLText.element(
            "post",
            [
                "href": href, "time": time, "description": description, "extended": extended,
                "tag": tags.joined(separator: " "), "hash": hash, "meta": meta,
                "shared": Self.word(isShared), "toread": Self.word(isToRead),
            ], to: &bytes)
    }

    private static func word(_ isSo: Bool) -> String { isSo ? "yes" : "no" }
}

extension JSONString {
    /// Appends an object whose members are texts.
    fileprivate static func object(_ pairs: [(String, String)], to bytes: inout [UInt8]) {
        bytes += "{".utf8
        members(pairs, to: &bytes)
        bytes += "}".utf8
    }

    /// Appends an object whose members are numbers.
    fileprivate static func counts(_ pairs: [(String, Int)], to bytes: inout [UInt8]) {
        bytes += "{".utf8
        for (index, (name, count)) in pairs.enumerated() {
            if index > 0 { bytes += ", ".utf8 }
            append(name, to: &bytes)
            bytes += ": \(count)".utf8
        }
        bytes += "}".utf8
    }

    /// Appends the members of an object, without its braces.
    fileprivate static func members(_ pairs: [(String, String)], to bytes: inout [UInt8]) {
        for (index, (name, value)) in pairs.enumerated() {
            if index > 0 { bytes += ", ".utf8 }
            append(name, to: &bytes)
            bytes += ": ".utf8
            append(value, to: &bytes)
        }
    }
}
