package import Domain

// Devices of one person.

/// Lists the devices of this person, the one that answers first.
package struct ListDevices: Endpoint {
    package init() {}
    package func visit(_ fields: Fields) {}

    package static let route = EndpointRoute(
        "listDevices", .get, "/v1/devices", "Your devices, this one first")
    package func request() -> TypedRequest<[OwnDevice]> { .query { .devices($0) } }
    package func output(_ all: [OwnDevice]) -> PageJSON<DeviceJSON> {
        PageJSON(items: all.map(DeviceJSON.init))
    }
}

/// Certifies a further device.
package struct PairDevice: Endpoint {
    package var pairing = ""
    package var phrase: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.member(
            "request", &pairing, "The line that `weft init --pair` prints on the new device.")
        fields.phrase(&phrase)
    }

    /// Certifies the device that this request describes.
    package init(request: String, phrase: String? = nil) {
        pairing = request
        self.phrase = phrase
    }

    package static let route = EndpointRoute(
        "pairDevice", .post, "/v1/devices", "Certify a further device",
        [.invalidTicket, .conflict, .invalidValue, .readOnly], statuses: [201])
    package func request() -> TypedRequest<PairedDevice> {
        .command { .pairDevice(request: pairing, phrase: phrase, $0) }
    }
    package func output(_ paired: PairedDevice) -> PairedDeviceJSON { PairedDeviceJSON(paired) }
}

/// Renames a device.
package struct RenameDevice: RenamingEndpoint {
    package var ref = ""
    package var name = ""

    package init() {}

    package static let route = EndpointRoute(
        "renameDevice", .patch, "/v1/devices/{ref}", "Rename a device",
        [.notFound, .ambiguous, .conflict, .invalidValue, .readOnly])
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .renameDevice(DeviceReference(ref), to: name, $0) }
    }
}

/// Revokes a device; other nodes ignore what it writes from now on.
package struct RevokeDevice: Endpoint {
    package var ref = ""
    package var phrase: String?

    package init() {}
    package mutating func visit(_ fields: Fields) {
        fields.path("ref", &ref)
        fields.phrase(&phrase)
    }

    /// This device.
    ///
    /// - Parameter phrase: the words that make the root key; nil where it is on the node's machine.
    package init(_ ref: String, phrase: String? = nil) {
        self.ref = ref
        self.phrase = phrase
    }

    package static let route = EndpointRoute(
        "revokeDevice", .delete, "/v1/devices/{ref}",
        "Revoke a device; other nodes ignore what it writes from now on",
        [.notFound, .ambiguous, .conflict, .invalidValue, .readOnly], mayLackBody: true)
    package typealias Output = DoneJSON
    package func request() -> TypedRequest<DoneReport> {
        .command { .revokeDevice(DeviceReference(ref), phrase: phrase, $0) }
    }
}

extension Fields {
    // The words that make the root key.
    fileprivate func phrase(_ phrase: inout String?) {
        member("phrase", &phrase, "The 24 words; absent where the root key is on this machine.")
    }
}
