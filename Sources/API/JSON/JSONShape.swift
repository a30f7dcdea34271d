import Domain

/// A JSON object whose members are spelled once, in `visit`: reading, writing and OpenAPI go through it.
package protocol JSONShape: JSONConvertible, Equatable, Sendable {
    /// The name in OpenAPI, such as `Done`: that of the type without `JSON` or `Request`.
    static var shape: String { get }
    /// An empty value, which reading fills.
    init()
    /// Names each member once, in the order in which a reader checks them.
    mutating func visit(_ fields: Fields)
}

extension JSONShape {
    package static var shape: String {
        let name = "\(Self.self)"
        for end in ["JSON", "Request"] where name.hasSuffix(end) {
            return String(name.dropLast(end.count))
        }
        return name
    }

    package static var schema: Schema { .named(shape) }

    package static var shapes: [ObjectSchema] { [ObjectSchema(Self.self)] }

    /// The members that `visit` names, and what it names beside the body.
    static var described: Fields {
        let fields = Fields()
        var value = Self()
        value.visit(fields)
        return fields
    }

    package static func read(_ json: JSONValue, at place: JSONPlace) -> Self? {
        guard case .object(let members) = json else {
            place.expected("an object")
            return nil
        }
        var value = Self()
        let fields = Fields(reading: members, at: place)
        value.visit(fields)
        fields.finish()
        return place.reading.problem == nil ? value : nil
    }

    package func write(to buffer: JSONBuffer) {
        buffer.object { member in
            withoutActuallyEscaping(member) { member in
                var value = self
                value.visit(Fields(writing: buffer, member))
            }
        }
    }
}

/// The members of an object, while it is read, written or described.
///
/// Reading fills each value. Writing leaves every value as it is, and describing calls `visit` on an empty one.
package final class Fields {
    private enum Task {
        case reading([String: JSONValue], JSONPlace, pointer: String)
        case writing(JSONBuffer, (String, () -> Void) -> Void)
        case describing
    }

    private let task: Task
    /// The names so far, in order.
    private var names: [String] = []
    /// The members of the body that were described so far, and the parameters behind the question mark.
    private(set) var members: [ObjectSchema.Member] = []
    private(set) var parameters: [Route.Parameter] = []
    /// The parts of a request beside its body; nil of what is no request.
    let parts: Parts?

    /// The parts of a request beside its body.
    final class Parts {
        /// By what they stand for in the path.
        var names: [String: String] = [:]
        /// The parameters in the query, in order.
        var query: [(String, String)] = []
    }

    /// Fields that fill a value from `members`.
    init(reading members: [String: JSONValue], at place: JSONPlace) {
        task = .reading(members, place, pointer: place.pointer)
        parts = nil
    }

    /// Fields that write a value.
    init(
        writing buffer: JSONBuffer, _ member: @escaping (String, () -> Void) -> Void,
        _ parts: Parts? = nil
    ) {
        task = .writing(buffer, member)
        self.parts = parts
    }

    /// Fields that tell what a value has.
    init() {
        task = .describing
        parts = nil
    }

    /// Whether the members are only described, so that those which only some values have are named too.
    package var isDescribing: Bool {
        if case .describing = task { return true }
        return false
    }

    /// Whether members are read, so that their presence decides.
    package var isReading: Bool {
        if case .reading = task { return true }
        return false
    }

    /// The request that is read.
    var rawRequest: RawRequest? {
        guard case .reading(_, let place, _) = task else { return nil }
        return place.reading.rawRequest
    }

    /// Notes that a part of the request is wrong.
    func refuse(_ problem: ProblemJSON) {
        guard case .reading(_, let place, _) = task else { return }
        place.refuse(problem)
    }

    /// Notes a parameter, where they are described.
    func describe(
        _ name: String, _ schema: () -> Schema, isRequired: Bool = false, _ about: () -> String
    ) {
        guard isDescribing else { return }
        let parameter = Route.Parameter(
            name: name, schema: schema(), place: .query, about: about())
        describe(isRequired ? parameter.required : parameter)
    }

    /// Notes a parameter of any form, where they are described.
    func describe(_ parameter: @autoclosure () -> Route.Parameter) {
        if isDescribing { parameters.append(parameter()) }
    }

    /// Notes a member that is read and written in another way, where they are described.
    func describe(_ member: ObjectSchema.Member) {
        if isDescribing { members.append(member) }
    }

    /// Whether a change is read, in which null takes something away.
    var isChange: Bool {
        guard case .reading(_, let place, _) = task else { return false }
        return place.reading.purpose == .change
    }

    /// A member that must be there, unless its value may be nil.
    package func member<Value: JSONConvertible>(
        _ name: String, _ value: inout Value, as schema: @autoclosure () -> Schema = Value.schema,
        _ about: @autoclosure () -> String? = nil
    ) {
        visit(name, &value, absent: Value.absent, schema, nothing: nil, about)
    }

    /// A member that may be absent, and then keeps the value that it has.
    package func optional<Value: JSONConvertible>(
        _ name: String, _ value: inout Value, as schema: @autoclosure () -> Schema = Value.schema,
        _ about: @autoclosure () -> String? = nil
    ) {
        visit(name, &value, absent: value, schema, nothing: nil, about)
    }

    /// A member of a request that may be absent, but not null: nothing takes it away.
    func lasting<Value: JSONConvertible>(
        _ name: String, _ value: inout Value?, as schema: Schema = Value.schema,
        _ about: @autoclosure () -> String? = nil
    ) {
        guard case .reading(let members, let place, let pointer) = task, members[name] == .null
        else { return member(name, &value, as: schema, about()) }
        place.member(name, of: pointer).expected(schema.words, isNull: true)
    }

    /// A member of a change: absent it changes nothing, and null takes away what is there, as `nothing` does
    /// (RFC 7396).
    package func clearable<Value: JSONConvertible>(
        _ name: String, _ value: inout Value?, as schema: @autoclosure () -> Schema = Value.schema,
        nothing: Value, _ about: @autoclosure () -> String? = nil
    ) {
        let text = (nothing as? String) ?? ""
        visit(
            name, &value, absent: .some(nil), { .clearable(schema(), with: text) },
            nothing: .some(nothing), about)
    }

    private func visit<Value: JSONConvertible>(
        _ name: String, _ value: inout Value, absent: Value?, _ schema: () -> Schema,
        nothing: Value?, _ about: () -> String?
    ) {
        names.append(name)
        switch task {
        case .describing:
            members.append(
                ObjectSchema.Member(
                    name: name, schema: schema(), isRequired: absent == nil, about: about(),
                    type: Value.self))
        case .writing(let buffer, let member):
            guard !value.isAbsent else { return }
            let written = value
            member(name) { written.write(to: buffer) }
        case .reading(let members, let place, let pointer):
            let here = place.member(name, of: pointer)
            switch members[name] {
            case nil:
                if let absent {
                    value = absent
                } else {
                    here.refuse(
                        JSONText.wrong("the member \(name) is missing", at: here.pointer))
                }
            case .null?:
                let isChange = place.reading.purpose == .change
                if isChange, let nothing {
                    value = nothing
                } else if !isChange, let absent {
                    value = absent
                } else {
                    here.expected(schema().words, isNull: true)
                }
            case let json?:
                if let read = Value.read(json, at: here) { value = read }
            }
        }
    }

    /// Refuses members of a request that `visit` did not name: a misspelt word must not change something after
    /// all. Call it behind the last member.
    package func refuseOthers() {
        guard case .reading(let members, let place, let pointer) = task,
            place.reading.purpose != .answer,
            let odd = members.keys.sorted().first(where: { !names.contains($0) })
        else { return }
        // This comes before what else is wrong.
        place.reading.problem = ProblemJSON(
            .invalidValue, "the member \(odd.prefix(80)) is not supported; nothing was done",
            fix: "supported: " + names.joined(separator: ", "),
            pointer: place.member(odd, of: pointer).pointer)
    }

    /// Refuses other members where a request says which things are meant, or that they are only counted.
    func finish() {
        guard case .reading(_, _, let pointer) = task, pointer.isEmpty,
            ObjectSchema.isClosed(names)
        else { return }
        refuseOthers()
    }
}
