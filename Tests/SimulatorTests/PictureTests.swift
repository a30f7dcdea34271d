import Foundation
import Primitives
import Testing

@testable import Simulator

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Tests the output about a run: sentences, a timeline, a convergence plot.
@Suite struct PictureTests {
    private let story = """
        scenario "</script><b>&\\"hostile\\"</b>"
        people ana ben cleo
        befriend ana with ben cleo
        ana keeps "<img src=x onerror=alert(1)>" for friends
        within 2m: everything holds
        kill ben
        wait 1m
        start ben
        cleo sees "nothing like that"
        """

    @Test func `a story names who did what and what was said`() throws {
        let (chronicle, _, _) = try play()
        let lines = chronicle.text.split(separator: "\n").map(String.init)

        #expect(lines.contains { $0.hasSuffix("line 6: kill ben") })
        #expect(lines.contains { $0.contains("ana says to ben: a handshake (") })
        #expect(lines.contains { $0.contains("ana says to ben: ") && $0.contains("run") })
        #expect(lines.contains { $0.contains("ben is killed") })
        #expect(lines.contains { $0.contains("ana dials ben") })
        #expect(lines.last?.contains("BROKEN: cleo sees \"nothing like that\"") == true)
        #expect(lines.allSatisfy { $0.hasPrefix("00:") })
        #expect(!chronicle.text.contains("node1"))
    }

    @Test func `a timeline asks for nothing and takes no text for tags`() throws {
        let (chronicle, _, _) = try play()

        let html = Timeline(
            chronicle, title: "</title><script>alert(1)</script>", subtitle: "a < b & c"
        ).html

        #expect(html.components(separatedBy: "</script>").count == 3)
        #expect(!html.contains("innerHTML"))
        let start = try #require(html.range(of: "id=\"story\">"))
        let end = try #require(
            html.range(of: "</script>", range: start.upperBound..<html.endIndex))
        var page = html
        page.removeSubrange(start.upperBound..<end.lowerBound)
        for word in [" src=", "href=", "url(", "@import", "<link", "<img", "https://", "<b>"] {
            #expect(!page.contains(word), "\(word)")
        }
        for tag in ["<img", "<b>"] { #expect(!html.contains(tag)) }
        let json = Data(html[start.upperBound..<end.lowerBound].utf8)
        let object = try #require(
            try JSONSerialization.jsonObject(with: json) as? [String: Any])
        let rows = try #require(object["rows"] as? [[Any]])
        #expect(rows.count == chronicle.entries.count)
        #expect(object["names"] as? [String] == ["ana", "ben", "cleo", "a stranger"])
        #expect(rows.last?.last as? String == chronicle.entries.last?.text)
    }

    @Test(arguments: [0, 1, 701, 20_000])
    func `a picture is whole, and all of it is inside its frames`(count: Int) throws {
        let samples = (0..<count).map { number in
            AgreementWatch.Sample(
                at: .seconds(number), agreed: number % 8, pairs: number % 3 == 0 ? 0 : 7,
                bytesPerSecond: number * number % 100_003)
        }

        let svg = ConvergencePlot(samples, title: "a < b & \"c\"").svg

        let reader = Outline()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = reader
        #expect(parser.parse())
        #expect(reader.texts.contains("a < b & \"c\""))
        for axis in ["machines that hold all", "bytes a second", "time of the world", "100 %"] {
            #expect(reader.texts.contains(axis))
        }
        #expect(reader.lines.count == 2)
        #expect(count == 0 || !reader.lines[0].isEmpty)
        #expect(reader.lines[0].count <= 700)
        for (x, y) in reader.lines[0] { #expect((70...825).contains(x) && (50...230).contains(y)) }
        for (x, y) in reader.lines[1] { #expect((70...825).contains(x) && (280...420).contains(y)) }
        #expect(svg.contains("prefers-color-scheme: dark"))
    }

    @Test func `watching changes nothing, and sees agreement come`() throws {
        let (_, agreement, verdict) = try play()
        let unseen = try ScenarioPlayer(try Scenario(text: story)).play().verdict

        #expect(verdict.digest == unseen.digest)
        #expect(agreement.samples.count > 60)
        #expect(agreement.samples.contains { $0.agreed < $0.pairs })
        #expect(agreement.samples.contains { $0.pairs > 0 && $0.agreed == $0.pairs })
        #expect(agreement.samples.allSatisfy { $0.agreed <= $0.pairs })
        #expect(agreement.samples.contains { $0.bytesPerSecond > 0 })
    }

    @Test func `a seed that is watched goes the way it goes unseen`() {
        var simulation = Simulation(seed: 4, nodes: 3, minutes: 3)
        let unseen = simulation.run()
        simulation.chronicle = Chronicle(names: simulation.names)
        simulation.agreement = AgreementWatch(every: .seconds(1))

        let seen = simulation.run()

        #expect(seen == unseen)
        #expect(simulation.chronicle?.entries.isEmpty == false)
        #expect((simulation.agreement?.samples.count ?? 0) > 100)
    }

    private func play() throws -> (Chronicle, AgreementWatch, Verdict) {
        let scenario = try Scenario(text: story)
        let player = try ScenarioPlayer(scenario)
        let (chronicle, agreement) = (
            Chronicle(names: scenario.places), AgreementWatch(every: .seconds(1))
        )
        player.watch(chronicle, agreement)
        return (chronicle, agreement, player.play().verdict)
    }
}

/// The texts and the points of an SVG.
private final class Outline: NSObject, XMLParserDelegate {
    var texts: [String] = []
    var lines: [[(Double, Double)]] = []
    private var text = ""

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        text = ""
        guard let points = attributes["points"] else { return }
        lines.append(
            points.split(separator: " ").compactMap { pair in
                let parts = pair.split(separator: ",").compactMap { Double($0) }
                return parts.count == 2 ? (parts[0], parts[1]) : nil
            })
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        texts.append(text)
    }
}
