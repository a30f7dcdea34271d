import Domain

// What this node is set to about other programs of its machine.
extension Store {
    /// Where they come in; nil if nowhere.
    func web() throws(StorageError) -> LoopbackAddress? {
        try setting(Self.webSetting).flatMap {
            LoopbackAddress(String(decoding: $0, as: UTF8.self))
        }
    }

    /// Lets them in there from now on, or nowhere; for this device alone.
    func setWeb(_ address: LoopbackAddress?) throws(StorageError) -> Answer {
        try set(Self.webSetting, to: Array((address?.text ?? "").utf8))
        let summary =
            address.map { "from now on other programs of this machine come in on \($0.text)" }
            ?? "from now on no other program comes in"
        return .done(DoneReport(count: 1, act: nil, summary: summary))
    }

    /// What `shared=yes` of a Pinboard client means.
    func pinboard() throws(StorageError) -> PinboardSharing {
        let kept = try setting(Self.pinboardSetting).map { String(decoding: $0, as: UTF8.self) }
        return kept.flatMap(PinboardSharing.init(rawValue:)) ?? .normal
    }

    /// Changes that; for this device alone.
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
