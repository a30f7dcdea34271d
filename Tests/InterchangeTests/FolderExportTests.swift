import CRDT
import Domain
import Interchange
import Primitives
import Testing

/// Tests HTML with folders, for browsers that do not read tags.
@Suite struct FolderExportTests {
    private func link(_ title: String, tags: [String], note: String = "") -> Bookmark {
        let url = "https://c26.example/\(title)"
        return Bookmark(
            author: Author(person: PersonID(.zero), name: "ana", isMe: true),
            id: ObjectID(Bytes16(high: 1, low: 2)), url: url,
            canonicalURL: CanonicalURL.canonical(url), title: title, note: note, tags: tags,
            size: .medium, isUnread: false, added: WallTime(milliseconds: 1_795_644_288_000),
            updated: WallTime(milliseconds: 1_795_644_288_000), placement: [], isTrashed: false,
            conflicts: [])
    }

    private func file(
        _ links: [(Bookmark, in: [String])], _ folders: ExportFolders
    ) -> String {
        var writer = LinkWriter(.html, exported: WallTime(milliseconds: 0), folders: folders)
        var bytes = writer.opening
        for (link, collections) in links { writer.append(link, in: collections, to: &bytes) }
        return String(decoding: bytes + writer.closing, as: UTF8.self)
    }

    /// Returns the folders and titles of a file as seen by a browser that reads neither our attributes nor `TAGS`:
    /// `Computing/Shops: PC`.
    private func seenByBrowser(_ file: String) -> [String] {
        var path: [String] = []
        var next = ""
        var seen: [String] = []
        for line in file.split(separator: "\n") {
            let text = line.split(separator: ">").dropFirst(2).first?.split(separator: "<").first
            if line.contains("<H3") {
                next = text.map(String.init) ?? ""
            } else if line.contains("<DL>") {
                path.append(next)
            } else if line.contains("</DL>") {
                path.removeLast()
            } else if line.contains("<A ") {
                seen.append(path.dropFirst().joined(separator: "/") + ": " + (text ?? ""))
            }
        }
        #expect(path.isEmpty)
        return seen
    }

    // shared/cases/26-folders-of-an-export.
    @Test func `the folders of a browser come back to it`() throws {
        let taken = try Importer.read(
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <DL><p>
            <DT><H3>Computing</H3>
            <DL><p>
            <DT><H3>Shops</H3>
            <DL><p>
            <DT><A HREF="https://c26.example/pc">PC</A>
            </DL><p>
            </DL><p>
            </DL><p>
            """)

        let file = file(taken.entries.map { (Bookmark($0), in: []) }, .tags)

        #expect(seenByBrowser(file) == ["Computing/Shops: PC"])
        #expect(
            file.contains(
                """
                    <DT><H3 DATA-WEFT-FOLDER="tags">Computing</H3>
                    <DL><p>
                    <DT><H3 DATA-WEFT-FOLDER="tags">Shops</H3>
                    <DL><p>
                    <DT><A HREF="https://c26.example/pc"
                """))
    }

    @Test func `a link stands in each folder, and comes back once`() throws {
        let links = [
            link("a", tags: ["x", "Home/Garden", "Work/Tools"], note: "only once"),
            link("b", tags: []), link("c", tags: ["home/garden/Ponds"]), link("d", tags: ["Home"]),
            link("e", tags: ["Bookmarks bar/x", "<b>/&amp;", "a b/c,d"]),
        ]

        let file = file(links.map { ($0, in: []) }, .tags)

        #expect(
            seenByBrowser(file) == [
                "&lt;b&gt;/&amp;amp;: e", "a b/c,d: e", "Bookmarks bar/x: e", "Home/Garden: a",
                "Home/Garden/Ponds: c", "Work/Tools: a", ": b", ": d",
            ])
        for folders in ImportOptions.Folders.allCases {
            let reading = try Importer.read(file, options: ImportOptions(folders: folders))
            #expect(
                reading.entries.map(\.draft).sorted { $0.title < $1.title }.map { Bookmark($0) }
                    == links)
            #expect(reading.entries.allSatisfy { $0.folders.isEmpty })
            #expect(reading.report.linkCount == 5)
            #expect(reading.report.earlyEnd == nil)
        }
    }

    @Test func `collections are folders, and no tags`() throws {
        let links = [
            (link("a", tags: ["x"], note: "once"), in: ["Looms", "Craft / Yarn"]),
            (link("b", tags: ["y/z"]), in: []),
            (link("c", tags: []), in: ["/ / odd", "Mobile bookmarks"]),
        ]

        let file = file(links, .collections)

        #expect(
            seenByBrowser(file) == [
                "//odd: c", "Craft/Yarn: a", "Looms: a", "Mobile bookmarks: c", ": b",
            ])
        let tags = try Importer.read(file)
        #expect(tags.entries.map(\.draft.title).sorted() == ["a", "b", "c"])
        #expect(
            tags.entries.map(\.draft.tags).sorted { $0.count < $1.count } == [[], ["x"], ["y/z"]])
        let collected = try Importer.read(file, options: ImportOptions(folders: .asCollections))
        #expect(
            collected.entries.map { "\($0.draft.title): " + $0.folders.joined(separator: " / ") }
                == [
                    "c: / / odd", "a: Craft / Yarn", "a: Looms", "c: Mobile bookmarks", "b: ",
                ])
    }

    @Test(arguments: ExportFolders.allCases)
    func `a file of nothing has no folders`(folders: ExportFolders) throws {
        #expect(seenByBrowser(file([], folders)).isEmpty)
    }
}

extension Bookmark {
    fileprivate init(_ draft: BookmarkDraft) {
        self.init(ImportedLink(draft: draft, folders: [], placement: [], line: 1))
        id = ObjectID(Bytes16(high: 1, low: 2))
        updated = added
    }
}
