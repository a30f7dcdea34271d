import Testing

/// Tests what a crashed node leaves behind, with the real program.
@Suite(.serialized) struct CrashTests {
    @Test func `a crash leaves neither registers nor memory in the log, and is told once`()
        throws
    {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.fault()

        // Without a backtracer the runtime writes no report at all.
        let log = try ana.log()
        for part in ["Registers", "rip 0x", "rsp 0x", " sp 0x", "Images"] {
            #expect(!log.contains(part))
        }
        #expect(!log.contains("Backtracing from") || log.contains("crashed:"))

        try expectsWarning(ana)
    }

    @Test func `the start after kill -9 says so once`() throws {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.crash()
        try expectsWarning(ana)
    }

    private func expectsWarning(_ ana: Person) throws {
        let warning = "did not stop cleanly"
        #expect(try !ana.log().contains(warning))
        let second = try ana.weft("up", "--no-listen").succeeds()
        #expect(second.err.contains(warning) && second.err.contains("fix: "))
        #expect(try ana.log().contains(warning))
        try ana.weft("down").succeeds()

        let third = try ana.weft("up", "--no-listen").succeeds()
        #expect(!third.err.contains(warning))
        try ana.weft("down").succeeds()
    }
}
