import Domain

// Settings for other programs on the same machine.
extension Store {
    /// The address at which other programs connect; nil if they may not.
    func web() throws(StorageError) -> LoopbackAddress? {
        try setting(Self.webSetting).flatMap {
            LoopbackAddress(String(decoding: $0, as: UTF8.self))
        }
    }

    /// Sets the address at which other programs connect; nil turns it off. For this device alone.
    func setWeb(_ address: LoopbackAddress?) throws(StorageError) -> Answer {
        try set(Self.webSetting, to: Array((address?.text ?? "").utf8))
        let summary =
            address.map { "other programs on this computer can now connect to \($0.text)" }
            ?? "other programs can no longer connect"
        return .done(DoneReport(count: 1, act: nil, summary: summary))
    }

    /// The meaning of `shared=yes` from a Pinboard client.
    func pinboard() throws(StorageError) -> PinboardSharing {
        let kept = try setting(Self.pinboardSetting).map { String(decoding: $0, as: UTF8.self) }
        return kept.flatMap(PinboardSharing.init(rawValue:)) ?? .normal
    }

    /// Sets the meaning of `shared=yes`, for this device alone.
    func setPinboard(_ sharing: PinboardSharing) throws(StorageError) -> Answer {
        try set(Self.pinboardSetting, to: Array(sharing.rawValue.utf8))
        let summary =
            switch sharing {
            case .normal:
                "what a Pinboard client shares now goes where new things go"
            case .public: "everyone can now see what a Pinboard client shares"
            }
        return .done(DoneReport(count: 1, act: nil, summary: summary))
    }

    private static let webSetting = "web"
    private static let pinboardSetting = "pinboard"
}
