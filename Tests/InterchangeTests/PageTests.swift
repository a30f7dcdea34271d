import CRDT
import Domain
import Interchange
import Primitives
import Testing

/// Tests a thing as a page for people without Weft.
@Suite struct PageTests {
    private func thing(_ change: (inout Bookmark) -> Void = { _ in }) -> Bookmark {
        var thing = Bookmark(
            ImportedLink(
                draft: BookmarkDraft(
                    url: "https://a.example/?x=1&y=\"<'>", title: "A <b>shirt</b> & \"more\"",
                    note: "first\n<script>alert(1)</script>", tags: ["a&b"], kind: .garment,
                    details: [
                        Detail(.brand, ["\"Fox\" & Sons"]), Detail(.color, ["blue", "red"]),
                        Detail(.worn, ["2026-01-01"]),
                    ]),
                folders: [], placement: [], line: 1))
        change(&thing)
        return thing
    }

    private func text(_ thing: Bookmark) -> String {
        String(decoding: PageWriter.page(of: thing), as: UTF8.self)
    }

    @Test func `a person's words become text and nothing else`() {
        let page = text(thing())

        #expect(!page.contains("<b>") && !page.contains("<script"))
        #expect(page.contains("<h1>A &lt;b&gt;shirt&lt;/b&gt; &amp; &quot;more&quot;</h1>"))
        #expect(page.contains("first<br>\n&lt;script&gt;"))
        #expect(
            page.contains(
                "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\""))
        #expect(page.contains("href=\"https://a.example/?x=1&amp;y=&quot;&lt;'&gt;\""))
    }

    @Test func `programs that show links find what to show`() {
        let page = text(thing())

        #expect(page.contains("<meta property=\"og:type\" content=\"product\">"))
        #expect(page.contains("<meta property=\"og:title\" content=\"A &lt;b&gt;shirt"))
        #expect(page.contains("<meta property=\"og:url\" content=\"https://a.example/"))
        #expect(page.contains("<dt>color</dt>\n<dd>blue, red</dd>"))
    }

    @Test func `it says nothing that is one's own business, and not what others are called here`() {
        let others = thing {
            $0.author = Author(person: PersonID(.zero), name: "Grumpy", isMe: false)
        }

        #expect(!text(thing()).contains("2026-01-01"))
        #expect(text(thing()).contains("<dd>ana</dd>"))
        #expect(!text(others).contains("Grumpy"))
    }

    @Test func `an address that opens nowhere is no link`() {
        let file = thing { $0.url = "file:///home/ana/secret.html" }
        let none = thing { $0.url = "" }

        #expect(!text(file).contains("href") && text(file).contains("secret.html"))
        #expect(!text(none).contains("href") && !text(none).contains("og:url"))
    }
}
