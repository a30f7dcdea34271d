import CRDT
import Primitives
import Testing

@Suite struct RegisterTests {
    private func survivor(_ person: Int, _ sequence: UInt64, _ value: UInt8) -> Register.Survivor {
        Register.Survivor(
            dot: .of(person, sequence), carrier: .of(person, at: sequence), value: [value])
    }

    @Test func `a write that names another replaces it`() {
        var register = Register()
        register.write(survivor(0, 1, 10), replacing: [])

        register.write(survivor(1, 2, 20), replacing: register.dots)

        #expect(register.shown?.value == [20])
        #expect(register.conflicts.isEmpty)
        #expect(register.dots == [.of(1, 2)])
    }

    @Test func `a replaced write stays replaced when it arrives late`() {
        var register = Register()
        register.write(survivor(1, 2, 20), replacing: [.of(0, 1)])

        register.write(survivor(0, 1, 10), replacing: [])

        #expect(register.survivors.map(\.value) == [[20]])
    }

    @Test func `of concurrent writes the latest is shown and the others are conflicts`() {
        var register = Register()

        register.write(survivor(0, 5, 10), replacing: [])
        register.write(survivor(1, 7, 20), replacing: [])
        register.write(survivor(2, 6, 30), replacing: [])

        #expect(register.shown?.value == [20])
        #expect(register.conflicts.map(\.value) == [[10], [30]])
    }

    @Test func `concurrent writes of the same value are no conflict`() {
        var register = Register()

        register.write(survivor(0, 5, 10), replacing: [])
        register.write(survivor(1, 7, 10), replacing: [])

        #expect(register.conflicts.isEmpty)
        #expect(register.dots.count == 2)
    }

    @Test func `at equal stamps the higher chain is shown`() {
        var register = Register()

        register.write(survivor(1, 5, 20), replacing: [])
        register.write(survivor(0, 5, 10), replacing: [])

        #expect(register.shown?.value == [20])
    }

    @Test func `of two writes in one delta the later one is shown`() {
        var register = Register()
        let carrier = Carrier.of(0, at: 5)
        let dots = (0..<2).map { Dot.position(chain: .person(0), sequence: 5, index: $0) }

        register.write(.init(dot: dots[1], carrier: carrier, value: [2]), replacing: [])
        register.write(.init(dot: dots[0], carrier: carrier, value: [1]), replacing: [])

        #expect(register.shown?.value == [2])
    }

    @Test(arguments: UInt64(1)...64)
    func `of several carriers of one origin the lowest counts in any order`(seed: UInt64) {
        var dice = Dice(seed: seed)
        // Carriers that do not even agree on the value: a dishonest writer must not make replicas
        // diverge.
        let carriers = (0..<6).map { index in
            Register.Survivor(
                dot: .of(0, 1),
                carrier: .of(dice.roll(below: 2), at: UInt64(dice.roll(below: 3))),
                value: [UInt8(index)])
        }
        let lowest = carriers.map(\.carrier).min()

        let registers = (0..<8).map { _ in
            dice.shuffle(carriers).reduce(into: Register()) { $0.write($1, replacing: []) }
        }

        #expect(registers.allSatisfy { $0 == registers[0] })
        #expect(registers[0].survivors.map(\.carrier) == [lowest])
    }

    /// Checks every history of four actions by three people against the definition.
    @Test func `all small histories give what the definition says in every order`() {
        var histories = 0
        SmallScope.forEachHistory { writes in
            histories += 1
            let replaced = Set(writes.flatMap(\.names))
            let survivors = writes.filter { !replaced.contains($0.dot) }.map(\.dot).sorted()
            var first: Register?
            SmallScope.forEachOrder(of: writes) { order in
                var register = Register()
                for write in order {
                    let carrier = Carrier.of(0, at: write.stamp)
                    register.write(
                        .init(dot: write.dot, carrier: carrier, value: [UInt8(write.stamp)]),
                        replacing: write.names)
                }
                if register.dots != survivors || first.map({ $0 != register }) ?? false {
                    Issue.record("\(order)")
                }
                first = register
            }
        }
        #expect(histories > 1000)
    }
}
