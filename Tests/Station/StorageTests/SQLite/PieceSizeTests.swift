import Testing

@testable import Storage

@Suite struct `The pieces of a large change` {
    @Test func `become as long as the disk allows, and never too long twice`() {
        var size = PieceSize()
        for _ in 1...40 { size.note(size.rows, took: .microseconds(10 * size.rows)) }
        #expect(abs(PieceSize.duration / .microseconds(10 * size.rows) - 1) < 0.2)
        // Each row takes a hundred times as long from now on.
        size.note(size.rows, took: .microseconds(1_000 * size.rows))
        #expect(size.rows <= 25)
        for _ in 1...40 { size.note(size.rows, took: .zero) }
        #expect(size.rows == PieceSize.range.upperBound)
        size.note(size.rows, took: .seconds(1_000))
        #expect(size.rows == PieceSize.range.lowerBound)
    }
}
