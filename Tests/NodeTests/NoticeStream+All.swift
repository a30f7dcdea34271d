import Domain

extension NoticeStream {
    /// The known notices, then later ones.
    var all: AsyncStream<NumberedNotice> {
        AsyncStream { stream in
            for notice in known { stream.yield(notice) }
            let later = later
            let task = Task {
                for await notice in later { stream.yield(notice) }
                stream.finish()
            }
            stream.onTermination = { _ in task.cancel() }
        }
    }
}
