/// Values under numbers that are given once, from 1.
struct Numbered<Value> {
    private var byNumber: [Int: Value] = [:]
    /// The number that was given last; 0 before the first.
    private(set) var last = 0

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
