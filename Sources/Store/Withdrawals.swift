import CRDT

extension OriginedOperation {
    /// Returns the withdrawals that end these dots of a copy of `id`.
    static func withdrawals(of dots: [Dot], id: ObjectID) -> [OriginedOperation] {
        let sorted = Set(dots).sorted()
        return stride(from: 0, to: sorted.count, by: dotsPerWithdrawal).map { start in
            let part = Array(sorted[start...].prefix(dotsPerWithdrawal))
            return OriginedOperation(
                origin: part[0], .withdraw(Withdrawal(object: .id(id), dots: part)))
        }
    }

    /// 1000 dots take 24 KiB of an operation's 64.
    private static let dotsPerWithdrawal = 1000
}
