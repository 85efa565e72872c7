/// The first few thousand different numbers that came, each by a short number of its own: what a phone says of its accuracy
/// takes 32 bits, and is one of few.
package struct CommonNumbers: Sendable {
    static let limit = 1 << 12

    private var numbers: [UInt32] = []
    /// In which place each is, plus one; 0 where nothing is. A number is in the slot of its hash or in one after it.
    private var slots = [UInt16](repeating: 0, count: 2 * Self.limit)

    /// The number in a place that `place(of:)` has said.
    @inline(__always)
    func number(_ place: Int) -> UInt32 { numbers[place] }

    /// Nil for a number that is not here.
    @inline(__always)
    func place(of number: UInt32) -> Int? {
        let slot = slots[slot(of: number)]
        return slot == 0 ? nil : Int(slot) - 1
    }

    /// Whether one more was taken.
    mutating func add(_ number: UInt32) -> Bool {
        let slot = slot(of: number)
        guard slots[slot] == 0, numbers.count < Self.limit else { return false }
        numbers.append(number)
        slots[slot] = UInt16(numbers.count)
        return true
    }

    /// Where a number is, or would be. At most half of the slots are taken.
    @inline(__always)
    private func slot(of number: UInt32) -> Int {
        // Fibonacci hashing: what numbers have in common at either end does not matter.
        var slot = Int((number &* 2_654_435_769) &>> 19)
        while slots[slot] != 0, numbers[Int(slots[slot]) - 1] != number { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }
}
