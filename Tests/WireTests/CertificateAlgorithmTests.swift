import CRDT
import Primitives
import Sodium
import Testing
import Wire

/// Tests that the three highest bits of a certificate's last byte say which kind of signature it has.
@Suite struct CertificateAlgorithmTests {
    private static let newer: [UInt8] = Array(1...7)

    private static func answer(
        _ certificate: Certificate, companion: Certificate = Person.ana.certificate
    ) -> String {
        PairingAnswer.sign(
            certificate: certificate, recovery: .repeating(7), name: "Ana", companion: companion,
            addresses: ["h:1"], root: Person.ana.root
        ).text
    }

    private static func invitation(_ certificate: Certificate) -> String {
        Invitation(
            audience: Place.group, founder: Person.ana.id, certificate: certificate,
            secret: Place.secret, expirySeconds: 1, name: "lab", addresses: ["h:1"]
        ).text
    }

    private static func friendInvitation(_ certificate: Certificate) -> String {
        FriendInvitation(
            certificate: certificate, secret: Place.secret, expirySeconds: 1, name: "Ana",
            addresses: ["h:1"]
        ).text
    }

    private static func ticket(_ certificate: Certificate) -> String {
        Ticket(certificate: certificate, name: "Ana", addresses: ["h:1"]).text
    }

    @Test func `no Ed25519 signature says another algorithm`() {
        var dice = Dice(seed: 1)
        for _ in 0..<1000 {
            var words: [UInt64] = []
            for _ in 0..<4 { words.append(dice.next()) }
            let seed = Bytes32(words: (words[0], words[1], words[2], words[3]))
            let root = SigningKey(seed: SecretKey(seed))

            let certificate = Certificate.sign(
                device: Person.ana.deviceID, agreement: Person.ana.agreement, root: root)

            #expect(certificate.algorithm == 0)
            #expect(certificate.isGenuine)
        }
    }

    @Test func `a certificate of Ed25519 is read wherever one stands`() throws {
        let certificate = Person.ana.certificate

        #expect(try Ticket(reading: Self.ticket(certificate)).certificate == certificate)
        #expect(try Invitation(reading: Self.invitation(certificate)).certificate == certificate)
        #expect(
            try FriendInvitation(reading: Self.friendInvitation(certificate)).certificate
                == certificate)
        #expect(try PairingAnswer(reading: Self.answer(certificate)).certificate == certificate)
    }

    @Test(arguments: newer)
    func `another one is told apart by itself, whatever follows`(algorithm: UInt8) {
        let certificate = Person.ana.certificate.claiming(algorithm: algorithm)
        var writer = ByteWriter()
        certificate.write(to: &writer)

        #expect(certificate.algorithm == algorithm)
        #expect(!certificate.isGenuine)
        for further in [0, 1, 3309] {
            var reader = ByteReader(writer.bytes + [UInt8](repeating: 0xA5, count: further))
            #expect(throws: WireError.unknownAlgorithm(algorithm)) {
                try Certificate(from: &reader)
            }
        }
    }

    @Test(arguments: newer)
    func `a text with another one says that it is of a newer version`(algorithm: UInt8) {
        let certificate = Person.ana.certificate.claiming(algorithm: algorithm)
        let error = PastedTextError.newer(algorithm: algorithm)

        #expect(throws: error) { try Ticket(reading: Self.ticket(certificate)) }
        #expect(throws: error) { try Invitation(reading: Self.invitation(certificate)) }
        #expect(throws: error) {
            try FriendInvitation(reading: Self.friendInvitation(certificate))
        }
        #expect(throws: error) { try PairingAnswer(reading: Self.answer(certificate)) }
        #expect(throws: error) {
            try PairingAnswer(
                reading: Self.answer(Person.ana.certificate, companion: certificate))
        }
        #expect(Ticket(text: Self.ticket(certificate)) == nil)
        #expect(Invitation(text: Self.invitation(certificate)) == nil)
        #expect(FriendInvitation(text: Self.friendInvitation(certificate)) == nil)
        #expect(PairingAnswer(text: Self.answer(certificate)) == nil)
    }

    @Test(arguments: newer)
    func `a message with another one is refused by its algorithm`(algorithm: UInt8) {
        let proof = [UInt8](repeating: 1, count: DeviceProof.byteCount)
        let certificate = Person.ana.certificate.claiming(algorithm: algorithm)
        let bytes = Message.certificate(certificate, proof: proof).bytes

        #expect(throws: WireError.unknownAlgorithm(algorithm)) { try Message(bytes: bytes) }
        #expect(throws: WireError.unknownAlgorithm(algorithm)) {
            try Message(bytes: bytes + [UInt8](repeating: 2, count: 3309))
        }
    }

    @Test(arguments: newer)
    func `a segment with another one is neither read nor called forged`(algorithm: UInt8) throws {
        let certificate = Person.ana.certificate.claiming(algorithm: algorithm)
        let bytes = SegmentSample.written(certificate: certificate)

        let opening = try Segment(bytes: bytes).open(for: Person.ben.agreement)

        guard case .newer(algorithm) = opening else {
            Issue.record("\(opening)")
            return
        }
    }

    /// Every version judges a payload alike: versions without algorithms read these and found them not genuine.
    @Test(arguments: newer)
    func `an operation with another one is read, and not genuine`(algorithm: UInt8) throws {
        let certificate = Person.ana.certificate.claiming(algorithm: algorithm)
        let end = Person.ben.decertification(inFriendsOf: Person.ana.id)
        var signature = end.signature
        signature[63] |= algorithm << 5
        let changed = Decertification(
            person: end.person, device: end.device, audience: end.audience, owner: end.owner,
            chains: end.chains, signature: signature)
        let open = Open(
            audience: 2, owner: Person.ana.id, certificate: certificate, incarnation: 7, grant: nil)
        for operation in [
            Operation.certify(certificate), .open(open), .decertify(changed),
        ] {
            let operations = [OriginedOperation(operation)]
            let bytes = Payload.encode(operations, chain: Place.home, sequence: Place.sequence)

            let read = try Payload.decode(bytes, chain: Place.home, sequence: Place.sequence)

            #expect(read == operations)
        }
        #expect(end.isGenuine)
        #expect(!changed.isGenuine)
    }

    @Test func `a signature with another bit is not genuine, and no newer version's`() {
        let certificate = Person.ana.certificate
        for place in 0..<64 {
            for bit in 0..<(place == 63 ? 5 : 8) {
                var signature = certificate.signature
                signature[place] ^= 1 << bit
                let changed = Certificate(
                    person: certificate.person, device: certificate.device,
                    agreement: certificate.agreement, signature: signature)

                #expect(changed.algorithm == 0)
                #expect(!changed.isGenuine)
                #expect(throws: PastedTextError.damaged) {
                    try Ticket(reading: Self.ticket(changed))
                }
            }
        }
    }
}
