import Notices
import Testing

struct DeliveryScheduleTests {
    private let schedule = DeliverySchedule(maximumAge: 72 * 3_600)

    @Test func `waits grow fourfold, within a fifth, up to six hours`() {
        let planned: [Int64] = [5, 20, 80, 320, 1_280, 5_120, 20_480, 21_600, 21_600]
        for (index, wait) in planned.enumerated() {
            #expect(schedule.wait(after: index + 1, jitter: 0.5) == wait)
            let least = wait * 8 / 10
            #expect(schedule.wait(after: index + 1, jitter: 0) == least)
            let most = wait * 12 / 10
            #expect(schedule.wait(after: index + 1, jitter: 1) == min(most, 21_600))
        }
    }

    @Test func `what a receiver asks for is kept, up to the longest wait`() {
        #expect(schedule.wait(after: 1, jitter: 0.5, asked: 120) == 120)
        #expect(schedule.wait(after: 4, jitter: 0.5, asked: 120) == 320)
        #expect(schedule.wait(after: 1, jitter: 0.5, asked: 1_000_000) == 21_600)
    }

    @Test func `a notice is given up when it is as old as the settings say`() {
        #expect(!schedule.isOver(since: 1_000, now: 1_000 + 72 * 3_600 - 1, tries: 9))
        #expect(schedule.isOver(since: 1_000, now: 1_000 + 72 * 3_600, tries: 3))
        // The clock was corrected by days: it was not tried for as long as it seems.
        #expect(!schedule.isOver(since: 1_000, now: 1_000 + 90 * 3_600, tries: 2))
    }
}
