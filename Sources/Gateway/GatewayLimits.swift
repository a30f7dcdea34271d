import NIOCore

/// What one client, and all of them, may take. A request beyond it is refused; a client too many waits, or is told
/// to come again.
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
    /// Forms of `/save` that are shown and not sent: as many windows as somebody has, with room.
    static let formsOpenMax = 64
    /// Links that an extension of the browser may change, for it has kept them.
    static let extensionLinksMax = 1000
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
    /// How long a client may take for a request's head, or between two parts of its body.
    static let patience = TimeAmount.seconds(10)
    /// How long nobody is accepted after the system refused to.
    static let acceptPause = TimeAmount.milliseconds(100)
    /// How long stopping waits for answers that are being written.
    static let farewell = Duration.seconds(5)
    /// Between two signs of life in an event stream; below the minute after which proxies give up.
    static let heartbeat = Duration.seconds(15)
    /// How long an answer with events waits behind the first for more.
    static let pollGrace = Duration.milliseconds(50)
    /// Between two looks at the sessions while a client waits for them.
    static let syncPoll = Duration.milliseconds(100)
    /// How long a wait for sync holds out for a friend who is still being dialled.
    static let dialPatience = Duration.seconds(5)
}
