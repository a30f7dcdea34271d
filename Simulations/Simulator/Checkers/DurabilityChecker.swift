import Domain
import Primitives

/// What was acknowledged is there, after whatever happened.
enum DurabilityChecker {
    static func check(_ person: Person, links: [Bookmark]) throws(BrokenClaim) {
        let urls = Set(links.map(\.url))
        for entry in person.kept where entry.isThere && !urls.contains(entry.url) {
            throw BrokenClaim(
                "what was acknowledged is durable", "person \(person.number) lost \(entry.url)")
        }
        for link in links {
            let count = person.kept.count { $0.url == link.url }
            guard count <= 1 else {
                throw BrokenClaim("nothing is kept twice", "\(link.url) \(count) times")
            }
        }
    }
}
