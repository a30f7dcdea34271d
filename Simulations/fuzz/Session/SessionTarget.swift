import Wire

extension FuzzTarget {
    /// Messages over links of a real engine, from a peer that has proved its identity.
    static let session = FuzzTarget(
        name: "session",
        about:
            "sessions of a friend, an own device, a stranger: nothing fails, nonsense ends the link, the node rests, what is kept stays",
        seeds: {
            do {
                return try SessionSeeds.all(in: .shared)
            } catch {
                FuzzDriver.complain("fuzz: the seeds of sessions cannot be made: \(error)")
                return []
            }
        },
        run: { bytes in
            let input = SessionInput(bytes)
            do {
                return try SessionRun(input, in: .shared).play()
            } catch {
                return "the database can be opened: \(error)"
            }
        })
}
