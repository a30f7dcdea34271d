import CRDT
import Primitives
import Testing

@testable import Domain

/// Tests recognising a page, and how a link refers to one.
@Suite struct PageHeadTests {
    private static func reference(
        _ type: String = "text/html", size: Int = 48_213, small: Bool = false
    ) -> String {
        let names = [5, 6, 7, 8].map { Base32.encode(Bytes32(words: ($0, 0, 0, 0)).bytes) }
        let page = "019e01 \(type) \(size) \(names[0]) \(names[1])"
        return small ? page + " image/png 900 \(names[2]) \(names[3])" : page
    }

    @Test(arguments: [
        "<!DOCTYPE html>", "<!doctype HTML SYSTEM \"about:legacy-compat\">", "<html>",
        "<HTML lang=en>",
        "\u{FEFF}<!DOCTYPE html><html>", "\n\t <html\n>", "<!-- saved --><html>",
        "<!----><!-- a -- b -->\n<!DOCTYPE html>", "<?xml version=\"1.0\"?><!DOCTYPE html>",
        "<head>", "<meta charset=utf-8>", "<title>A</title>", "<body/>",
        "<!DOCTYPE html> <html lang=en><!--\n Page saved with SingleFile \n url: https://a.example/ \n-->",
    ])
    func `a page begins as one`(text: String) {
        #expect(PageHead.isPage(Array(text.utf8)))
        #expect(
            BlobUse.snapshot.type(beginning: Array(text.utf8), size: text.utf8.count)
                == .success(.html))
    }

    @Test(arguments: [
        "", " ", "<", "html", "A <html>", "<svg xmlns=\"http://www.w3.org/2000/svg\">",
        "<?xml version=\"1.0\"?><svg>", "<htmlx>", "<!doctype htmlx>", "<!doctype svg>", "<html",
        "<!-- never ends <html>", "<?xml never ends <html>", "<script>alert(1)</script>",
        "%PDF-1.7", "GIF89a", "PK\u{3}\u{4}", "{\"a\": 1}",
    ])
    func `any other beginning is refused with a hint to SingleFile`(text: String) throws {
        #expect(!PageHead.isPage(Array(text.utf8)))
        let refused = BlobUse.snapshot.type(beginning: Array(text.utf8), size: text.utf8.count)
        guard case .failure(let problem) = refused else {
            Issue.record("\(text) was taken")
            return
        }
        #expect(problem.fix.contains("SingleFile"))
    }

    @Test func `a head is read no further than so many bytes, wherever it is cut`() {
        let page = Array("\u{FEFF}<!-- a --><?xml b?>\n<!DOCTYPE html><html>".utf8)
        for count in 0..<page.count {
            #expect(PageHead.isPage(Array(page.prefix(count))) == (count > page.count - 7))
        }
        let blanks = PageHead.bytesWanted - "<html>".utf8.count
        for (more, isPage) in [(-1, true), (0, true), (1, false)] {
            let text = String(repeating: " ", count: blanks + more) + "<html>"
            #expect(PageHead.isPage(Array(text.utf8)) == isPage)
        }
        let endless = String(repeating: "<!--", count: 2000)
        #expect(!PageHead.isPage(Array(endless.utf8)))
    }

    @Test func `a page is no picture and no film, and these are no page`() {
        let page = Array("<!DOCTYPE html>".utf8)
        for use in BlobUse.allCases where use != .snapshot {
            guard case .failure = use.type(beginning: page, size: page.count) else {
                Issue.record("\(use) took a page")
                return
            }
        }
        #expect(MediaType(beginning: page) == nil)
        #expect(MediaType.allCases.filter { !$0.isImage && !$0.isFilm } == [.html, .pdf])
        for (bytes, fits) in [(Limits.blobBytesMax, true), (Limits.blobBytesMax + 1, false)] {
            let result = BlobUse.snapshot.type(beginning: page, size: bytes)
            #expect((result == .success(.html)) == fits)
        }
    }

    @Test func `a link has one thumbnail and several saved copies, and nothing else`() throws {
        #expect(DetailValue.page.shows(Array(Self.reference().utf8)))
        for text in [
            "", "page.html", Self.reference("image/png"), Self.reference("video/mp4"),
            Self.reference(small: true), Self.reference(size: Limits.blobBytesMax + 1),
        ] {
            #expect(!DetailValue.page.shows(Array(text.utf8)))
        }
        #expect(!DetailValue.photo.shows(Array(Self.reference().utf8)))
        #expect(!DetailValue.film.shows(Array(Self.reference().utf8)))
        let picture = Self.reference("image/png")
        let details = [
            Detail(.thumbnail, [picture.lowercased()]), Detail(.snapshot, [Self.reference()]),
        ]
        let kept = try DetailRules.check(details, of: .link).get()
        #expect(kept == [Detail(.thumbnail, [picture]), Detail(.snapshot, [Self.reference()])])
        for (details, kind) in [
            ([Detail(.thumbnail, [picture, picture.replacing("019e01", with: "019e02")])], .link),
            ([Detail(.photo, [picture])], .link), ([Detail(.thumbnail, [picture])], .garment),
            ([Detail(.snapshot, [picture])], .link),
        ] as [([Detail], Kind)] {
            let refused = DetailRules.check(details, of: kind)
            if details[0].values.count == 1 {
                guard case .failure(let problem) = refused else {
                    Issue.record("\(details) was kept")
                    return
                }
                #expect(!problem.fix.isEmpty)
            }
        }
    }

    @Test func `no delta is void for what stands in these fields`() {
        for form in Link.details {
            for value in [[], [0xFF], Array("x".utf8)] as [[UInt8]] {
                #expect(Schema.allows(value, in: form.field, kind: Kind.link.rawValue))
                #expect(Schema.allows(element: value, in: form.field, kind: Kind.link.rawValue))
                #expect(!form.value.shows(value))
            }
            #expect(!form.isPersonal)
        }
    }
}
