import Testing

@testable import UV

@Suite struct NetworkInterfaceTests {
    @Test func `this machine's loopback is among its interfaces, with all that belongs to it`()
        throws
    {
        let all = try NetworkInterface.all()

        let loopback = try #require(all.first { $0.address == "127.0.0.1" })
        #expect(loopback.isLoopback)
        #expect(!loopback.isSix && !loopback.isLinkLocal)
        #expect(loopback.broadcast == "127.255.255.255")
        for near in ["127.0.0.1", "127.200.3.4"] { #expect(loopback.reaches(near)) }
        for far in ["128.0.0.1", "10.0.0.1", "::1", "::ffff:127.0.0.1", "localhost", ""] {
            #expect(!loopback.reaches(far), "\(far)")
        }
    }

    @Test func `the list has one order, and every link-local address its interface`() throws {
        let all = try NetworkInterface.all()

        #expect(try NetworkInterface.all() == all)
        for interface in all {
            #expect(interface.isLinkLocal == interface.address.hasSuffix("%\(interface.name)"))
            #expect(interface.reaches(interface.address))
            #expect(!interface.isSix || interface.broadcast == nil)
        }
    }
}
