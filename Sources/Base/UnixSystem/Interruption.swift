import Glibc

/// Repeats a call that a signal interrupted before it did anything.
///
/// See: man 7 signal, "Interruption of system calls"
func uninterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}
