package import Primitives

/// First operation of every chain: who writes it, and by what right. Never dies.
package struct Open: Equatable, Sendable {
    /// Domain's audience number.
    package let audience: UInt8
    /// Whose audience it is; of a group or direct audience its id (`AudienceName`).
    package let owner: PersonID
    /// The device that signs the chain, certified by its person.
    package let certificate: Certificate
    /// The run of this device's database that writes it (docs/glossary.md, "incarnation").
    package let incarnation: UInt64
    /// The grant by which it writes; nil for the owner's own devices.
    package let grant: UInt64?

    /// A chain of `certificate.device`'s in an audience of `owner`'s.
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

/// A person's word that a device is his: signed by the root key.
package struct Certificate: Hashable, Sendable {
    package let person: PersonID
    /// The device's signing key.
    package let device: DeviceID
    /// The device's X25519 key, by which links and epochs' keys reach it.
    package let agreement: Bytes32
    /// Ed25519 by the root key; 64 bytes.
    package let signature: [UInt8]

    /// A certificate; the signature is checked by Wire.
    package init(person: PersonID, device: DeviceID, agreement: Bytes32, signature: [UInt8]) {
        self.person = person
        self.device = device
        self.agreement = agreement
        self.signature = signature
    }

    /// Whose device it is about.
    package var peer: PeerID { PeerID(person: person, device: device) }
}

/// A device of a person, as tables and maps name who is at the other end of a link.
///
/// A device's key alone names nobody: anybody may certify another's device key as their own. What holds
/// a peer's things is asked with both.
package struct PeerID: Hashable, Sendable {
    package let person: PersonID
    package let device: DeviceID

    /// `device` of `person`'s.
    package init(person: PersonID, device: DeviceID) {
        self.person = person
        self.device = device
    }
}

/// A person's word that a device is no longer his, and how much of what it wrote in one audience
/// stands. Signed by the root key, so that no device, stolen or not, can end another by itself.
package struct Decertification: Equatable, Sendable {
    package let person: PersonID
    package let device: DeviceID
    /// Where the lengths hold: Domain's audience number.
    package let audience: UInt8
    /// Whose audience it is; of a group or direct audience its id.
    package let owner: PersonID
    /// Rising by chain: what stands of the device's chains there; of any other nothing does.
    package let chains: [ChainLength]
    /// Ed25519 by the root key; 64 bytes.
    package let signature: [UInt8]

    /// A certificate's end; the signature is checked by Wire.
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

/// Somebody may do something in this audience.
package struct Grant: Equatable, Sendable {
    /// Random; names this grant for ever.
    package let id: UInt64
    package let person: PersonID
    package let role: Role
    /// The grant of the same person's instead of which, or above which, he has this one: who leaves
    /// that, before he hears of this, has left this too. Nil of one by which somebody comes in.
    package let replaces: UInt64?

    /// `person` has `role`.
    ///
    /// - Parameter replaces: not 0.
    package init(id: UInt64, person: PersonID, role: Role, replaces: UInt64? = nil) {
        self.id = id
        self.person = person
        self.role = role
        self.replaces = replaces
    }

    /// What a grant allows; the raw value stands on the wire.
    package enum Role: UInt8, CaseIterable, Sendable {
        /// Of `friends` and `public`: sees everything there, and reacts.
        case friend = 1
        /// Of groups.
        case viewer = 2
        case editor = 3
        case owner = 4
        case heir = 5
    }
}

/// A grant ends. What its chains hold beyond the named lengths is void for everybody, whenever it
/// arrives; a chain that is not named has length 0.
package struct Cut: Equatable, Sendable {
    /// The grant that ends; 0 is the right of the founder, who needs none.
    package let grant: UInt64
    /// Rising by chain.
    package let chains: [ChainLength]

    /// `grant` ends with `chains`.
    package init(grant: UInt64, chains: [ChainLength]) {
        self.grant = grant
        self.chains = chains
    }
}

/// How much of a chain stands.
package struct ChainLength: Equatable, Sendable {
    package let chain: ChainID
    /// Deltas that stand; positive.
    package let length: UInt64
    /// The id of the last header that stands.
    package let last: Bytes32

    /// `length` deltas of `chain`, ending in `last`.
    package init(chain: ChainID, length: UInt64, last: Bytes32) {
        self.chain = chain
        self.length = length
        self.last = last
    }
}

/// What of a chain is dead: dropped by all, fetched by nobody. Never becomes live again.
package struct Checkpoint: Equatable, Sendable {
    package let chain: ChainID
    /// Living ranges, rising, not touching; what lies before, between and behind them up to
    /// `length` is dead.
    package let living: [Range]
    /// How much of the chain is judged.
    package let length: UInt64
    /// Rising by chain: what the writer had seen.
    package let seen: [Frontier.Entry]

    /// The verdict over the first `length` deltas of `chain`.
    package init(chain: ChainID, living: [Range], length: UInt64, seen: [Frontier.Entry]) {
        self.chain = chain
        self.living = living
        self.length = length
        self.seen = seen
    }

    /// Deltas that live, and what ties them to the dead around them.
    package struct Range: Equatable, Sendable {
        /// The first delta that lives.
        package let start: UInt64
        /// One behind the last that lives; above `start`.
        package let end: UInt64
        /// The id of the header before `start`.
        package let previous: Bytes32
        /// The id of the last header that lives.
        package let last: Bytes32

        /// `start..<end`, between `previous` and what follows `last`.
        package init(start: UInt64, end: UInt64, previous: Bytes32, last: Bytes32) {
            self.start = start
            self.end = end
            self.previous = previous
            self.last = last
        }
    }
}

/// A new epoch. What is readable to all is only what lets a member find his key.
package struct Rotation: Equatable, Sendable {
    /// BLAKE2b-256(key = K, "weft epoch"): every delivered K is checked against it.
    package let check: Bytes32
    /// The public half of a key made for this rotation only.
    package let ephemeral: Bytes32
    /// K for each member device and for the recovery key, in an order of chance.
    package let deliveries: [KeyDelivery]
    /// Sealed under K: whose epoch it is, first secret, keys of all epochs it follows, marks
    /// (`EpochKey.Secrets`).
    package let sealed: [UInt8]

    /// A rotation.
    package init(check: Bytes32, ephemeral: Bytes32, deliveries: [KeyDelivery], sealed: [UInt8]) {
        self.check = check
        self.ephemeral = ephemeral
        self.deliveries = deliveries
        self.sealed = sealed
    }
}

/// K for one device, readable by that device alone.
package struct KeyDelivery: Equatable, Sendable {
    /// Four bytes of the shared secret, by which the device finds it.
    package let tag: UInt32
    /// K, masked by the shared secret.
    package let masked: Bytes32

    /// `masked`, found by `tag`.
    package init(tag: UInt32, masked: Bytes32) {
        self.tag = tag
        self.masked = masked
    }
}

/// Devices are let into an epoch that exists.
package struct Admission: Equatable, Sendable {
    /// The epoch's name.
    package let epoch: Bytes16
    /// The public half of a key made for this admission only.
    package let ephemeral: Bytes32
    /// K for each device that is let in.
    package let deliveries: [KeyDelivery]
    /// Sealed under K: their marks.
    package let sealed: [UInt8]

    /// An admission.
    package init(
        epoch: Bytes16, ephemeral: Bytes32, deliveries: [KeyDelivery], sealed: [UInt8]
    ) {
        self.epoch = epoch
        self.ephemeral = ephemeral
        self.deliveries = deliveries
        self.sealed = sealed
    }
}
