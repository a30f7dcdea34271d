import CRDT
import Domain
import Primitives
import Store
import Wire

/// Inputs in which a guise writes deltas: repetitions of others' deltas, and things it may not write.
enum ForgerySeeds {
    /// - Parameter head: the first byte of each, with which the guise greets completely.
    static func all(as guise: FuzzGuise, head: UInt8) -> [[UInt8]] {
        let inputs = repetitions(guise) + forks(guise) + chains(guise) + usurpations(guise)
        return inputs.map { SessionInput.spell(head, $0) }
    }

    private static func text(_ bytes: [UInt8]) -> SessionInput.Text {
        SessionInput.Text(bytes: bytes, patches: [])
    }

    // The indices of the guise's own chains.
    private static func own(_ guise: FuzzGuise) -> [UInt8] {
        guise.pens.indices.filter { guise.pens[$0].writer == guise.keys.owner.device }
            .map { UInt8($0) }
    }

    // Earlier deltas and wire examples, once more.
    private static func repetitions(_ guise: FuzzGuise) -> [[SessionInput.Event]] {
        let payloads =
            guise.payloads.filter { $0.count < 1500 }.prefix(40)
            + SeedInputs.golden("payloads", "payload").filter { $0.count < 1500 }
        let pens = own(guise)
        return payloads.enumerated().map { index, payload in
            let pen = pens.isEmpty ? 0 : pens[index % pens.count]
            return [.delta(pen: pen, step: 1, [], text(payload)), .pause(1)]
        }
    }

    // Each chain forks, and is declared dead.
    private static func forks(_ guise: FuzzGuise) -> [[SessionInput.Event]] {
        guard let payload = guise.payloads.first else { return [] }
        return (0..<UInt8(min(guise.pens.count, 12))).flatMap { pen -> [[SessionInput.Event]] in
            [
                [
                    .delta(pen: pen, step: 1, [.stays, .waits], text(payload)),
                    .delta(pen: pen, step: 2, [], text(payload)), .fork(pen: pen), .pause(2),
                ],
                [
                    .delta(pen: pen, step: 1, [.waits], checkpoint(of: guise.pens[Int(pen)])),
                    .checkpoint(pen: pen, target: pen),
                    .delta(pen: pen, step: 1, [], text(payload)),
                ],
            ]
        }
    }

    private static func chains(_ guise: FuzzGuise) -> [[SessionInput.Event]] {
        guard let payload = guise.payloads.first else { return [] }
        return (0..<UInt8(min(guise.circles.count, 12))).map { circle in
            [
                .chain(circle: circle, incarnation: 5, grant: circle % 2),
                .delta(pen: UInt8(guise.pens.count), step: 1, [], text(payload)), .pause(1),
            ]
        }
    }

    // Things of others get another title and are deleted, in existing chains and in new ones.
    private static func usurpations(_ guise: FuzzGuise) -> [[SessionInput.Event]] {
        guise.things.flatMap { thing -> [[SessionInput.Event]] in
            let circle = guise.circles[thing.circle]
            let new = Derivation.chain(
                secret: circle.secret ?? .zero, device: guise.keys.owner.device, incarnation: 5)
            let begun: [SessionInput.Event] = [
                .chain(circle: UInt8(thing.circle), incarnation: 5, grant: 1),
                .delta(
                    pen: UInt8(guise.pens.count), step: 1, [],
                    usurpation(of: thing.object, in: new, at: 1)), .pause(1),
            ]
            return own(guise).filter { guise.pens[Int($0)].circle == thing.circle }.map { pen in
                let base = guise.pens[Int(pen)].base
                let text = usurpation(of: thing.object, in: base.chain, at: base.sequence)
                return [.delta(pen: pen, step: 1, [], text), .pause(1)]
            } + [begun]
        }
    }

    private static func usurpation(
        of object: ObjectRef, in chain: ChainID, at sequence: UInt64
    ) -> SessionInput.Text {
        let values: [(Field, [UInt8])] = [
            (Schema.Thing.title, Array("usurped".utf8)), (Field.deletion, [1]),
        ]
        let operations = values.map { field, value in
            OriginedOperation(
                .write(FieldWrite(object: object, field: field, value: value, replaces: [])))
        }
        return text(Payload.encode(operations, chain: chain, sequence: sequence))
    }

    // Declares the whole chain dead.
    private static func checkpoint(of pen: Forgery.Pen) -> SessionInput.Text {
        let seen = Frontier.Entry(chain: pen.base.chain, length: pen.base.sequence)
        let operation = Operation.checkpoint(
            Checkpoint(
                chain: pen.base.chain, living: [], length: pen.base.sequence, seen: [seen]))
        return text(
            Payload.encode(
                [OriginedOperation(operation)], chain: pen.base.chain,
                sequence: pen.base.sequence))
    }
}
