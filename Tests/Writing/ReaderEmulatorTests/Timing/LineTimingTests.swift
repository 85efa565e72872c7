import Testing

@testable import ReaderEmulator

@Suite struct `The timing of a line` {
    @Test func `is counted in bytes and time on air, and changes nothing unless it is imposed`() {
        var timing = LineTiming(imposed: false)
        let now = ContinuousClock.now
        timing.heard(9, airTime: .milliseconds(2), at: now)
        #expect(timing.bring([1, 2, 3], at: now) == [1, 2, 3])
        #expect(timing.traffic.bytesFromHost == 9 && timing.traffic.bytesToHost == 3)
        // 120 bits at 115 200 a second, in whole nanoseconds.
        #expect(timing.traffic.modelledTime == .nanoseconds(1_041_666) + .milliseconds(2))
        #expect(timing.nextDue == nil)
        timing.reset()
        #expect(timing.traffic == LineTraffic())
    }

    @Test func `holds an answer back until the line has brought it`() throws {
        var timing = LineTiming(imposed: true)
        let now = ContinuousClock.now
        timing.heard(9, airTime: .milliseconds(2), at: now)
        #expect(timing.bring([1, 2, 3], at: now) == [])
        let due = try #require(timing.nextDue)
        #expect(due - now == .nanoseconds(781_250) + .milliseconds(2) + .nanoseconds(260_416))
        #expect(timing.bring([], at: due - .nanoseconds(1)) == [])
        #expect(timing.bring([], at: due) == [1, 2, 3])
        #expect(timing.nextDue == nil)
    }

    /// ISO/IEC 14443-3: 9.44 microseconds a bit. READ is 4 bytes with its CRC, its answer 18.
    @Test func `on air is that of the standard, and a page write waits for the memory`() {
        let read = AirTime.exchange([0x30, 0x04], .bytes(Array(repeating: 0, count: 16)))
        let bits = 38 + 164
        #expect(abs(read / .nanoseconds(1) - Double(bits) * 9_439.5 - 2 * 86_430) < 1_000)
        let write = AirTime.exchange([0xA2, 0x04, 0, 0, 0, 0], .acknowledged)
        #expect(write > .microseconds(4_100) && write < .microseconds(5_200))
        // COMPATIBILITY_WRITE: the page is announced, and programmed when its 16 bytes have come.
        #expect(AirTime.exchange([0xA0, 0x04], .acknowledged) < .milliseconds(1))
        #expect(AirTime.exchange(Array(repeating: 0, count: 16), .acknowledged) > .microseconds(4_100))
    }
}
