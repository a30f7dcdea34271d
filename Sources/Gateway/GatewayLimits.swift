import NIOCore

/// Limits for one client and for all of them. A request above a limit is refused; a client above one waits or is asked
/// to retry.
enum GatewayLimits {
    /// Clients that are answered at once: a person's terminals and scripts, with room.
    static let clientsMax = 32
    /// Clients that wait for events at once: windows, watchers and scripts of one person, with room.
    static let listenersMax = 32
    /// Beats that wait for a client which reads its events slowly; who is further behind is dropped.
    static let behindMax = 1000
    /// Connections that have shown nothing yet: no whole request, or over loopback no good token. The oldest
    /// gives way to the next one. A client that asks at once is one of them for a turn of the loop or two, in
    /// which some eight may come.
    static let silentMax = 32
    /// Connections that wait in the kernel until they are accepted.
    static let knockingMax: Int32 = 1024
    /// Largest JSON body: 500 drafts with long titles fit.
    static let jsonBytesMax = 1024 * 1024
    /// Largest file of an import, which lies on the disk while it is read; a million links are about
    /// 200 MB of HTML.
    static let importBytesMax = 256 * 1024 * 1024
    /// Bytes of a file that go to the node, or come from it, at once: a few milliseconds of its thread.
    static let blobSliceBytes = 512 * 1024
    /// Bytes of a file that are proven and kept together, and so are here together.
    static let blobPieceBytes = 32 * 1024
    /// Largest form with a page in it: the page, its address and the lines between them.
    static let formBytesMax = (64 << 20) + (64 << 10)
    /// The maximum number of open `/save` forms: more than anybody has windows.
    static let formsOpenMax = 64
    /// Links that an extension of the browser may change, for it has kept them.
    static let extensionLinksMax = 1000
    /// The lifetime of a browser's code or ticket: as long as a person needs to see a window open.
    static let browserCodeLife = Duration.seconds(60)
    /// Codes of browsers that count at once; the oldest goes.
    static let browserCodesMax = 16
    /// Wrong codes after which no code to type counts any more: with six letters a guess opens one in 60 million times.
    static let browserCodeMissesMax = 5
    /// Browsers that may open the page; the one that was used least lately goes.
    static let browserSessionsMax = 64
    /// Longest name of a browser.
    static let browserNameBytesMax = 120
    /// The milliseconds after which an unused session ends: 90 days.
    static let browserIdleMax: UInt64 = 90 * 86_400_000
    /// Milliseconds in which a session's use is noted once.
    static let browserUseGrain: UInt64 = 3_600_000
    /// Tickets that count at once: windows opened in a minute, with room.
    static let ticketsMax = 256
    /// Longest request line and header together.
    static let headBytesMax = 32 * 1024
    /// Most fields of a header.
    static let headFieldsMax = 100
    /// Imports at once; each has a file.
    static let jobsRunningMax = 2
    /// Jobs whose outcome is remembered.
    static let jobsKeptMax = 32
    /// Between two words on how far an import is: a person sees it move, and of the thousand events that are
    /// kept it takes few.
    static let progressPause = Duration.milliseconds(500)
    /// Refusals, and warnings, that a job lists; the rest is counted.
    static let remarksListedMax = 100
    /// The timeout for a request's head, and between two parts of its body.
    static let patience = TimeAmount.seconds(10)
    /// The pause after the system failed to accept a connection.
    static let acceptPause = TimeAmount.milliseconds(100)
    /// The timeout for responses that are being written when the gateway stops.
    static let farewell = Duration.seconds(5)
    /// Between two signs of life in an event stream; below the minute after which proxies give up.
    static let heartbeat = Duration.seconds(15)
    /// The time for which a response with events collects more after the first.
    static let pollGrace = Duration.milliseconds(50)
    /// Between two looks at the sessions while a client waits for them.
    static let syncPoll = Duration.milliseconds(100)
    /// The timeout of a wait for sync with a friend who is still being dialled.
    static let dialPatience = Duration.seconds(5)
}
