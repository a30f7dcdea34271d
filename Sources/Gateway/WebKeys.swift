package import Domain

/// What the gateway asks of whoever keeps the tokens of the door on loopback.
package struct WebKeys: Sendable {
    /// Makes the token if there is none; why it cannot be had, in words.
    package let prepare: @Sendable () -> String?
    /// Whether a token opens this.
    package let opens: @Sendable (_ scope: WebScope, _ token: String) -> Bool
    /// The token that opens this; nil if it cannot be had.
    package let token: @Sendable (_ scope: WebScope) -> String?

    /// Keys of these three.
    package init(
        prepare: @escaping @Sendable () -> String?,
        opens: @escaping @Sendable (_ scope: WebScope, _ token: String) -> Bool,
        token: @escaping @Sendable (_ scope: WebScope) -> String?
    ) {
        self.prepare = prepare
        self.opens = opens
        self.token = token
    }
}
