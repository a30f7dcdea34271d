import Domain
import Interchange

extension FuzzTarget {
    /// The headers of archives. Each input is tried as it is and as a block with a valid checksum, which chance seldom
    /// produces.
    static let archive = FuzzTarget(
        name: "archive", about: "blocks of a tar file: the header of what was read says the same",
        seeds: {
            [("things.json", 700), ("files/A", 1 << 33 - 1)].map { name, size in
                Tar.header(name: name, size: size, modified: 1_700_000_000)
            }
        },
        run: { bytes in
            for start in stride(from: 0, to: max(bytes.count, 1), by: Tar.blockBytes) {
                var block = Array(bytes.dropFirst(start).prefix(Tar.blockBytes))
                block += [UInt8](repeating: 0, count: Tar.blockBytes - block.count)
                for block in [block, summed(block)] {
                    guard case .file(let name, let size) = Tar.entry(block) else { continue }
                    let again = Tar.header(name: name, size: size, modified: 0)
                    guard Tar.entry(again) == .file(name: name, size: size) else {
                        return "\(name) of \(size) bytes is another file"
                    }
                }
            }
            return nil
        })

    private static func summed(_ block: [UInt8]) -> [UInt8] {
        var block = block
        block.replaceSubrange(257..<262, with: "ustar".utf8)
        block.replaceSubrange(148..<156, with: [UInt8](repeating: 0x20, count: 8))
        let digits = String(block.reduce(0) { $0 + Int($1) }, radix: 8)
        let padded = String(repeating: "0", count: 6 - digits.count) + digits
        block.replaceSubrange(148..<155, with: Array(padded.utf8) + [0])
        return block
    }

    /// The readers of bookmark files. The first byte selects the format of the rest.
    static let imports = FuzzTarget(
        name: "import",
        about: "files of bookmarks, in each format: what is read is within the limits",
        seeds: {
            let names = [
                "bookmarks-converter-chrome.html", "buku-5.1-export.html",
                "buku-5.1-export-MALFORMED.atom", "chromium-156-Bookmarks.json",
                "firefox-esr-153-backup.json", "firefox-esr-153-export.html",
                "our-netscape-export-candidate.html", "weft-entries.json", "readeck-export.zip",
                "safari-export.zip", "zip64.zip",
            ]
            let files = names.map(SeedInputs.fixture)
            let texts = [
                "url,title,tags,added\nhttps://a.example,\"A, \"\"B\"\"\",\"x,y\",2026-01-31\n",
                "https://a.example A\n# no\nhttps://b.example\n",
                #"[{"href":"https://a.example","description":"A","tags":"x y","time":"2010-11-29T00:00:00Z"}]"#,
                "@string{j = {J}}\n@misc{k, title = {M{\\\"u}ller} # j, url = \"https://a.example\"}\n",
                "TY  - ELEC\nUR  - https://a.example\nU1  - weft {\"added\": \"2024-05-01\"}\nER  - \n",
                #"[{"id":"k","type":"webpage","URL":"https://a.example","custom":{"weft":{"tags":["a"]}}}]"#,
            ]
            return (files + texts.map { Array($0.utf8) }).map {
                [UInt8(Format.allCases.count)] + $0
            }
        },
        run: { bytes in
            let formats = Format.allCases
            let choice = Int(bytes.first ?? 0)
            let format = formats.indices.contains(choice) ? formats[choice] : nil
            let options = ImportOptions(folders: choice & 0x80 == 0 ? .asTags : .asCollections)
            // A file that is no list of links is refused as a whole.
            guard
                var importer = try? Importer(
                    Array(bytes.dropFirst()), format: format, options: options)
            else { return nil }
            var count = 0
            while true {
                let batch = importer.next()
                guard !batch.isEmpty else { break }
                count += batch.count
                for entry in batch {
                    guard
                        case .success(entry.draft) = BookmarkRules.check(
                            entry.draft, audience: .private)
                    else { return "the entry of line \(entry.line) is not within the limits" }
                }
            }
            guard importer.report.linkCount == count else { return "links are miscounted" }
            while !importer.nextEntries().isEmpty {}
            return nil
        })

    /// Forms with files. The first line is the content type.
    static let form = FuzzTarget(
        name: "form", about: "multipart forms: in any parts alike",
        seeds: {
            let body =
                "--XX\r\nContent-Disposition: form-data; name=\"url\"\r\n\r\nhttps://a.example\r\n"
                + "--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.html\"\r\n"
                + "Content-Type: text/html\r\n\r\n<title>A</title>\r\n-\r\n--XX--\r\n"
            return [Array("multipart/form-data; boundary=XX\n\(body)".utf8)]
        },
        run: { bytes in
            let head = bytes.prefix { $0 != 0x0A }
            let type = String(decoding: head, as: UTF8.self)
            let body = Array(bytes.dropFirst(head.count + 1))
            let whole = parts(type, body, by: max(body.count, 1))
            return parts(type, body, by: 1 + body.count % 5) == whole ? nil : "parts differ"
        })

    // The names and bytes of all parts; nil if the form is refused.
    private static func parts(_ type: String, _ body: [UInt8], by step: Int) -> [[UInt8]]? {
        guard var reader = FormReader(contentType: type) else { return nil }
        var parts: [[UInt8]] = []
        do throws(Problem) {
            for start in stride(from: 0, to: body.count, by: step) {
                for piece in try reader.take(Array(body[start...].prefix(step))) {
                    switch piece {
                    case .part(let name): parts += [Array(name.utf8), []]
                    case .bytes(let bytes):
                        guard !parts.isEmpty else { return [] }
                        parts[parts.count - 1] += bytes
                    }
                }
            }
            try reader.finish()
            return parts
        } catch {
            return nil
        }
    }

    /// The title of a page.
    static let page = FuzzTarget(
        name: "page", about: "titles of pages: within the limit of titles",
        seeds: {
            [
                "<!DOCTYPE html><html><head><script>if (a<b) {}</script><title>A &amp; &#x42;</title>",
                "<!-- <title>no</title> --><svg><title>no</title></svg><body>",
            ].map { Array($0.utf8) } + [SeedInputs.fixture("buku-5.1-export.html")]
        },
        run: { bytes in
            let title = PageTitle.of(bytes)
            return title.utf8.count <= Limits.titleBytesMax ? nil : "a title is too long"
        })
}
