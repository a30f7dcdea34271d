import Primitives
import Testing

@testable import UV

@Suite struct TimerTests {
    @Test func `alarms go off in order of time, and none is early`() throws {
        let world = try World()
        let delays = [30, 5, 20, 1, 12]
        var rang: [Int] = []
        let begin = world.loop.now
        for delay in delays {
            let timer = try Timer(world.loop)
            timer.start(after: .milliseconds(delay)) {
                rang.append(delay)
                #expect(world.loop.now - begin >= .milliseconds(delay))
            }
        }

        let allRang = world.reaches { rang.count == delays.count }

        #expect(allRang)
        #expect(rang == delays.sorted())
        world.loop.close()
    }

    @Test func `alarms of the same moment go off in order of start`() throws {
        let world = try World()
        var rang: [Int] = []
        for number in 0..<20 {
            try Timer(world.loop).start(after: .zero) { rang.append(number) }
        }

        let allRang = world.reaches { rang.count == 20 }

        #expect(allRang)
        #expect(rang == Array(0..<20))
        world.loop.close()
    }

    @Test(arguments: [1, 999, 1000, 1001, 4999])
    func `a fraction of a millisecond is waited for too`(microseconds: Int) throws {
        let delay = Duration.microseconds(microseconds)
        let world = try World()
        let timer = try Timer(world.loop)
        var waits: [Duration] = []
        func again() {
            let begin = world.loop.now
            timer.start(after: delay) {
                waits.append(world.loop.now - begin)
                if waits.count < 10 { again() }
            }
        }
        again()

        let allRang = world.reaches { waits.count == 10 }

        #expect(allRang)
        #expect(waits.allSatisfy { $0 >= delay })
        timer.close()
        world.loop.close()
    }

    @Test func `a stopped alarm is silent and can be set again`() throws {
        let world = try World()
        let timer = try Timer(world.loop)
        var rang: [String] = []
        timer.start(after: .milliseconds(1)) { rang.append("stopped") }
        timer.stop()
        timer.start(after: .milliseconds(1)) { rang.append("replaced") }
        timer.start(after: .milliseconds(2)) { rang.append("last") }

        world.passes(.milliseconds(30))

        #expect(rang == ["last"])
        timer.close()
        timer.close()
        timer.start(after: .zero) { rang.append("closed") }
        timer.stop()
        world.passes(.milliseconds(5))
        #expect(rang == ["last"])
        world.loop.close()
    }

    @Test func `an endless delay does not overflow into an early alarm`() throws {
        let world = try World()
        let timer = try Timer(world.loop)
        var rang = false
        timer.start(after: .seconds(Int64.max)) { rang = true }

        world.passes(.milliseconds(5))

        #expect(!rang)
        timer.start(after: .seconds(-5)) { rang = true }
        let due = world.reaches { rang }
        #expect(due)
        world.loop.close()
    }
}
