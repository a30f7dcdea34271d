import CRDT

extension OriginedOperation {
    /// What ends a copy of `id`, by all dots of it that show.
    static func withdrawals(of dots: [Dot], id: ObjectID) -> [OriginedOperation] {
        let sorted = Set(dots).sorted()
        return stride(from: 0, to: sorted.count, by: dotsPerWithdrawal).map { start in
            let part = Array(sorted[start...].prefix(dotsPerWithdrawal))
            return OriginedOperation(
                origin: part[0], .withdraw(Withdrawal(object: .id(id), dots: part)))
        }
    }

    /// 24 KiB of an operation's 64.
    private static let dotsPerWithdrawal = 1000
}
