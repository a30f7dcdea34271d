import CRDT
import Domain
import Primitives
import Testing

@testable import Store

/// Tests references of others to a file with a wrong size or key.
@Suite struct ClaimedFileTests {
    /// Returns a reference to the same file with another key or size.
    private func lie(
        _ file: BlobReference, key: UInt64? = nil, size: Int? = nil
    ) -> BlobReference {
        BlobReference(
            place: file.place, type: file.type, size: size ?? file.size, name: file.name,
            key: key.map { Bytes32(words: ($0, 0, 0, 0)) } ?? file.key)
    }

    private func problem(_ answer: Answer) -> Problem.Code? {
        guard case .rejected(let problem) = answer else { return nil }
        #expect(!problem.fix.isEmpty)
        return problem.code
    }

    private func state(_ answer: Answer) -> BlobState? {
        guard case .blob(.state(let state)) = answer else { return nil }
        return state
    }

    @Test func `friends' claims about one's own file do not change its state`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let photo = Photo.bytes(100_000)
        let file = try ana.put(photo)
        for number in 0..<20 {
            try bob.keepShirt(lie(file, key: UInt64(number)), in: .friends)
            try bob.keepShirt(lie(file, size: 50_000 + number), in: .friends)
        }
        try bob.exchange(with: ana)
        try ana.keepShirt(file)

        let told = try ana.state(of: file)
        let listed = try ana.ask(.list(after: nil, limit: 10))

        #expect(told.reference.isSameFile(as: file) && told.isHere)
        #expect(try ana.read(file) == photo)
        guard case .blob(.page(let page)) = listed, page.last == nil else {
            Issue.record("\(listed)")
            return
        }
        // Each wrong size is a file of its own that never arrives.
        #expect(page.states.first?.reference.isSameFile(as: file) == true)
    }

    @Test(arguments: [0, 1, 5])
    func `of references of others the one counts that opens what is here`(lies: Int) throws {
        let (ana, bob) = try WriteReplica.friends()
        let photo = Photo.bytes(70_000)
        let file = try ana.put(photo)
        for number in 0..<lies {
            try ana.keepShirt(lie(file, key: UInt64(number)), in: .friends)
            try ana.keepShirt(lie(file, size: 20_000 + number), in: .friends)
        }
        try ana.keepShirt(file, in: .friends)
        try ana.exchange(with: bob)
        try bob.give(file, from: ana, pieces: 0..<3)

        let told = try bob.state(of: file)

        #expect(told.reference.isSameFile(as: file) && told.isHere)
        #expect(try bob.read(file) == photo)
    }

    @Test func `one that is named is meant, however many others there are`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let file = try ana.put(Photo.bytes(70_000))
        let wrongKey = lie(file, key: 5)
        let wrongSize = lie(file, size: 5)
        for number in 0..<40 {
            try ana.keepShirt(lie(file, key: UInt64(number)), in: .friends)
        }
        try ana.keepShirt(wrongSize, in: .friends)
        try ana.keepShirt(file, in: .friends)
        try ana.exchange(with: bob)
        try bob.give(file, from: ana, pieces: 0..<3)

        let name = file.name
        let about = { (asked: BlobReference?) in try bob.ask(.about(name: name, as: asked)) }
        let read = { (asked: BlobReference) in
            try bob.ask(.read(name: name, from: 0, count: 5, as: asked))
        }

        #expect(state(try about(file))?.isHere == true)
        #expect(state(try about(wrongSize))?.bytesHere == 0)
        #expect(state(try about(wrongSize))?.reference == wrongSize)
        guard case .blob(.part(let part)) = try read(file) else {
            Issue.record("it was not read")
            return
        }
        #expect(part.bytes == Array(Photo.bytes(5)))
        #expect(problem(try read(wrongKey)) == .damagedFile)
        #expect(problem(try read(wrongSize)) == .notFound)
        // Nothing visible refers to it.
        for other in [lie(file, key: 99), lie(file, size: 99)] {
            #expect(problem(try about(other)) == .notFound)
            #expect(problem(try read(other)) == .notFound)
        }
        let otherName = Bytes32(words: (1, 1, 1, 1))
        #expect(problem(try bob.ask(.about(name: otherName, as: file))) == .notFound)
    }

    @Test func `a request for a file returns the file of the named reference`() throws {
        let (ana, bob) = try WriteReplica.friends()
        let file = try ana.put(Photo.bytes(300_000))
        let wrongSize = lie(file, size: 400_000)
        try ana.keepShirt(wrongSize, in: .friends)
        try ana.keepShirt(file, in: .friends)
        try ana.exchange(with: bob)

        let answer = try bob.perform(.blob(.get(name: file.name, as: file)))

        #expect(state(answer)?.isWanted == true)
        #expect(try bob.wanted() == [300_000])
        let unknown = try bob.perform(.blob(.get(name: file.name, as: lie(file, key: 9))))
        #expect(problem(unknown) == .notFound)
    }
}
