/// Bodies as somebody would send them, by the name of their shape.
package enum BodyExamples {
    /// One of this shape; nil if its members say enough.
    static func example(of schema: String) -> JSONValue? { all[schema] }

    /// All of them.
    package static let all: [String: JSONValue] = [
        "Add": [
            "url": "https://dat-ecosystem.org/", "title": "Dat", "tags": ["crdt", "p2p"],
            "note": "Papers to read", "unread": true, "audience": "friends",
        ],
        "Edit": ["title": "Dat ecosystem", "add_tags": ["sync"], "unread": false],
        "Batch": [
            "ops": [
                ["op": "add_tags", "query": "site:arxiv.org", "tags": ["paper"]],
                ["op": "share", "query": "#paper", "audience": "friends"],
            ]
        ],
        "Selection": ["query": "#paper before:2026-01-01", "dry_run": true],
        "Rename": ["to": "papers"],
        "Merge": ["from": ["article", "articles"], "into": "paper"],
        "NewCollection": ["name": "To read", "query": "is:unread"],
        "Order": ["refs": ["RZ9C7YKM"], "place": "first"],
        "ShareRequest": ["query": "#paper", "audience": "friends", "live": true],
        "Withdraw": ["refs": ["RZ9C7YKM"], "audience": "public"],
        "SettingsChange": ["audience": "friends"],
        "NewTagRule": ["query": "youtube.com", "tags": ["video"]],
        "NewFollow": ["what": "#crdt"],
        "NewGarment": [
            "name": "Linen shirt", "category": "clothes/shirts", "colors": ["white"],
            "price": "49.90 EUR", "seasons": ["summer"],
        ],
        "EditGarment": ["state": "wash", "add_colors": ["blue"], "brand": ""],
        "NewOutfit": ["name": "Monday", "occasions": ["work"]],
        "Wear": ["day": "2026-01-31"],
        "NewPlace": [
            "name": "Kiosk", "position": "52.520008,13.404954", "categories": ["food/coffee"],
            "hours": "mo-fr 09:00-18:00",
        ],
        "NewComment": ["text": "Chapter three is the best one."],
        "SetReaction": ["value": "like"],
        "NewGroup": ["name": "Reading circle", "description": "What we read next"],
        "Invite": ["role": "viewer", "uses": .number(5), "ttl_seconds": .number(86400)],
        "InviteFriend": ["uses": .number(1), "ttl_seconds": .number(86400)],
        "RenameTo": ["name": "Bob"],
    ]
}
