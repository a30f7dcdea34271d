import Testing

/// What a node leaves behind that ends by a fault, with the real program.
@Suite(.serialized) struct CrashTests {
    @Test func `a crash leaves neither registers nor memory in the log`()
        throws
    {
        let house = try Household()
        let ana = try house.node("ana")
        try ana.fault()

        // Where the runtime finds no program that writes one there is no report at all.
        let log = try ana.log()
        for part in ["Registers", "rip 0x", "rsp 0x", " sp 0x", "Images"] {
            #expect(!log.contains(part))
        }
        #expect(!log.contains("Backtracing from") || log.contains("crashed:"))
    }
}
