package import Domain

/// The gateway's access to the stored tokens for loopback.
package struct WebKeys: Sendable {
    /// Makes the token if there is none; why it cannot be had, in words.
    package let prepare: @Sendable () -> String?
    /// Whether a token opens this.
    package let opens: @Sendable (_ scope: WebScope, _ token: String) -> Bool
    /// The token that opens this; nil if it cannot be had.
    package let token: @Sendable (_ scope: WebScope) -> String?
    /// The file of browsers' sessions; nil if there is none, or it cannot be read.
    package let sessions: @Sendable () -> [UInt8]?
    /// Keeps that file durably; why it cannot be kept, in words.
    package let keepSessions: @Sendable ([UInt8]) -> String?

    /// Keys of these five.
    package init(
        prepare: @escaping @Sendable () -> String?,
        opens: @escaping @Sendable (_ scope: WebScope, _ token: String) -> Bool,
        token: @escaping @Sendable (_ scope: WebScope) -> String?,
        sessions: @escaping @Sendable () -> [UInt8]?,
        keepSessions: @escaping @Sendable ([UInt8]) -> String?
    ) {
        self.prepare = prepare
        self.opens = opens
        self.token = token
        self.sessions = sessions
        self.keepSessions = keepSessions
    }
}
