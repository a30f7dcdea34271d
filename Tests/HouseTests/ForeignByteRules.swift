extension Rule {
    /// `..<` traps if its end lies before its start, and `value << 8 | byte` makes numbers of any size, whose sums
    /// overflow. The initializers in `CheckedRange` and `ForeignNumber` return nil.
    ///
    /// For files that read positions from untrusted bytes. A range between two literals is allowed, and so is one that
    /// is open on the other side, such as `block[..<100]`.
    ///
    /// The rule does not see an index of one element, a count for `prefix` or `removeFirst`, an array's own `..<`
    /// behind another name, or a product of several numbers. `scripts/fuzz` has to find those.
    static let foreignNumbersAreChecked = Rule(
        name: "numbers in foreign bytes form ranges by checked initializers",
        remedy:
            "Range(from:to:), Range(from:count:), slice(from:count:), number(at:width:), or stride",
        isFor: { file in
            file.path.hasPrefix("Sources/Interchange/Photo/")
                || file.path.hasPrefix("Sources/Interchange/Tar")
                || file.path.hasPrefix("Sources/Interchange/Zip/ZipArchive")
        },
        offences: { file in
            let ranges = (file.places(of: ". . <") + file.places(of: ". . .")).filter {
                !file.isConstantRange(at: $0)
            }
            let numbers = file.places(of: "< < 8 |")
            return ranges.map {
                Offence(line: file.tokens[$0].line, what: "a range of read numbers")
            }
                + numbers.map { Offence(line: file.tokens[$0].line, what: "a number made by hand") }
        })
}

extension SourceFile {
    /// Whether there is only a number, or nothing, on both sides of the three marks at `place`.
    fileprivate func isConstantRange(at place: Int) -> Bool {
        isConstant(place - 1, next: place - 2, orOneOf: ["[", "(", ",", "case"])
            && isConstant(place + 3, next: place + 4, orOneOf: ["]", ")", ",", ":"])
    }

    private func isConstant(_ place: Int, next: Int, orOneOf ends: [String]) -> Bool {
        if ends.contains(text(place)) { return true }
        let isNumber = text(place).first.map { $0.isASCII && $0.isNumber } ?? false
        return isNumber && !["+", "-", "*", "/", "%", "&", "|", "<", ">"].contains(text(next))
    }
}
