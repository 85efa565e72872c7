import Glibc

extension PeerCredentials {
    /// The user as people know them: `alice`, or `uid 1000` when the system has no name for the number.
    ///
    /// See: man 3 getpwuid_r
    public var userName: String {
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        let code = unsafe getpwuid_r(user, &entry, &buffer, buffer.count, &found)
        guard code == 0, unsafe found != nil, let name = unsafe entry.pw_name else { return "uid \(user)" }
        return unsafe String(cString: name)
    }
}
