/// Names in the order in which they came first.
struct NumberedNames<Name: Hashable> {
    private var numbers: [Name: Int] = [:]
    private var all: [Name] = []

    /// `count`: how many there may be.
    init(upTo count: Int) {
        numbers.reserveCapacity(count)
        all.reserveCapacity(count)
    }

    mutating func number(_ name: Name) -> Int {
        let next = all.count
        // Looked up once, whether it is known or not.
        func read(_ number: inout Int) -> Int { number }
        let number = read(&numbers[name, default: next])
        if number == next { all.append(name) }
        return number
    }

    /// The names in the order of the bytes of their texts, and each one's place there by its number.
    func sorted(by text: (Name) -> String) -> (names: [Name], places: [Int]) {
        let order = ByteOrder.sorted(all.map(text))
        var places = [Int](repeating: 0, count: all.count)
        for (place, number) in order.enumerated() { places[number] = place }
        return (order.map { all[$0] }, places)
    }
}
