import CRDT
import Primitives
import Wire

// The contents of an operation, as a golden file shows them: bytes in hex, dots as
// chain:sequence:index or 24 bytes, objects as "creation DOT" or "id BYTES".

extension OriginedOperation {
    var json: JSONText {
        operation.json.with("origin", origin.map { .text($0.text) })
    }
}

extension Operation {
    var json: JSONText {
        switch self {
        case .open(let open):
            let json: JSONText = [
                "op": "open", "audience": .number(UInt64(open.audience)),
                "owner": .hex(open.owner.key.bytes), "certificate": open.certificate.json,
                "incarnation": .number(open.incarnation),
            ]
            return json.with("grant", open.grant.map { .number($0) })
        case .certify(let certificate):
            return ["op": "certify", "certificate": certificate.json]
        case .decertify(let end):
            return [
                "op": "decertify", "person": .hex(end.person.key.bytes),
                "device": .hex(end.device.key.bytes), "audience": .number(UInt64(end.audience)),
                "owner": .hex(end.owner.key.bytes),
                "chains": .list(end.chains.map(\.json)), "signature": .hex(end.signature),
            ]
        case .grant(let grant):
            let json: JSONText = [
                "op": "grant", "id": .number(grant.id), "person": .hex(grant.person.key.bytes),
                "role": .number(UInt64(grant.role.rawValue)),
            ]
            return json.with("replaces", grant.replaces.map { .number($0) })
        case .cut(let cut): return cut.json
        case .rotate(let rotation):
            return [
                "op": "rotate", "check": .hex(rotation.check.bytes),
                "ephemeral": .hex(rotation.ephemeral.bytes),
                "deliveries": deliveries(rotation.deliveries), "sealed": .hex(rotation.sealed),
            ]
        case .admit(let admission):
            return [
                "op": "admit", "epoch": .hex(admission.epoch.bytes),
                "ephemeral": .hex(admission.ephemeral.bytes),
                "deliveries": deliveries(admission.deliveries),
                "sealed": .hex(admission.sealed),
            ]
        case .checkpoint(let checkpoint): return checkpoint.json
        case .create, .write, .add, .remove, .withdraw, .place: return contentJSON
        case .unknown(let kind, let body):
            return ["op": "unknown", "kind": .number(UInt64(kind)), "body": .hex(body)]
        }
    }

    private var contentJSON: JSONText {
        switch self {
        case .create(let creation): return creation.json
        case .write(let write):
            return [
                "op": "write", "object": .text(write.object.text),
                "field": .number(UInt64(write.field.number)), "replaces": dots(write.replaces),
                "value": .hex(write.value),
            ]
        case .add(let addition):
            return [
                "op": "add", "object": .text(addition.object.text),
                "field": .number(UInt64(addition.field.number)),
                "element": .hex(addition.element),
            ]
        case .remove(let removal):
            return [
                "op": "remove", "object": .text(removal.object.text),
                "field": .number(UInt64(removal.field.number)),
                "element": .hex(removal.element), "dots": dots(removal.dots),
            ]
        case .withdraw(let withdrawal):
            return [
                "op": "withdraw", "object": .text(withdrawal.object.text),
                "dots": dots(withdrawal.dots),
            ]
        case .place(let placement):
            return [
                "op": "place", "object": .text(placement.object.text),
                "audience": placement.audience.json, "in": .flag(placement.isIn),
                "replaces": dots(placement.replaces),
            ]
        default: return [:]
        }
    }

    private func dots(_ dots: [Dot]) -> JSONText { .list(dots.map { .text($0.text) }) }

    private func deliveries(_ list: [KeyDelivery]) -> JSONText {
        .list(list.map { [.number(UInt64($0.tag)), .hex($0.masked.bytes)] })
    }
}

extension Creation {
    fileprivate var json: JSONText {
        let values = self.values.map { ("\($0.field.number)", JSONText.hex($0.value)) }
        let elements = self.elements.map { entry in
            ("\(entry.field.number)", JSONText.list(entry.elements.map { .hex($0) }))
        }
        let json: JSONText = ["op": "create", "kind": .number(UInt64(kind))]
        return json.with("id", id.map { .hex($0.bytes.bytes) })
            .with("values", .object(values)).with("elements", .object(elements))
    }
}

extension Cut {
    fileprivate var json: JSONText {
        ["op": "cut", "grant": .number(grant), "chains": .list(chains.map(\.json))]
    }
}

extension ChainLength {
    var json: JSONText {
        [.hex(chain.bytes.bytes), .number(length), .hex(last.bytes)]
    }
}

extension AudienceName {
    /// The kind; for kinds with many audiences, also the id.
    var json: JSONText {
        guard let id else { return .number(UInt64(kind)) }
        return ["kind": .number(UInt64(kind)), "id": .hex(id.bytes)]
    }
}

extension Checkpoint {
    fileprivate var json: JSONText {
        let living = self.living.map { range -> JSONText in
            [
                .number(range.start), .number(range.end), .hex(range.previous.bytes),
                .hex(range.last.bytes),
            ]
        }
        return [
            "op": "checkpoint", "chain": .hex(chain.bytes.bytes), "length": .number(length),
            "living": .list(living), "seen": .list(seen.map(\.json)),
        ]
    }
}

extension Frontier.Entry {
    var json: JSONText { [.hex(chain.bytes.bytes), .number(length)] }
}

extension Certificate {
    var json: JSONText {
        [
            "person": .hex(person.key.bytes), "device": .hex(device.key.bytes),
            "agreement": .hex(agreement.bytes), "signature": .hex(signature),
        ]
    }
}

extension Dot {
    var text: String {
        switch self {
        case .derived(let bytes): return bytes.bytes.hex
        case .position(let chain, let sequence, let index):
            return "\(chain.bytes.bytes.hex):\(sequence):\(index)"
        }
    }
}

extension ObjectRef {
    var text: String {
        switch self {
        case .creation(let dot): return "creation \(dot.text)"
        case .id(let id): return "id \(id.bytes.bytes.hex)"
        }
    }
}
