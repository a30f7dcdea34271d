import Domain

extension Schemas {
    static let events: [ObjectSchema] = [
        ObjectSchema(
            "Event",
            [
                "id": .count, "time": .time, "type": .word(EventJSON.types),
                "data": .named("EventData"),
            ]),
        ObjectSchema(
            "EventData",
            [
                "id?": .string, "title?": .string, "by?": .named("Author"), "person?": .string,
                "group?": .string, "role?": .word(GroupRole.allCases.map(\.rawValue)),
                "count?": .count, "address?": .string, "reason?": .string, "received?": .count,
                "i_lack?": .count, "audience?": .string,
                "state?": .word(
                    Mailbox.State.allCases.map(\.rawValue)
                        + ImportProgress.State.allCases.map(\.rawValue)), "message?": .string,
                "value?": .word(Reaction.allCases.map(\.word)), "comment?": .string,
                "text?": .string, "report?": .string, "from?": .list(.string), "to?": .string,
                "job?": .string, "done?": .count, "total?": .count,
            ]),
    ]
}
