import API
import CRDT
import Domain
import Primitives
import Testing

@Suite struct AnswerTests {
    private let ana = """
        {"id":"\(Samples.ana.person.text)","me":true,"name":"ana"}
        """
    private let ben = """
        {"id":"\(Samples.ben.person.text)","me":false,"name":"ben"}
        """
    private let time = "2026-11-21T04:00:23.120Z"

    @Test func `a link is told with all its members, sorted`() throws {
        let written = text(BookmarkJSON(Samples.bookmark))

        #expect(
            written == """
                {"author":\(ana),"canonical_url":"https://a.example/x",\
                "conflicts":[{"at":"\(time)","by":\(ben),"field":"title","losing_value":"Y"}],\
                "created_at":"\(time)","etag":"\(EntityTag.text(of: Samples.bookmark))",\
                "highlights_count":0,"id":"04HMASW9NF6YY00H48SM8NB6EW",\
                "note":"n","placement":["friends"],\
                "reactions":{"comments":0,"dislikes":0,"follower_count":0,"likes":0},\
                "short_id":"\(Samples.id.short)","size":"l","snapshots":[],\
                "tags":["crdt","paper/sync"],"title":"X","trashed":false,"type":"bookmark",\
                "unread":true,"updated_at":"\(time)","url":"https://a.example/x?y=1"}
                """)
    }

    @Test func `a page has its cursor and its total only where there are some`() throws {
        let last = ListPage(items: [], nextCursor: nil, total: nil)
        let first = ListPage(items: [], nextCursor: "c", total: 9)

        #expect(
            String(decoding: try ListThings<Links>(ThingSearch()).text(of: last), as: UTF8.self)
                == #"{"items":[]}"#)
        #expect(
            String(decoding: try ListThings<Links>(ThingSearch()).text(of: first), as: UTF8.self)
                == #"{"items":[],"next_cursor":"c","total":9}"#)
    }

    @Test func `outcomes are listed link by link, audiences from the narrowest to groups`() throws {
        let written = text(KeptJSON(Samples.kept))

        let id = #""id":"\#(Samples.id.text)""#
        let short = #""short_id":"\#(Samples.id.short)""#
        #expect(
            written == """
                {"act":7,"audience":"friends","outcomes":[{\(id),"outcome":"added",\(short)},\
                {\(id),"outcome":"merged",\(short)},{\(id),"outcome":"skipped",\(short)},\
                {"outcome":"refused","problem":{"code":"invalid_value","detail":"no scheme",\
                "fix":"https://...","status":422,"title":"A value is invalid",\
                "type":"urn:weft:error:invalid_value"}}],\
                "placed":[{"audience":"friends","count":2},{"audience":"public","count":1},\
                {"audience":"group:lab","count":3},{"audience":"group:loom","count":4}]}
                """)
    }

    @Test func `small answers are what the interface says`() throws {
        #expect(
            text(DoneJSON(DoneReport(count: 2, act: 3, summary: "s")))
                == #"{"act":3,"count":2,"summary":"s"}"#)
        #expect(text(TagJSON(TagCount(name: "a", count: 1))) == #"{"count":1,"name":"a"}"#)
        #expect(
            text(ActJSON(Act(number: 1, summary: "s", at: Samples.at, isUndone: true)))
                == #"{"at":"\#(time)","number":1,"summary":"s","undone":true}"#)
        #expect(
            text(ShareJSON(LiveShare(query: "#a", audience: .friends, count: 1)))
                == ##"{"audience":"friends","count":1,"query":"#a"}"##)
        #expect(
            text(CheckJSON(canonicalURL: "https://a.example/", bookmark: nil))
                == #"{"auto_tags":[],"canonical_url":"https://a.example/"}"#)
        #expect(text(HealthJSON()) == #"{"status":"ok"}"#)
        #expect(
            text(VersionJSON(version: "1")) == #"{"api":"v1","name":"weft","version":"1"}"#)
    }

    @Test func `people and nodes are what the interface says`() throws {
        let key = Samples.ben.person.text
        let peer = """
            {"address":"127.0.0.1:7433","bytes_received":3,"bytes_sent":4,"end_reason":"closed",\
            "i_lack":2,"name":"ben","near":true,"outbound":true,"person":"\(key)","state":"in sync",\
            "they_lack":1}
            """
        let mailbox = """
            {"for":["everybody"],"keeper":\(ben),"last_got":"\(time)","last_put":"\(time)",\
            "own_bytes":8192,"own_segments":2,"quota_bytes":67108864,"state":"full","taken":5,\
            "used_bytes":8192}
            """
        let kept = """
            {"last_got":"\(time)","last_put":"\(time)","person":\(ben),"quota_bytes":67108864,\
            "segments":1,"used_bytes":4096}
            """

        #expect(text(PeerJSON(Samples.peer)) == peer)
        #expect(
            text(FriendJSON(Samples.friend)) == """
                {"addresses":["127.0.0.1:7433"],"connected":false,"last_seen":"\(time)",\
                "link_count":5,"mutual":true,"name":"ben","person":"\(key)"}
                """)
        #expect(
            text(StatusJSON(Samples.status)) == """
                {"changed_in_trash":4,"connected_friends":5,\
                "cut_off":[{"group":"group:lab","kept":2,"lost":1}],"damaged_deltas":10,"damaged_only_here":9,\
                "deltas":6,\
                "files":{"full":true,"missing":7,"quota_bytes":6,"used_bytes":5},\
                "filled_shares":[{"audience":"friends",\
                "fix":"weft config set author.quota 2MiB","name":"Ben","quota_bytes":1048576}],\
                "found_twice_at":"\(time)",\
                "friends":4,"groups":8,"kept_mailboxes":[\(kept)],\
                "listening_on":"127.0.0.1:7433","mailboxes":[\(mailbox)],\
                "name":"ana","networks":2,"own_links":1,"peers":[\(peer)],\
                "read_only_fix":"make room","read_only_reason":"disk full",\
                "reports":3,"room_problem":"no room","seen_links":2,"tags":3,\
                "things":[{"own":37,"seen":4,"type":"garment"}],"unindexed":7,"uptime_milliseconds":9,\
                "withdrawn_since_backup":3}
                """)
    }

    @Test func `open requests and devices have the described JSON`() throws {
        let key = Samples.ben.person.text
        let device = PersonID(.zero).text

        #expect(
            String(decoding: try ListBlocked().text(of: [Samples.ben]), as: UTF8.self)
                == "{\"items\":[\(ben)]}")
        #expect(
            String(decoding: try ListPending().text(of: [Samples.knock]), as: UTF8.self)
                == """
                {"items":[{"address":"127.0.0.1:7433","at":"\(time)","device":"\(device)",\
                "name":"ben","person":"\(key)","words":["lunar","acid","tiger","mother"]}]}
                """)
        #expect(
            String(decoding: try NewCode().text(of: Samples.code), as: UTF8.self)
                == """
                {"code":"7-candy-lizard","expires_at":"\(time)","met":{"friend":false,\
                "name":"ben","person":"\(key)","words":["lunar","acid","tiger","mother"]},\
                "number":7,"state":"open"}
                """)
        #expect(
            String(decoding: try ListDevices().text(of: [Samples.device]), as: UTF8.self)
                == """
                {"items":[{"connected":true,"device":"\(device)","last_seen":"\(time)",\
                "name":"laptop","revoked":false,"this":false}]}
                """)
        #expect(
            String(
                decoding: try PairDevice(request: "r").text(of: Samples.paired),
                as: UTF8.self)
                == #"{"answer":"weft-pair:1","device":"\#(device)","name":"laptop"}"#)
    }

    @Test func `collections, history and visibility are what the interface says`() throws {
        let visibility = Visibility(
            id: Samples.id, placement: [.friends],
            viewers: [Samples.viewer], former: [Samples.former])

        #expect(
            text(CollectionJSON(Samples.collection)) == """
                {"author":\(ana),"count":2,"description":"d","id":"\(Samples.id.text)",\
                "name":"Sync","placement":["public"],"query":"#crdt"}
                """)
        #expect(
            String(
                decoding: try ShowHistory("A").text(of: Samples.history), as: UTF8.self)
                    == """
                    {"items":[{"at":"\(time)","author":\(ben),"chain":"c","change":"said: warm",\
                    "device":"d","sequence":4}],"of":"comment"}
                    """)
        #expect(
            text(VisibilityJSON(visibility)) == """
                {"former":[{"arrival":"had_it","audience":"group:lab","author":\(ben),\
                "devices":[],"has_it":false}],\
                "id":"\(Samples.id.text)","placement":["friends"],\
                "viewers":[{"arrival":"has_it","audience":"friends","author":\(ben),\
                "devices":[{"arrival":"has_it","device":"\(PersonID(.zero).text)",\
                "last_seen":"\(time)","name":"laptop","revoked":false},\
                {"arrival":"not_yet","device":"\(PersonID(.zero).text)","name":"",\
                "revoked":true}],"has_it":true}]}
                """)
    }

    @Test func `settings are what the interface says`() throws {
        let fine = Settings(defaultAudience: .private, problem: nil)

        #expect(
            String(decoding: try ShowSettings().text(of: fine), as: UTF8.self)
                == #"{"audience":"private","author_quota_bytes":268435456,"discovery":true,"#
                + #""files_originals":"on-demand","files_quota_bytes":10737418240,"pinboard":"default"}"#
        )
        #expect(
            text(SettingsJSON(Samples.settings)) == """
                {"audience":"group:lab","author_quota_bytes":268435456,"discovery":true,\
                "files_originals":"on-demand",\
                "files_quota_bytes":10737418240,"pinboard":"default",\
                "problem":{"code":"role_required","detail":"you are in it no more","status":403,\
                "title":"\(ProblemJSON.Code.roleRequired.title)",\
                "type":"urn:weft:error:role_required"},"web":"127.0.0.1:7434"}
                """)
    }
}
