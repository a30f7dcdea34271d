import Domain
import Primitives
import Testing

@Suite struct CanonicalURLTests {
    @Test(arguments: [
        ("HTTPS://Example.ORG", "https://example.org/"),
        ("https://example.org:443/a", "https://example.org/a"),
        ("http://example.org:0080", "http://example.org/"),
        ("http://example.org:8080?q", "http://example.org:8080/?q"),
        ("gemini://h:1965/", "gemini://h/"),
        ("http://[2001:DB8::1]:80/", "http://[2001:db8::1]/"),
        ("http://[2001:DB8::1]", "http://[2001:db8::1]/"),
        ("https://Me:Pw@Example.org/", "https://Me:Pw@example.org/"),
        ("https://a/#", "https://a/"),
        ("https://a/?", "https://a/"),
        ("https://a/#Part", "https://a/#Part"),
        ("https://a/#:~:text=x", "https://a/"),
        ("https://a/#Part:~:text=x", "https://a/#Part"),
        ("https://a/%7euser/%c3%bc%2f", "https://a/~user/%C3%BC%2F"),
        ("https://a/\u{FC} b", "https://a/%C3%BC%20b"),
        ("https://a/100%", "https://a/100%"),
        ("https://a/?utm_source=x&b=1&fbclid=2&a=3", "https://a/?b=1&a=3"),
        ("https://a/?utm_source=x&UTM_Medium=y", "https://a/"),
        ("https://a/?utm%5Fsource=x", "https://a/"),
        ("https://a/?q=utm_source", "https://a/?q=utm_source"),
        ("https://a/?ref=x&gclidx=1", "https://a/?ref=x&gclidx=1"),
        (" \n https://a/\tb ", "https://a/b"),
        ("mailto:Ana@example.org", "mailto:Ana@example.org"),
        ("MAGNET:?xt=urn:btih:C0", "magnet:?xt=urn:btih:C0"),
        ("http://B\u{DC}CHER.de/", "http://xn--bcher-kva.de/"),
        ("http://xn--bcher-kva.de", "http://xn--bcher-kva.de/"),
        ("http://b%C3%BCcher.de/", "http://xn--bcher-kva.de/"),
        ("https://stra\u{DF}e.example/", "https://xn--strae-oqa.example/"),
        ("https://me@c16\u{3002}example:443", "https://me@c16.example/"),
        ("https://\u{FF43}16.example/", "https://c16.example/"),
        ("https://a\u{FF0F}b.example/", "https://a\u{FF0F}b.example/"),
        ("https://b%C3%BC%2Fx.example/", "https://b%c3%bc%2fx.example/"),
        ("https://a::", "https://a/"), ("http://a:80:080:", "http://a/"),
        ("http://a:81:80", "http://a:81/"), ("http://a:80:81", "http://a:80:81/"),
        ("https://\u{FFFD}ge:https::", "https://\u{FFFD}ge:https/"),
        ("https://a/b/../c", "https://a/c"),
        ("https://a/../../c/.", "https://a/c/"),
        ("https://a/b/c/%2e%2E", "https://a/b/"),
        ("https://a/b/./c//..", "https://a/b/c/"),
        ("https://a/..?q=../x", "https://a/?q=../x"),
        ("https://a/...", "https://a/..."),
        ("file:///C:/x/../y", "file:///C:/y"),
        ("no address", "no address"),
        ("http://", "http:///"),
        ("", ""),
    ])
    func `an address has one spelling`(url: String, expected: String) {
        #expect(CanonicalURL.canonical(url) == expected)
    }

    @Test func `http and https are two addresses`() {
        let plain = CanonicalURL.canonical("http://a/")

        #expect(plain != CanonicalURL.canonical("https://a/"))
    }

    @Test(arguments: 1...64)
    func `canonical is total and idempotent`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let parts = [
            "http", "HTTPS", ":", "//", "/", "?", "#", "&", "=", "@", "[", "]", "%", "%4", "%41",
            "%7e", "%C3", "\u{FC}", "utm_x", ":~:", "443", ":80", " ", "\t", "\u{0}", "a.B", "%3a",
            "%2561", "::", "%2F", "%C3%BC", "\u{FFFD}", ".", "..", "/../", "/.", "%2e", "\u{1F600}",
            "\u{130}", "\u{3002}", "\u{FF0F}",
            "xn--", "\u{DF}",
        ]

        for _ in 0..<300 {
            let count = dice.roll(below: 12)
            let url = (0..<count).map { _ in parts[dice.roll(below: parts.count)] }.joined()
            let once = CanonicalURL.canonical(url)

            #expect(CanonicalURL.canonical(once) == once, "\(url.debugDescription)")
            #expect(once.utf8.count <= 3 * url.utf8.count + 1)
        }
    }
}
