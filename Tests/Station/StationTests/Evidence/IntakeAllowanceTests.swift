import Registry
import TestBench
import Testing

@testable import StationService

@Suite struct IntakeAllowanceTests {
    private static let start = Timestamp(milliseconds: 1_795_221_000_000)

    private static func later(_ seconds: Double) -> Timestamp {
        Timestamp(milliseconds: start.milliseconds + Int64(seconds * 1_000))
    }

    @Test func `a full allowance is taken at once, and then so much a second`() {
        var allowance = IntakeAllowance(at: Self.start)
        for _ in 0..<64 { #expect(allowance.take(1 << 20, at: Self.start) == nil) }
        #expect(allowance.take(1, at: Self.start) == 1)
        // A second gives 256 KiB; what is then taken beyond it is waited for.
        #expect(allowance.take(1 << 20, at: Self.later(1)) == nil)
        #expect(allowance.take(1, at: Self.later(1)) == 4)
        #expect(allowance.take(1, at: Self.later(3.9)) != nil)
        #expect(allowance.take(1, at: Self.later(5)) == nil)
    }

    @Test func `it waits as long as it says, whatever was taken`() {
        var generator = SeededRandom()
        for _ in 0..<1_000 {
            var allowance = IntakeAllowance(at: Self.start)
            while allowance.take(.random(in: 1...(40 << 20), using: &generator), at: Self.start) == nil {}
            let wait = allowance.take(1, at: Self.start) ?? 0
            #expect(wait > 0)
            var other = allowance
            #expect(allowance.take(1, at: Self.later(Double(wait))) == nil, "\(wait)")
            if wait > 1 { #expect(other.take(1, at: Self.later(Double(wait) - 1.1)) != nil, "\(wait)") }
        }
    }

    @Test func `a clock that is set back gives nothing, and one that jumps ahead no more than a full allowance`() {
        var allowance = IntakeAllowance(at: Self.start)
        while allowance.take(1 << 20, at: Self.start) == nil {}
        #expect(allowance.take(1, at: Timestamp(milliseconds: 0)) != nil)
        let years = Timestamp(milliseconds: Self.start.milliseconds + 100_000_000_000_000)
        for _ in 0..<64 { #expect(allowance.take(1 << 20, at: years) == nil) }
        #expect(allowance.take(1 << 20, at: years) != nil)
    }

    @Test func `what is found to be more than its bytes is waited for`() {
        var allowance = IntakeAllowance(at: Self.start)
        #expect(allowance.take(1, at: Self.start) == nil)
        allowance.charge(IntakeAllowance.full + IntakeAllowance.perSecond)
        #expect(allowance.take(1, at: Self.start) == 2)
        #expect(allowance.take(1, at: Self.later(2)) == nil)
    }

    /// A small body may hold rows that cost many times what it was taken for.
    @Test(arguments: [1, 2, 3, 4, 1_000]) func `a debt of any size is paid in the time that is said`(allowances: Int) {
        var allowance = IntakeAllowance(at: Self.start)
        allowance.charge(allowances * IntakeAllowance.full)
        let wait = allowance.take(whole: IntakeAllowance.full, at: Self.start) ?? 0
        #expect(wait == allowances * 256)
        #expect(allowance.take(whole: IntakeAllowance.full, at: Self.later(Double(wait) - 1)) == 1)
        #expect(allowance.take(whole: IntakeAllowance.full, at: Self.later(Double(wait))) == nil)
    }

    @Test func `a whole request waits until there is enough for all of it, and not longer`() {
        var allowance = IntakeAllowance(at: Self.start)
        #expect(allowance.take(whole: 60 << 20, at: Self.start) == nil)
        #expect(allowance.take(whole: 5 << 20, at: Self.start) == 4)
        #expect(allowance.take(whole: 5 << 20, at: Self.later(3)) == 1)
        #expect(allowance.take(whole: 5 << 20, at: Self.later(4)) == nil)
        let wait = allowance.take(whole: IntakeAllowance.full, at: Self.later(4)) ?? 0
        #expect(wait == 256)
        #expect(allowance.take(whole: IntakeAllowance.full, at: Self.later(4 + Double(wait))) == nil)
    }

    @Test func `what has begun is taken on into a debt of one full allowance`() {
        var allowance = IntakeAllowance(at: Self.start)
        #expect(allowance.take(whole: IntakeAllowance.full, at: Self.start) == nil)
        #expect(allowance.take(more: IntakeAllowance.full, at: Self.start) == nil)
        #expect(allowance.take(more: 1, at: Self.start) == 257)
        #expect(allowance.take(1, at: Self.start) == 257)
        #expect(allowance.take(1, at: Self.later(257)) == nil)
    }
}
