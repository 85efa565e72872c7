import Registry
import Testing

@testable import StationService

@Suite struct RequestKeysTests {
    private let keys = RequestKeys()
    private let limit = RequestKeys.refusalLimit

    private func key(_ number: Int, of actor: String = "alice") -> RequestKey {
        RequestKey(actor: actor, key: "k-\(number)")
    }

    private func keepRefusals(_ numbers: Range<Int>, of actor: String = "alice", at time: Int64) -> [RequestKey] {
        numbers.flatMap { keys.keepRefusal(key($0, of: actor), at: Timestamp(milliseconds: time)) }
    }

    @Test func `a caller's refusals take the place of that caller's alone`() {
        #expect(keepRefusals(0..<limit, at: 0) == [])
        #expect(keepRefusals(0..<limit, of: "ben", at: 0) == [])
        #expect(keepRefusals(limit..<limit + 2, at: 1) == [key(0), key(1)])
    }

    /// The registry has forgotten it, and another process may have taken it since.
    @Test func `a key that is as old as keys become is not let go any more`() {
        #expect(keepRefusals(0..<limit, at: 0) == [])
        #expect(keepRefusals(limit..<limit + 1, at: Repetition.memory) == [])
    }

    @Test func `a key that another request has taken is not let go for its former refusal`() {
        #expect(keepRefusals(0..<limit, at: 0) == [])
        keys.renew(key(0))
        #expect(keepRefusals(limit..<limit + 2, at: 1) == [key(1)])
    }

    @Test func `a key is alone where one request has it`() {
        keys.enter(key(0))
        #expect(keys.isAlone(key(0)) && !keys.isAlone(key(1)))
        keys.enter(key(0))
        #expect(!keys.isAlone(key(0)))
        keys.leave(key(0))
        #expect(keys.isAlone(key(0)))
        keys.leave(key(0))
        #expect(!keys.isAlone(key(0)))
    }

    @Test func `a key that is not settled is handed out once no request has it`() {
        keys.enter(key(0))
        keys.noteUnsettled(key(0))
        #expect(keys.enterUnsettled() == nil)
        keys.leave(key(0))
        #expect(keys.enterUnsettled() == key(0))
        #expect(keys.isAlone(key(0)))
        keys.leave(key(0))
        #expect(keys.enterUnsettled() == nil)
    }

    @Test func `a key that another request has taken is not settled for the former one`() {
        keys.noteUnsettled(key(0))
        keys.renew(key(0))
        #expect(keys.enterUnsettled() == nil)
    }
}
