import Testing

@testable import API

// Shapes that no endpoint has.
private struct Pot: JSONShape {
    var makers: [AuthorJSON] = []
    var lids: PageJSON<Lid>?

    init() {}
    mutating func visit(_ fields: Fields) {
        fields.member("makers", &makers, "Who made it.")
        fields.member("lids", &lids, "What fits on it.")
    }
}

private struct Lid: JSONShape {
    var maker: AuthorJSON?
    var smaller: [Lid] = []

    init() {}
    mutating func visit(_ fields: Fields) {
        fields.member("maker", &maker, "Who made it.")
        fields.member("smaller", &smaller, "Those that it covers.")
    }
}

// Shapes of one name: the first two are the same to clients, the others differ from them and from each other.
private struct Cup: JSONShape {
    var maker = AuthorJSON()

    init() {}
    mutating func visit(_ fields: Fields) { fields.member("maker", &maker, "Who made it.") }
}

private struct SameCup: JSONShape {
    var maker = AuthorJSON()

    static let shape = "Cup"
    init() {}
    mutating func visit(_ fields: Fields) { fields.member("maker", &maker, "Who made it.") }
}

private struct NamedCup: JSONShape {
    var maker = ""

    static let shape = "Cup"
    init() {}
    mutating func visit(_ fields: Fields) { fields.member("maker", &maker, "Who made it.") }
}

private struct OtherAuthor: JSONShape {
    var name = ""

    static let shape = "Author"
    init() {}
    mutating func visit(_ fields: Fields) { fields.member("name", &name, "What they are called.") }
}

/// Tests the walk that finds the named shapes of OpenAPI.
@Suite struct NamedShapesTests {
    private func names(_ shapes: [ObjectSchema]) -> [String] {
        var named = NamedShapes()
        named.add(shapes)
        return named.all.map(\.name)
    }

    @Test func `a shape that two shapes name is described once`() {
        #expect(names(Pot.shapes) == ["Author", "Lid", "Pot"])
        #expect(names(Cup.shapes + Pot.shapes + Lid.shapes) == ["Author", "Cup", "Lid", "Pot"])
    }

    @Test func `lists, pages and what may be absent pass on the shapes in them`() {
        #expect([Lid].shapes.map(\.name) == ["Lid"])
        #expect(PageJSON<Lid?>.shapes.map(\.name) == ["Lid"])
        #expect([String].shapes.isEmpty && PageJSON<String>.shapes.isEmpty)
    }

    @Test func `types of one name and the same members are one shape`() {
        #expect(names(Cup.shapes + SameCup.shapes) == ["Author", "Cup"])
    }

    @Test func `two different shapes of one name stop the process`() async {
        await #expect(processExitsWith: .failure) {
            var named = NamedShapes()
            named.add(Cup.shapes)
            named.add(NamedCup.shapes)
        }
    }

    @Test func `a shape that a member names stops the process too if its name is another's`() async
    {
        await #expect(processExitsWith: .failure) {
            var named = NamedShapes()
            named.add(OtherAuthor.shapes)
            named.add(Cup.shapes)
        }
    }

    @Test func `every shape that a body or an answer names is listed`() {
        for route in Routes.all {
            let taken = references(route.body?.schema)
            let answered = references(route.answer.schema) + references(route.answer.json)

            let known = (route.body?.shapes ?? [], route.answer.shapes)

            #expect(Set(taken).isSubset(of: known.0.map(\.name)), "\(route.endpoint.text)")
            #expect(Set(answered).isSubset(of: known.1.map(\.name)), "\(route.endpoint.text)")
        }
    }

    // The names to which OpenAPI refers in it.
    private func references(_ schema: Schema?) -> [String] {
        let written = schema.map { text($0.json) } ?? ""
        return written.split(separator: "#/components/schemas/").dropFirst()
            .map { String($0.prefix { $0 != "\"" }) }
    }
}
