/// Values under numbers that are given once, from 1 or from behind another number.
struct Numbered<Value> {
    private var byNumber: [Int: Value] = [:]
    /// The number that was given last; the one before the first until then.
    private(set) var last: Int

    init(after last: Int = 0) { self.last = last }

    /// For numbers that clients come back with. Each run of the daemon gives others, so that one of a former run means
    /// nothing here, and not what another client has begun. JSON's numbers hold them exactly.
    static func forClients() -> Self { Self(after: .random(in: 0..<1 << 52)) }

    mutating func add(_ value: Value) -> Int {
        last += 1
        byNumber[last] = value
        return last
    }

    /// Nil for a number that was not given yet, and for a value that was taken out.
    subscript(number: Int) -> Value? {
        get { byNumber[number] }
        set { if byNumber[number] != nil { byNumber[number] = newValue } }
    }

    mutating func remove(_ number: Int) -> Value? { byNumber.removeValue(forKey: number) }

    var count: Int { byNumber.count }
    /// In any order.
    var values: some Collection<Value> { byNumber.values }
    /// With their numbers, in any order.
    var all: some Collection<(key: Int, value: Value)> { byNumber }
}

extension Numbered: Sendable where Value: Sendable {}
