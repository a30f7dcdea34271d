import CRDT
import Primitives
import Sodium
import Testing
import Wire

@Suite struct EpochKeyTests {
    private let rotation = OperationSamples.rotation
    private let admission = OperationSamples.admission
    private let check = Derivation.epochCheck(Place.key)

    private func key(of person: Person) -> Bytes32? {
        EpochKey.find(
            in: rotation.deliveries, ephemeral: rotation.ephemeral, check: rotation.check,
            for: person.agreement)
    }

    @Test func `members and the phrase find the key, nobody else does`() {
        let phrase = Derivation.recoveryKey(phraseSeed: .repeating(0x5E))

        #expect(key(of: .ana) == Place.key)
        #expect(key(of: .ben) == Place.key)
        #expect(key(of: .cleo) == nil)
        #expect(
            EpochKey.find(
                in: rotation.deliveries, ephemeral: rotation.ephemeral, check: check, for: phrase)
                == Place.key)
    }

    @Test func `who is admitted finds the key`() {
        #expect(admission.epoch == Derivation.epochName(of: rotation))
        #expect(
            EpochKey.find(
                in: admission.deliveries, ephemeral: admission.ephemeral, check: check,
                for: Person.cleo.agreement) == Place.key)
        #expect(
            EpochKey.marks(of: admission, key: Place.key)
                == [Derivation.mark(Person.cleo.recipient, key: Place.key)])
        #expect(EpochKey.marks(of: admission, key: .repeating(1)) == nil)
    }

    @Test func `only the key opens the secrets`() throws {
        let secrets = try #require(EpochKey.secrets(of: rotation, key: Place.key))

        #expect(secrets.audience == 2)
        #expect(secrets.owner == Person.ana.id.key)
        #expect(secrets.firstSecret == .repeating(0x51))
        #expect(secrets.follows.map(\.name) == [Place.epoch])
        #expect(
            secrets.marks
                == [Person.ana, Person.ben]
                .map { Derivation.mark($0.recipient, key: Place.key) }.sorted())
        #expect(EpochKey.secrets(of: rotation, key: .repeating(1)) == nil)
    }

    @Test func `who is named twice is marked once`() throws {
        var entropy = Entropy.seeded(.repeating(2))
        var dice = Dice(seed: 2)
        let twice = [Person.ana.recipient, Person.ana.recipient]
        let epoch = EpochKey.Followed(name: Place.epoch, key: Place.key)

        let rotation = EpochKey.rotation(
            key: Place.key,
            secrets: EpochKey.Secrets(
                audience: 2, owner: Person.ana.id.key, firstSecret: .zero,
                follows: [epoch, epoch], marks: []),
            members: twice,
            recovery: Person.ana.agreement.publicKey, entropy: &entropy, dice: &dice)
        let admission = EpochKey.admission(
            to: Place.epoch, key: Place.key, members: twice, entropy: &entropy, dice: &dice)

        let secrets = try #require(EpochKey.secrets(of: rotation, key: Place.key))
        #expect(secrets.marks.count == 1)
        #expect(secrets.follows == [epoch])
        #expect(EpochKey.marks(of: admission, key: Place.key)?.count == 1)
    }

    @Test func `a flipped bit of what is sealed shows`() {
        for bit in 0..<rotation.sealed.count * 8 {
            var sealed = rotation.sealed
            sealed[bit / 8] ^= 1 << UInt8(bit % 8)
            let changed = Rotation(
                check: rotation.check, ephemeral: rotation.ephemeral,
                deliveries: rotation.deliveries, sealed: sealed)
            #expect(EpochKey.secrets(of: changed, key: Place.key) == nil)
            #expect(Derivation.epochName(of: changed) != Derivation.epochName(of: rotation))
        }
    }

    @Test func `certificates are genuine only unchanged`() {
        let certificate = Person.ana.certificate
        let ended = Person.ben.decertification(inFriendsOf: Person.ana.id)
        #expect(certificate.isGenuine)
        #expect(ended.isGenuine)

        let others = [
            Certificate(
                person: Person.ben.id, device: certificate.device,
                agreement: certificate.agreement, signature: certificate.signature),
            Certificate(
                person: certificate.person, device: Person.ben.deviceID,
                agreement: certificate.agreement, signature: certificate.signature),
            Certificate(
                person: certificate.person, device: certificate.device, agreement: .zero,
                signature: certificate.signature),
            Certificate(
                person: certificate.person, device: certificate.device,
                agreement: certificate.agreement,
                signature: ended.signature),
        ]
        #expect(others.allSatisfy { !$0.isGenuine })
    }

    @Test(arguments: 1...40)
    func `a delivery costs 36 bytes a device`(members: Int) {
        var entropy = Entropy.seeded(.repeating(1))
        var dice = Dice(seed: 1)
        let recipients = (0..<members).map { number in
            EpochKey.Recipient(
                device: DeviceID(.repeating(UInt8(number))),
                agreement: AgreementKey(seed: entropy.secretKey()).publicKey)
        }

        let rotation = EpochKey.rotation(
            key: Place.key,
            secrets: EpochKey.Secrets(
                audience: 2, owner: Person.ana.id.key, firstSecret: .zero, follows: [], marks: []),
            members: recipients,
            recovery: Person.ana.agreement.publicKey, entropy: &entropy, dice: &dice)

        #expect(rotation.deliveries.count == members + 1)
        #expect(rotation.sealed.count == 33 + 32 + 1 + 8 * members + 16)
    }
}
