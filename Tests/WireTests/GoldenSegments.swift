import CRDT
import Primitives
import Wire

extension Golden {
    static var segments: [Example] {
        [
            Example(
                name: "a segment for ben", form: "segment",
                members: [
                    "hex": .hex(SegmentSample.bytes),
                    "scalar": .hex(Bytes32.repeating(0x22).bytes),
                    "value": [
                        "certificate": Person.ana.certificate.json,
                        "keys": .list(
                            SegmentSample.keys.map { [.hex($0.name.bytes), .hex($0.key.bytes)] }),
                        "messages": .list(SegmentSample.messages.map { .hex($0.bytes) }),
                    ],
                ])
        ]
    }
}
