/// Examples of unspecified order, in memory and in tables.
extension Example {
    static let iteration: [Example] = [
        iteration("var a: Set<Int>\nfor x in a {}", "var a: [Int]\nfor x in a {}"),
        iteration("let a: [Int: Int]\nfor (k, v) in a {}", "let a: [Int: Int]\nfor k in b {}"),
        iteration("var a = Set(b)\nfor x in a {}", "var a = Set(b).sorted()\nfor x in a {}"),
        iteration("var a = [:]\nfor x in self.a {}", "var a = []\nfor x in self.a {}"),
        iteration(
            "var a = [Int: [Int]]()\nfor x in a.keys {}",
            "var a = [Int: [Int]]()\nfor x in a.keys.sorted() {}"),
        iteration(
            "var a: [Int: Int]\nfor x in world.a where x > 1 {}",
            "var a: [Int: [Int]]\nfor x in a[1] ?? [] {}"),
        iteration(
            "var a: Set<Int>\nlet b = a.map { $0 + 1 }",
            "var a: Set<Int>\nlet b = a.map { $0 + 1 }\n    .sorted()"),
        iteration(
            "var a: [Int: Int]\nlet b = a.values.first",
            "var a: [Int: Int]\nlet b = a.values.contains(1) && a.keys.count > 1"),
        iteration("var a: Set<Int>\nlet b = Array(a)", "var a: Set<Int>\nlet b = a.contains(1)"),
        iteration(
            "let a = [\"x\": 1]\na.forEach { use($0) }",
            "let a = [b ? c : d]\na.forEach { use($0) }"),
        iteration(
            "func f(_ a: [Int: Int]) {\n    for x in a {}\n}",
            "func f(_ a: [Int: Int]) {}\nfunc g(_ a: [Int]) {\n    for x in a {}\n}"),
        iteration(
            "struct S {\n    func f() { for x in a {} }\n    var a: Set<Int>\n}",
            "struct S {\n    var a: Set<Int>\n    func f() { let a = a.sorted(); for x in a {} }}"
        ),
        iteration(
            "var a: [Int: Int]\nlet b = a.max { $0.value < $1.value }\nlet c = a.values.map(f)",
            "var a: [Int: Int]\nlet b = a.values.max()"),
        iteration(
            "var a: [Int: Int]\nlet b = [a.keys]", "var a: [Int: Int]\nlet b = Set(a.keys)"),
    ]

    static let queries: [Example] = [
        query("SELECT id FROM objects", "SELECT id FROM objects ORDER BY id"),
        query("SELECT id FROM objects LIMIT 1", "SELECT id FROM objects WHERE id = ? -- one row"),
        query("SELECT a, COUNT(*) FROM tags GROUP BY a", "SELECT COUNT(*), MAX(a) FROM tags"),
        query("SELECT id, MAX(a) FROM tags", "SELECT COALESCE(MAX(a), 0) FROM tags"),
        query(
            "SELECT a FROM b WHERE c = 'ORDER BY a'",
            "SELECT a FROM b WHERE c IN (SELECT d FROM e) ORDER BY a"),
        query(
            "INSERT INTO a SELECT b FROM c", "INSERT INTO a SELECT b FROM c ORDER BY b"),
        query(
            "SELECT a FROM (SELECT a FROM b ORDER BY a)",
            "WITH x AS (SELECT a FROM b) SELECT a FROM x ORDER BY a"),
        query(
            "DELETE FROM a WHERE b IN (SELECT b FROM c LIMIT 3)",
            "DELETE FROM a WHERE EXISTS (SELECT b FROM c LIMIT 1)"),
        query(
            "SELECT a, ROW_NUMBER() OVER (ORDER BY a) FROM b",
            "SELECT EXISTS (SELECT 1 FROM b WHERE a = ?)"),
        query("SELECT a FROM b -- ORDER BY a", "SELECT a FROM b UNION SELECT a FROM c ORDER BY 1"),
        query("SELECT \\(columns) FROM a", "SELECT changes()"),
        Example(
            rule: .selectsAreOrdered, place: "Sources/Store",
            offends: "let q = \"\"\"\n    SELECT a\n    FROM b\n    \"\"\"",
            keeps: "let q = \"SELECT a \"\n    + \"FROM b ORDER BY a\""),
        Example(
            rule: .sqlHasNoAmbientInput, place: "Sources/Store",
            offends: "let q = \"UPDATE a SET b = CURRENT_TIMESTAMP\"",
            keeps: "let q = \"UPDATE a SET b = ?\""),
        Example(
            rule: .sqlHasNoAmbientInput, place: "Sources/Store",
            offends: "let q = \"INSERT INTO a VALUES (random())\"",
            keeps: "let q = \"INSERT INTO a VALUES (?)\"  // never random()"),
    ]

    private static func iteration(_ offends: String, _ keeps: String) -> Example {
        Example(rule: .nothingUnordered, place: "Sources/Sync", offends: offends, keeps: keeps)
    }

    private static func query(_ offends: String, _ keeps: String) -> Example {
        Example(
            rule: .selectsAreOrdered, place: "Sources/Store", offends: "let q = \"\(offends)\"",
            keeps: "let q = \"\(keeps)\"")
    }
}
