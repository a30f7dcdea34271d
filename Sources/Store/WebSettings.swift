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
            address.map { "from now on other programs of this machine come in on \($0.text)" }
            ?? "from now on no other program comes in"
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
                "from now on a Pinboard client keeps what it shares where new things go"
            case .public: "from now on everybody may see what a Pinboard client shares"
            }
        return .done(DoneReport(count: 1, act: nil, summary: summary))
    }

    private static let webSetting = "web"
    private static let pinboardSetting = "pinboard"
}
