import API
import CRDT
import Domain
import FoundationEssentials
import Primitives
import Testing

/// Tests the parser and the writer of JSON against another implementation, and at their limits.
@Suite struct JSONTests {
    private func parsed(_ text: String) throws -> JSONValue {
        try JSONText.decode(JSONValue.self, from: Array(text.utf8))
    }

    private func refusal(_ text: [UInt8]) -> String? {
        do throws(ProblemJSON) {
            _ = try JSONText.decode(JSONValue.self, from: text)
            return nil
        } catch {
            return error.detail
        }
    }

    /// Any value, three levels deep at most.
    private func any(_ dice: inout Dice, depth: Int = 0) -> JSONValue {
        switch dice.roll(below: depth < 3 ? 7 : 5) {
        case 0: return .null
        case 1: return .boolean(dice.roll(below: 2) == 0)
        case 2: return .number(Int(truncatingIfNeeded: dice.next() >> dice.roll(below: 64)))
        case 3: return .fraction(Double(dice.roll(below: 1_000_000)) / 1024)
        case 4: return .string(text(&dice))
        case 5:
            return .array((0..<dice.roll(below: 4)).map { _ in any(&dice, depth: depth + 1) })
        default:
            let members = (0..<dice.roll(below: 4)).map { _ in
                (text(&dice), any(&dice, depth: depth + 1))
            }
            return .object(Dictionary(members) { $1 })
        }
    }

    private func text(_ dice: inout Dice) -> String {
        let letters: [Character] = [
            "a", "\"", "\\", "/", "\n", "\t", "\u{0}", "\u{1F}", "\u{7F}", "é", "日", "\u{1F600}",
            "\u{2028}",
        ]
        return String(
            (0..<dice.roll(below: 6)).map { _ in letters[dice.roll(below: letters.count)] })
    }

    @Test(arguments: 0..<50)
    func `JSON that is written is read again, here and by Foundation`(seed: Int) throws {
        var dice = Dice(seed: UInt64(seed))
        for _ in 0..<40 {
            let value = any(&dice)
            let written = JSONText.encode(value)

            let read = try JSONText.decode(JSONValue.self, from: written)
            let elsewhere = try decoded(OtherValue.self, from: written)

            // A fraction without a remainder is a whole number when it is read.
            #expect(JSONText.encode(read) == written)
            #expect(JSONText.encode(elsewhere.value) == written)
        }
    }

    @Test(arguments: [
        (" { \"a\" : [ 1 , 2.5e1 , -0 , true , null ] } ", "{\"a\":[1,25,0,true,null]}"),
        ("\"\\u00e9\\ud83d\\ude00\\/\\b\"", "\"é\u{1F600}/\\b\""),
        ("{\"a\":1,\"a\":2}", "{\"a\":2}"), ("9223372036854775807", "9223372036854775807"),
        ("\u{FEFF}[]", "[]"),
    ])
    func `JSON that RFC 8259 allows is read`(text: String, again: String) throws {
        let read = try parsed(text)

        #expect(String(decoding: JSONText.encode(read), as: UTF8.self) == again)
    }

    @Test(arguments: [
        "", " ", "{", "}", "[1,]", "{\"a\":}", "{\"a\" 1}", "{a:1}", "'a'", "01", "1.", ".5", "1e",
        "+1",
        "tru", "nul", "\"\n\"", "\"\\x\"", "\"\\u12\"", "[1] 2", "[1]]", "-", "Infinity",
        "{\"a\":1,}",
    ])
    func `JSON that RFC 8259 forbids is refused`(text: String) {
        #expect(refusal(Array(text.utf8)) == "this is not JSON")
    }

    @Test func `every truncation is refused`() throws {
        let whole = Array(#"{"a":[1,-2.5e3,"x\u00e9\n",{"b":null,"c":[true,false]}]}"#.utf8)

        #expect(refusal(whole) == nil)
        for length in whole.indices { #expect(refusal(Array(whole[..<length])) != nil) }
    }

    @Test(arguments: [(511, true), (512, true), (513, false), (100_000, false)])
    func `lists lie so deep in each other and no deeper`(depth: Int, isRead: Bool) {
        let text =
            Array(repeating: UInt8(ascii: "["), count: depth)
            + Array(repeating: UInt8(ascii: "]"), count: depth)

        let said = refusal(text)

        #expect((said == nil) == isRead)
        #expect(isRead || said == "lists and objects in it lie too deep in each other")
    }

    /// A value as another implementation reads it.
    private struct OtherValue: Decodable {
        let value: JSONValue

        private struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { return nil }
        }

        init(from decoder: any Decoder) throws {
            if let members = try? decoder.container(keyedBy: Name.self) {
                var object: [String: JSONValue] = [:]
                for key in members.allKeys {
                    object[key.stringValue] = try members.decode(OtherValue.self, forKey: key).value
                }
                value = .object(object)
            } else if var items = try? decoder.unkeyedContainer() {
                var list: [JSONValue] = []
                while items.isAtEnd == false {
                    list.append(try items.decode(OtherValue.self).value)
                }
                value = .array(list)
            } else {
                let single = try decoder.singleValueContainer()
                if single.decodeNil() {
                    value = .null
                } else if let truth = try? single.decode(Bool.self) {
                    value = .boolean(truth)
                } else if let text = try? single.decode(String.self) {
                    value = .string(text)
                } else if let number = try? single.decode(Int.self) {
                    value = .number(number)
                } else {
                    value = .fraction(try single.decode(Double.self))
                }
            }
        }
    }
}
