import Glibc

/// Groups of users, as the system knows them.
public enum SystemGroup {
    /// The number of the group that has a name; nil when there is none.
    ///
    /// See: man 3 getgrnam_r
    public static func number(named name: String) -> UInt32? {
        var size = 4_096
        // A group with many members needs more room.
        while size <= 1 << 24 {
            var entry = unsafe group()
            var found: UnsafeMutablePointer<group>?
            var buffer = [CChar](repeating: 0, count: size)
            let code = unsafe getgrnam_r(name, &entry, &buffer, buffer.count, &found)
            if code == ERANGE {
                size *= 4
                continue
            }
            return unsafe code == 0 && found != nil ? entry.gr_gid : nil
        }
        return nil
    }
}
