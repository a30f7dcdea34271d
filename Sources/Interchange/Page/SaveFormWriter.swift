package import Domain

/// Writes the pages of `/save`: the form opened by a bookmarklet, and its result. They contain no scripts and load
/// nothing.
package enum SaveFormWriter {
    /// Returns the form, filled in.
    ///
    /// - Parameters:
    ///   - audience: the audience, as people write it.
    ///   - action: the path that the form is sent to, on the same host.
    ///   - problem: why the previous submission failed.
    package static func form(
        of link: BookmarkDraft, passage: String, to audience: String, action: String,
        problem: Problem? = nil
    ) -> [UInt8] {
        page("Save this page") { bytes in
            if let problem {
                XMLText.element("p", ["class": "problem"], to: &bytes) { bytes in
                    XMLText.escape(problem.detail, to: &bytes)
                    if !problem.fix.isEmpty { XMLText.element("br", [:], to: &bytes) }
                    XMLText.escape(problem.fix, to: &bytes)
                }
            }
            XMLText.element("form", ["method": "post", "action": action], to: &bytes) { bytes in
                field("Address", "url", link.url, to: &bytes)
                field("Title", "title", link.title, to: &bytes)
                let tags = link.tags.joined(separator: ", ")
                field("Tags, separated by commas", "tags", tags, to: &bytes)
                area("Note", "note", link.note, to: &bytes)
                area("Passage to mark", "quote", passage, to: &bytes)
                XMLText.element("p", [:], to: &bytes) { bytes in
                    XMLText.element("label", [:], to: &bytes) { bytes in
                        if link.isUnread {
                            XMLText.element(
                                "input",
                                ["type": "checkbox", "name": "unread", "checked": "checked"],
                                to: &bytes)
                        } else {
                            XMLText.element(
                                "input", ["type": "checkbox", "name": "unread"], to: &bytes)
                        }
                        XMLText.escape("Unread", to: &bytes)
                    }
                }
                XMLText.element("p", [:], to: &bytes) { bytes in
                    XMLText.element("button", text: "Save", to: &bytes)
                    XMLText.escape(" Audience: \(audience)", to: &bytes)
                }
            }
        }
    }

    /// Returns the page for a saved link.
    ///
    /// - Parameter words: the description of the result.
    package static func kept(_ link: Bookmark, words: String) -> [UInt8] {
        page(words) { bytes in
            XMLText.element("p", text: link.title.isEmpty ? link.url : link.title, to: &bytes)
            if !link.tags.isEmpty {
                let tags = link.tags.map { "#" + $0 }.joined(separator: " ")
                XMLText.element("p", text: tags, to: &bytes)
            }
            let places = link.placement.map(\.name).joined(separator: ", ")
            XMLText.element("p", text: places.isEmpty ? "private" : places, to: &bytes)
        }
    }

    private static func page(
        _ title: String, _ inside: (inout [UInt8]) -> Void
    ) -> [UInt8] {
        var bytes = Array(opening.utf8)
        XMLText.element("title", text: title, to: &bytes)
        bytes += style.utf8
        XMLText.element("h1", text: title, to: &bytes)
        inside(&bytes)
        bytes += "</body>\n</html>\n".utf8
        return bytes
    }

    private static func field(
        _ label: String, _ name: String, _ value: String, to bytes: inout [UInt8]
    ) {
        XMLText.element("p", [:], to: &bytes) { bytes in
            XMLText.element("label", [:], to: &bytes) { bytes in
                XMLText.escape(label, to: &bytes)
                XMLText.element("input", ["name": name, "value": value], to: &bytes)
            }
        }
    }

    private static func area(
        _ label: String, _ name: String, _ value: String, to bytes: inout [UInt8]
    ) {
        XMLText.element("p", [:], to: &bytes) { bytes in
            XMLText.element("label", [:], to: &bytes) { bytes in
                XMLText.escape(label, to: &bytes)
                // A line end immediately after the tag is not part of the text.
                bytes += "<textarea name=\"\(name)\" rows=\"3\">\n".utf8
                XMLText.escape(value, to: &bytes)
                bytes += "</textarea>".utf8
            }
        }
    }

    private static let opening = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">

        """

    private static let style = """
        <style>
        body { font: 1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 1rem auto; \
        padding: 0 1rem; overflow-wrap: anywhere; color-scheme: light dark }
        h1 { font-size: 1.25rem }
        input:not([type]), textarea { display: block; box-sizing: border-box; width: 100%; font: inherit }
        .problem { border-left: 0.25rem solid; padding-left: 0.75rem; font-weight: bold }
        </style>
        </head>
        <body>

        """
}
