package import Primitives

/// The first operation of every chain: states who writes it and by what right. Never dies.
package struct Open: Equatable, Sendable {
    /// The number of the audience's kind in Domain.
    package let audience: UInt8
    /// The person who owns the audience; of a group or direct audience its id (`AudienceName`).
    package let owner: PersonID
    /// The device that signs the chain, certified by its person.
    package let certificate: Certificate
    /// The incarnation of the device's database that writes the chain (docs/concepts/glossary.md, "incarnation").
    package let incarnation: UInt64
    /// The grant by which the chain is written; nil for the owner's own devices.
    package let grant: UInt64?

    /// Opens a chain of `certificate.device` in an audience of `owner`.
    package init(
        audience: UInt8, owner: PersonID, certificate: Certificate, incarnation: UInt64,
        grant: UInt64?
    ) {
        self.audience = audience
        self.owner = owner
        self.certificate = certificate
        self.incarnation = incarnation
        self.grant = grant
    }
}

/// A person's statement, signed by their root key, that a device is theirs.
package struct Certificate: Hashable, Sendable {
    package let person: PersonID
    /// The device's signing key.
    package let device: DeviceID
    /// The device's X25519 key, used for links and for the delivery of epoch keys.
    package let agreement: Bytes32
    /// Ed25519 signature by the root key; 64 bytes.
    package let signature: [UInt8]

    /// Creates a certificate. Wire checks the signature.
    package init(person: PersonID, device: DeviceID, agreement: Bytes32, signature: [UInt8]) {
        self.person = person
        self.device = device
        self.agreement = agreement
        self.signature = signature
    }

    /// The person and device that the certificate binds.
    package var peer: PeerID { PeerID(person: person, device: device) }
}

/// A device of a person: the key by which tables and maps identify the other end of a link.
///
/// A device key alone does not identify a peer, since anybody can certify another person's device key as
/// their own. State about a peer is therefore looked up by both.
package struct PeerID: Hashable, Sendable {
    package let person: PersonID
    package let device: DeviceID

    /// Identifies `device` of `person`.
    package init(person: PersonID, device: DeviceID) {
        self.person = person
        self.device = device
    }
}

/// A person's statement that a device is no longer theirs, and how much of what it wrote in one audience
/// stands. Signed by the root key, so that no device, stolen or not, can end another by itself.
package struct Decertification: Equatable, Sendable {
    package let person: PersonID
    package let device: DeviceID
    /// The audience in which the lengths hold: the number of its kind in Domain.
    package let audience: UInt8
    /// The person who owns the audience; of a group or direct audience its id.
    package let owner: PersonID
    /// The lengths of the device's chains there that stand, rising by chain. Nothing stands of a chain that is not
    /// listed.
    package let chains: [ChainLength]
    /// Ed25519 signature by the root key; 64 bytes.
    package let signature: [UInt8]

    /// Creates a decertification. Wire checks the signature.
    package init(
        person: PersonID, device: DeviceID, audience: UInt8, owner: PersonID,
        chains: [ChainLength], signature: [UInt8]
    ) {
        self.person = person
        self.device = device
        self.audience = audience
        self.owner = owner
        self.chains = chains
        self.signature = signature
    }
}

/// Gives a person a role in this audience.
package struct Grant: Equatable, Sendable {
    /// A random number that names this grant for ever.
    package let id: UInt64
    package let person: PersonID
    package let role: Role
    /// The earlier grant of the same person that this one replaces or raises. A person who leaves by the
    /// earlier one before they receive this one has left this one too. Nil for a grant that lets a person in.
    package let replaces: UInt64?

    /// Gives `person` the role `role`.
    ///
    /// - Parameter replaces: The replaced grant; not 0.
    package init(id: UInt64, person: PersonID, role: Role, replaces: UInt64? = nil) {
        self.id = id
        self.person = person
        self.role = role
        self.replaces = replaces
    }

    /// The rights that a grant gives. The raw value is the wire format.
    package enum Role: UInt8, CaseIterable, Sendable {
        /// In `friends` and `public`: sees everything there, and reacts.
        case friend = 1
        /// In groups, like the cases below.
        case viewer = 2
        case editor = 3
        case owner = 4
        case heir = 5
    }
}

/// Ends a grant. Everything that its chains hold beyond the named lengths is void for everybody, whenever it arrives; a
/// chain that is not named has length 0.
package struct Cut: Equatable, Sendable {
    /// The grant that ends; 0 is the founder's right, which needs no grant.
    package let grant: UInt64
    /// The lengths that stand, rising by chain.
    package let chains: [ChainLength]

    /// Ends `grant`, leaving `chains`.
    package init(grant: UInt64, chains: [ChainLength]) {
        self.grant = grant
        self.chains = chains
    }
}

/// The part of a chain that stands.
package struct ChainLength: Equatable, Sendable {
    package let chain: ChainID
    /// The number of deltas that stand; positive.
    package let length: UInt64
    /// The id of the last header that stands.
    package let last: Bytes32

    /// The first `length` deltas of `chain`, ending in the header `last`.
    package init(chain: ChainID, length: UInt64, last: Bytes32) {
        self.chain = chain
        self.length = length
        self.last = last
    }
}

/// Declares what of a chain is dead: every replica deletes it and none requests it. Never becomes live again.
package struct Checkpoint: Equatable, Sendable {
    package let chain: ChainID
    /// The living ranges, rising and not touching. Everything before, between and behind them up to `length`
    /// is dead.
    package let living: [Range]
    /// The number of deltas of the chain that the checkpoint judges.
    package let length: UInt64
    /// The deltas that the writer had seen, rising by chain.
    package let seen: [Frontier.Entry]

    /// Judges the first `length` deltas of `chain`.
    package init(chain: ChainID, living: [Range], length: UInt64, seen: [Frontier.Entry]) {
        self.chain = chain
        self.living = living
        self.length = length
        self.seen = seen
    }

    /// Deltas that live, and the hashes that tie them to the dead ones around them.
    package struct Range: Equatable, Sendable {
        /// The first delta that lives.
        package let start: UInt64
        /// One past the last delta that lives; above `start`.
        package let end: UInt64
        /// The id of the header before `start`.
        package let previous: Bytes32
        /// The id of the last header that lives.
        package let last: Bytes32

        /// The deltas `start..<end`, between the headers `previous` and `last`.
        package init(start: UInt64, end: UInt64, previous: Bytes32, last: Bytes32) {
            self.start = start
            self.end = end
            self.previous = previous
            self.last = last
        }
    }
}

/// Begins a new epoch. Only what a member needs to find their key is readable by everybody.
package struct Rotation: Equatable, Sendable {
    /// BLAKE2b-256(key = K, "weft epoch"); every delivered K is checked against it.
    package let check: Bytes32
    /// The public half of a key made for this rotation only.
    package let ephemeral: Bytes32
    /// K for each member device and for the recovery key, in random order.
    package let deliveries: [KeyDelivery]
    /// Sealed under K: the audience, its first secret, the keys of all epochs that this one follows, and the
    /// marks (`EpochKey.Secrets`).
    package let sealed: [UInt8]

    /// Creates a rotation from its parts as they stand on the wire.
    package init(check: Bytes32, ephemeral: Bytes32, deliveries: [KeyDelivery], sealed: [UInt8]) {
        self.check = check
        self.ephemeral = ephemeral
        self.deliveries = deliveries
        self.sealed = sealed
    }
}

/// K sealed to one device, readable by that device alone.
package struct KeyDelivery: Equatable, Sendable {
    /// Four bytes of the shared secret, by which the device finds its delivery.
    package let tag: UInt32
    /// K, masked by the shared secret.
    package let masked: Bytes32

    /// Delivers `masked`, found by `tag`.
    package init(tag: UInt32, masked: Bytes32) {
        self.tag = tag
        self.masked = masked
    }
}

/// Lets devices into an existing epoch.
package struct Admission: Equatable, Sendable {
    /// The epoch's name.
    package let epoch: Bytes16
    /// The public half of a key made for this admission only.
    package let ephemeral: Bytes32
    /// K for each admitted device.
    package let deliveries: [KeyDelivery]
    /// The marks of the admitted devices, sealed under K.
    package let sealed: [UInt8]

    /// Creates an admission from its parts as they stand on the wire.
    package init(
        epoch: Bytes16, ephemeral: Bytes32, deliveries: [KeyDelivery], sealed: [UInt8]
    ) {
        self.epoch = epoch
        self.ephemeral = ephemeral
        self.deliveries = deliveries
        self.sealed = sealed
    }
}
