import Testing
import UnixSystem

@Suite struct TCPListenerTests {
    @Test(arguments: [("127.0.0.1", true), ("127.0.0.2", true), ("0.0.0.0", false)])
    func `a listener knows whether this computer alone reaches it`(address: String, isOnLoopback: Bool) throws {
        let listener = try TCPListener.listen(address: address, port: 0)
        let found = listener.isOnLoopback
        #expect(found == isOnLoopback)
        #expect(TCPListener.isLoopback(address) == isOnLoopback)
    }
}
