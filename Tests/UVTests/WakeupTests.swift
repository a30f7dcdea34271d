import Dispatch
import Primitives
import Testing

@testable import UV

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite struct WakeupTests {
    @Test func `ten thousand rings from another thread arrive, as one or as more`() throws {
        let world = try World()
        var answered = 0
        let wakeup = try AsyncWakeup(world.loop) { answered += 1 }
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            for _ in 0..<10_000 { wakeup.wake() }
            done.signal()
        }

        let heard = world.reaches { answered > 0 && done.wait(timeout: .now()) == .success }
        let before = answered
        wakeup.wake()
        let heardLast = world.reaches { answered > before }

        #expect(heard)
        #expect(heardLast)
        #expect(answered <= 10_001)
        world.loop.close()
    }

    @Test func `rings before the loop runs count as one`() throws {
        let world = try World()
        var answered = 0
        let wakeup = try AsyncWakeup(world.loop) { answered += 1 }
        for _ in 0..<100 { wakeup.wake() }

        world.passes(.milliseconds(20))

        #expect(answered == 1)
        world.loop.close()
    }

    @Test func `ringing during and after the close is harmless`() throws {
        let world = try World()
        let wakeup = try AsyncWakeup(world.loop) {}
        let begun = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            for number in 0..<50_000 {
                wakeup.wake()
                if number == 100 { begun.signal() }
            }
            done.signal()
        }
        begun.wait()

        world.passes(.milliseconds(2))
        wakeup.close()
        world.loop.close()
        done.wait()

        wakeup.wake()
        wakeup.close()
    }

    @Test func `a signal reaches the loop until the watcher is closed`() throws {
        let world = try World()
        var arrived = 0
        let ana = try SignalWatcher(world.loop, signal: SIGUSR2) { arrived += 1 }
        let ben = try SignalWatcher(world.loop, signal: SIGUSR2) { arrived += 10 }

        kill(getpid(), SIGUSR2)
        let bothHeard = world.reaches { arrived == 11 }
        ana.close()
        kill(getpid(), SIGUSR2)
        let oneHeard = world.reaches { arrived == 21 }

        #expect(bothHeard)
        #expect(oneHeard)
        ben.close()
        world.loop.close()
    }

    @Test func `a signal that cannot be watched is refused`() throws {
        let loop = try Loop()

        #expect(throws: UVError.self) { try SignalWatcher(loop, signal: SIGKILL) {} }

        loop.close()
    }
}
