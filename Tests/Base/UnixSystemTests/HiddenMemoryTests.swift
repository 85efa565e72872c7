import Testing

@testable import UnixSystem

struct HiddenMemoryTests {
    @Test func `a process that hides its memory leaves no core file`() throws {
        try CurrentProcess.hideMemory()
        #expect(!CurrentProcess.isDumpable)
    }
}
