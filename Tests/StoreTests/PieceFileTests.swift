import Domain
import Glibc
import Primitives
import Testing
import Wire

@testable import Store

/// Tests large files, which are stored beside the database except for their beginnings: nothing is reported before it
/// is durable, and nothing that the disk has changed is ever shown.
@Suite struct PieceFileTests {
    /// Eight pieces are rows, four are beside them, and one of these is short.
    private static let photo = Photo.bytes(11 * BlobShape.pieceBytes + 100)

    private static func size(of path: String) -> Int? {
        var facts = stat()
        return stat(path, &facts) == 0 ? Int(facts.st_size) : nil
    }

    /// Changes one byte of the file that `ana` has beside the database for the first photo.
    private static func change(_ path: String, at place: Int) {
        let file = open(path, O_RDWR)
        defer { close(file) }
        var byte: UInt8 = 0
        pread(file, &byte, 1, off_t(place))
        byte ^= 0x10
        pwrite(file, &byte, 1, off_t(place))
    }

    /// Ana has stored the photo for friends, and Bob has all of it.
    private static func given(
        _ here: TemporaryDatabase, _ there: TemporaryDatabase
    ) throws -> (ana: WriteReplica, bob: WriteReplica, reference: BlobReference) {
        let ana = try WriteReplica(1, name: "Ana", path: here.path)
        let bob = try WriteReplica(2, name: "Bob", path: there.path)
        try ana.add(friend: bob)
        try bob.add(friend: ana)
        let reference = try ana.put(photo)
        try ana.keepShirt(reference, in: .friends)
        try ana.sync(to: bob)
        try bob.give(reference, from: ana, pieces: 0..<12)
        return (ana, bob, reference)
    }

    @Test func `the beginning of a file is rows, and the rest lies beside the database`() throws {
        let file = try TemporaryDatabase()
        let ana = try WriteReplica(1, name: "Ana", path: file.path)
        chmod(file.path, 0o600)

        let reference = try ana.put(Self.photo)
        try ana.keepShirt(reference)

        #expect(try ana.pieces() == 8)
        #expect(try ana.sums() == 4)
        let stride = BlobShape.sealedPieceMax
        #expect(Self.size(of: file.path + "-f1") == 11 * stride + 100 + BlobShape.tagBytes)
        var facts = stat()
        #expect(stat(file.path + "-f1", &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        #expect(try ana.read(reference) == Self.photo)
        for start in [8 * BlobShape.pieceBytes - 1, 9 * BlobShape.pieceBytes, Self.photo.count - 1]
        {
            let part = try ana.part(reference, from: start, count: 40_000)
            #expect(part == Array(Self.photo[start...].prefix(40_000)))
        }
        // It reveals nothing: everything but the ciphertext is in the database.
        let bytes = try #require(contents(of: file.path + "-f1"))
        #expect(bytes.firstRange(of: Self.photo[300_000..<300_064]) == nil)
    }

    @Test(arguments: [7, 8, 9])
    func `a file of about eight pieces has what is beyond them beside it`(pieces: Int) throws {
        let file = try TemporaryDatabase()
        let ana = try WriteReplica(1, name: "Ana", path: file.path)
        let photo = Photo.bytes(pieces * BlobShape.pieceBytes)

        let reference = try ana.put(photo)
        try ana.keepShirt(reference)

        #expect(try ana.pieces() == min(pieces, 8))
        #expect(try ana.sums() == max(pieces - 8, 0))
        #expect((Self.size(of: file.path + "-f1") != nil) == (pieces > 8))
        #expect(try ana.read(reference) == photo)
    }

    @Test func `it is there when the node is started anew`() throws {
        let file = try TemporaryDatabase()
        let reference: BlobReference
        do {
            let ana = try WriteReplica(1, name: "Ana", path: file.path)
            reference = try ana.put(Self.photo, slice: 50_000)
            try ana.keepShirt(reference)
            try ana.store.close()
        }

        let again = try WriteReplica(1, name: "Ana", path: file.path)

        #expect(try again.read(reference) == Self.photo)
    }

    @Test func `a step that fails tells of nothing that it wrote`() throws {
        let file = try TemporaryDatabase()
        let ana = try WriteReplica(1, name: "Ana", path: file.path)
        let draft = try ana.begin()

        #expect(throws: StorageError.full) {
            try ana.step { (store) throws(StorageError) in
                _ = try store.perform(.blob(.put(Self.photo, into: draft)), at: ana.wall)
                throw .full
            }
        }

        #expect(try ana.pieces() == 0)
        #expect(try ana.sums() == 0)
        try ana.perform(.blob(.put(Self.photo, into: draft)))
        guard case .blob(.kept(let kept)) = try ana.perform(.blob(.end(draft, as: .photo))) else {
            Issue.record("it was not kept")
            return
        }
        try ana.keepShirt(kept)
        #expect(try ana.read(kept) == Self.photo)
    }

    // MARK: The disk

    @Test(arguments: 0..<24)
    func `a byte that the disk has changed is never shown, and its piece is got again`(
        seed: Int
    ) throws {
        let file = try TemporaryDatabase()
        let ana = try WriteReplica(1, name: "Ana", path: file.path)
        let reference = try ana.put(Self.photo)
        try ana.keepShirt(reference)
        let piece = 8 + seed % 4
        let length = piece == 11 ? 116 : BlobShape.sealedPieceMax
        Self.change(
            file.path + "-f1", at: piece * BlobShape.sealedPieceMax + seed * 7919 % length)

        guard
            case .rejected(let problem) = try ana.ask(
                .read(
                    name: reference.name, from: piece * BlobShape.pieceBytes, count: 5))
        else {
            Issue.record("it was read")
            return
        }

        #expect(!problem.fix.isEmpty)
        let state = try ana.state(of: reference)
        #expect(state.isWanted)
        let lost = min(BlobShape.pieceBytes, Self.photo.count - piece * BlobShape.pieceBytes)
        #expect(state.bytesHere == Self.photo.count - lost)
        #expect(try ana.part(reference, from: 0, count: 70_000).count == 70_000)
        let shape = try #require(BlobShape(size: UInt64(Self.photo.count)))
        try ana.step { (store) throws(StorageError) in
            guard let blob = try store.blob(reference.name, shape) else { throw .corrupt }
            #expect(try store.sealedPiece(piece, of: blob) == nil)
            #expect(try store.blobTree(of: blob) == nil)
        }
    }

    @Test func `a piece that comes again is written to its old position`() throws {
        let (here, there) = (try TemporaryDatabase(), try TemporaryDatabase())
        let (ana, bob, reference) = try Self.given(here, there)
        #expect(try bob.read(reference) == Self.photo)
        Self.change(there.path + "-f1", at: 9 * BlobShape.sealedPieceMax + 3)
        _ = try bob.ask(.read(name: reference.name, from: 0, count: 400_000))
        #expect(try !bob.state(of: reference).isHere)

        try bob.give(reference, from: ana, pieces: 9..<10)

        #expect(try bob.state(of: reference).isHere)
        #expect(try bob.read(reference) == Self.photo)
        #expect(try bob.sums() == 4)
    }

    @Test(arguments: [0, 5, 9 * BlobShape.sealedPieceMax - 1, 9 * BlobShape.sealedPieceMax])
    func `a file that is gone, or cut short, loses what it held, and nothing else`(
        left: Int
    ) throws {
        let file = try TemporaryDatabase()
        let ana = try WriteReplica(1, name: "Ana", path: file.path)
        let reference = try ana.put(Self.photo)
        try ana.keepShirt(reference)
        try ana.store.close()
        if left == 0 { unlink(file.path + "-f1") } else { truncate(file.path + "-f1", left) }

        let again = try WriteReplica(1, name: "Ana", path: file.path)
        for piece in 8..<12 {
            _ = try again.ask(
                .read(name: reference.name, from: piece * BlobShape.pieceBytes, count: 1))
        }

        let kept = left < 9 * BlobShape.sealedPieceMax ? 8 : 9
        #expect(try again.state(of: reference).bytesHere == kept * BlobShape.pieceBytes)
        #expect(
            try again.part(reference, from: 0, count: kept * BlobShape.pieceBytes)
                == Array(Self.photo.prefix(kept * BlobShape.pieceBytes)))
    }

    @Test(arguments: [0, 5, 9 * BlobShape.sealedPieceMax - 1, 9 * BlobShape.sealedPieceMax])
    func `all beyond the end of a cut file is lost with the first piece that is read there`(
        left: Int
    ) throws {
        let file = try TemporaryDatabase()
        let ana = try WriteReplica(1, name: "Ana", path: file.path)
        let reference = try ana.put(Self.photo)
        try ana.keepShirt(reference)
        try ana.store.close()
        if left == 0 { unlink(file.path + "-f1") } else { truncate(file.path + "-f1", left) }
        let again = try WriteReplica(1, name: "Ana", path: file.path)
        #expect(try again.state(of: reference).isHere)

        let answer = try again.ask(
            .read(name: reference.name, from: 10 * BlobShape.pieceBytes, count: 1))

        guard case .rejected(let problem) = answer else {
            Issue.record("\(answer)")
            return
        }
        let kept = (left < 9 * BlobShape.sealedPieceMax ? 8 : 9) * BlobShape.pieceBytes
        #expect(
            problem.detail.contains("\(kept) of \(Self.photo.count) bytes of the file are here"))
        #expect(problem.detail.contains("fetched again") && !problem.fix.isEmpty)
        let state = try again.state(of: reference)
        #expect(state.bytesHere == kept && state.isWanted)
        #expect(try again.part(reference, from: 0, count: kept) == Array(Self.photo.prefix(kept)))
    }

    @Test(arguments: [0, 9 * BlobShape.sealedPieceMax + 1])
    func `a file without its end is reported as missing and is fetched again`(
        left: Int
    ) throws {
        let (here, there) = (try TemporaryDatabase(), try TemporaryDatabase())
        let (ana, bob, reference) = try Self.given(here, there)
        try bob.store.close()
        if left == 0 { unlink(there.path + "-f1") } else { truncate(there.path + "-f1", left) }
        let again = try WriteReplica(2, name: "Bob", path: there.path)

        let answer = try again.perform(.blob(.get(name: reference.name)))

        let kept = left == 0 ? 8 : 9
        guard case .blob(.state(let state)) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(state.bytesHere == kept * BlobShape.pieceBytes && state.isWanted)
        try again.give(reference, from: ana, pieces: kept..<12)
        #expect(try again.state(of: reference).isHere)
        #expect(try again.read(reference) == Self.photo)
    }

    @Test func `a file that is gone is not made by who reads it, and what comes again is beside`()
        throws
    {
        let (here, there) = (try TemporaryDatabase(), try TemporaryDatabase())
        let (ana, bob, reference) = try Self.given(here, there)
        try bob.store.close()
        unlink(there.path + "-f1")
        let again = try WriteReplica(2, name: "Bob", path: there.path)

        for piece in 8..<12 {
            let answer = try again.ask(
                .read(name: reference.name, from: piece * BlobShape.pieceBytes, count: 1))
            guard case .rejected(let problem) = answer else {
                Issue.record("\(answer)")
                return
            }
            #expect(problem.code == .notFound && !problem.fix.isEmpty)
        }

        #expect(Self.size(of: there.path + "-f1") == nil)
        #expect(try again.state(of: reference).isWanted)
        try again.give(reference, from: ana, pieces: 8..<12)
        #expect(try again.read(reference) == Self.photo)
        let end = 11 * BlobShape.sealedPieceMax + 100 + BlobShape.tagBytes
        #expect(Self.size(of: there.path + "-f1") == end)
    }

    @Test func `a file that the machine does not let be read is told so, and is there again later`()
        throws
    {
        let file = try TemporaryDatabase()
        let ana = try WriteReplica(1, name: "Ana", path: file.path)
        let reference = try ana.put(Self.photo)
        try ana.keepShirt(reference)
        try ana.store.close()
        // Root can read files without permissions, but nobody can read a folder as a file.
        #expect(rename(file.path + "-f1", file.path + "-away") == 0)
        #expect(mkdir(file.path + "-f1", 0o700) == 0)

        let again = try WriteReplica(1, name: "Ana", path: file.path)
        let answer = try again.ask(
            .read(name: reference.name, from: 8 * BlobShape.pieceBytes, count: 1))
        guard case .rejected(let problem) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(problem.code == .notFound && problem.fix.contains("-f1"))
        #expect(try again.part(reference, from: 0, count: 10) == Array(Self.photo.prefix(10)))
        #expect(try again.state(of: reference).isHere)
        try again.keepShirt(reference)
        try again.store.close()

        #expect(rmdir(file.path + "-f1") == 0)
        #expect(rename(file.path + "-away", file.path + "-f1") == 0)
        let later = try WriteReplica(1, name: "Ana", path: file.path)
        #expect(try later.read(reference) == Self.photo)
    }

    @Test func `a file that is gone is missing in a backup, and erased without being made`() throws
    {
        let (here, there) = (try TemporaryDatabase(), try TemporaryDatabase())
        let ana = try WriteReplica(1, name: "Ana", path: here.path)
        let lost = try ana.put(Self.photo)
        try ana.store.close()
        unlink(here.path + "-f1")
        let again = try WriteReplica(1, name: "Ana", path: here.path)

        try again.store.backup(to: there.path)
        #expect(Self.size(of: here.path + "-f1") == nil)
        try again.sweep()
        again.pass(days: 31)
        try again.sweep()

        #expect(Self.size(of: here.path + "-f1") == nil)
        #expect(try again.blobRows() == 0)
        let shape = try #require(BlobShape(size: UInt64(Self.photo.count)))
        let blob = try again.step { (store) throws(StorageError) in
            try store.blob(lost.name, shape)
        }
        #expect(blob == nil)
    }

    @Test(arguments: ["hash = zeroblob(32)", "sum = zeroblob(16)", "length = 0", "length = -1"])
    func `a row that the disk has changed gives nothing away`(change: String) throws {
        let file = try TemporaryDatabase()
        let ana = try WriteReplica(1, name: "Ana", path: file.path)
        let reference = try ana.put(Self.photo)
        try ana.keepShirt(reference)
        try ana.step { (store) throws(StorageError) in
            try store.database.run("UPDATE blob_sums SET \(change) WHERE id & 65535 = 9")
        }

        let answer = try ana.ask(
            .read(name: reference.name, from: 9 * BlobShape.pieceBytes, count: 1))

        guard case .rejected = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(try ana.state(of: reference).isWanted)
    }

    @Test func `pieces stored as rows stay readable, and repairs go into a file`() throws {
        let (here, there) = (try TemporaryDatabase(), try TemporaryDatabase())
        let ana = try WriteReplica(1, name: "Ana", path: here.path)
        let reference = try ana.put(Self.photo)
        try ana.keepShirt(reference)
        // A backup has all pieces as rows, like a replica of earlier versions.
        try ana.store.backup(to: there.path)
        let old = try WriteReplica(1, name: "Ana", path: there.path)
        #expect(try old.pieces() == 12)
        #expect(try old.sums() == 0)
        #expect(try old.read(reference) == Self.photo)
        try old.step { (store) throws(StorageError) in
            try store.database.run(
                "UPDATE blob_pieces SET bytes = zeroblob(length(bytes)) WHERE id & 65535 = 10")
        }
        _ = try old.ask(.read(name: reference.name, from: 10 * BlobShape.pieceBytes, count: 1))
        #expect(try !old.state(of: reference).isHere)

        try old.give(reference, from: ana, pieces: 10..<11)

        #expect(try old.sums() == 1)
        #expect(try old.read(reference) == Self.photo)
        let shape = try #require(BlobShape(size: UInt64(Self.photo.count)))
        let name = try old.step { (store) throws(StorageError) -> Bytes32? in
            guard let blob = try store.blob(reference.name, shape) else { throw .corrupt }
            return try store.blobTree(of: blob)?.name
        }
        #expect(name == reference.name)
    }

    // MARK: Backup and erasing

    @Test func `a piece that is damaged when it is backed up is missing there, and no other`()
        throws
    {
        let (here, there) = (try TemporaryDatabase(), try TemporaryDatabase())
        let ana = try WriteReplica(1, name: "Ana", path: here.path)
        let reference = try ana.put(Self.photo)
        try ana.keepShirt(reference)
        Self.change(here.path + "-f1", at: 8 * BlobShape.sealedPieceMax)

        try ana.store.backup(to: there.path)
        let restored = try WriteReplica(1, name: "Ana", path: there.path)
        _ = try restored.ask(.read(name: reference.name, from: 0, count: Self.photo.count))

        let state = try restored.state(of: reference)
        #expect(state.bytesHere == Self.photo.count - BlobShape.pieceBytes)
        #expect(state.isWanted)
        #expect(Self.size(of: there.path + "-f1") == nil)
    }

    @Test func `an unreferenced file is overwritten and removed`() throws {
        let file = try TemporaryDatabase()
        let ana = try WriteReplica(1, name: "Ana", path: file.path)
        let kept = try ana.put(Self.photo)
        let lost = try ana.put(Photo.bytes(100 * BlobShape.pieceBytes))
        try ana.keepShirt(kept)
        try ana.sweep()
        ana.pass(days: 31)
        // From the first slice on, none of it is reported.
        _ = try ana.step { (store) throws(StorageError) in
            try store.sweepSomeBlobs(at: ana.wall)
        }
        let shape = try #require(BlobShape(size: UInt64(100 * BlobShape.pieceBytes)))
        let blob = try ana.step { (store) throws(StorageError) in
            try store.blob(lost.name, shape)
        }
        #expect(blob?.held == 0)
        #expect(Self.size(of: file.path + "-f2") == 100 * BlobShape.sealedPieceMax)

        _ = try ana.step { (store) throws(StorageError) in
            try store.sweepSomeBlobs(at: ana.wall)
        }
        #expect(Self.size(of: file.path + "-f2") == 36 * BlobShape.sealedPieceMax)
        try ana.sweep()

        #expect(Self.size(of: file.path + "-f2") == nil)
        #expect(try ana.blobRows() == 1)
        #expect(try ana.sums() == 4)
        #expect(try ana.read(kept) == Self.photo)
    }

    @Test func `a piece that comes for a file that was erased is put nowhere`() throws {
        let file = try TemporaryDatabase()
        let ana = try WriteReplica(1, name: "Ana", path: file.path)
        let lost = try ana.put(Self.photo)
        let shape = try #require(BlobShape(size: UInt64(Self.photo.count)))
        let (blob, piece) = try ana.step { (store) throws(StorageError) in
            guard let blob = try store.blob(lost.name, shape),
                let piece = try store.sealedPiece(9, of: blob)
            else { throw .corrupt }
            return (blob, piece)
        }
        try ana.sweep()
        ana.pass(days: 31)
        try ana.sweep()

        let laid = try ana.step { (store) throws(StorageError) in
            try store.lay(
                piece.sealed, piece.hash, at: 9, of: blob.number, named: lost.name, shape)
        }

        #expect(laid == nil)
        #expect(Self.size(of: file.path + "-f1") == nil)
    }

    @Test func `more files are put in at once than are open`() throws {
        let file = try TemporaryDatabase()
        let ana = try WriteReplica(1, name: "Ana", path: file.path)
        var kept: [BlobReference] = []
        for number in 0..<18 { kept.append(try ana.put(Self.photo + [UInt8(number)])) }
        for reference in kept { try ana.keepShirt(reference) }

        try ana.step { (store) throws(StorageError) in
            for (number, reference) in kept.enumerated() {
                let answer = try store.answer(
                    .read(
                        name: reference.name, from: Self.photo.count - 1, count: 2))
                guard case .blob(.part(let part)) = answer else { throw .corrupt }
                #expect(part.bytes.last == UInt8(number))
            }
        }
    }

    private func contents(of path: String) -> [UInt8]? {
        guard let size = Self.size(of: path) else { return nil }
        let file = open(path, O_RDONLY)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: size)
        return pread(file, &bytes, size, 0) == size ? bytes : nil
    }
}
