internal import Glibc

/// Texts as C takes a list of them: pointers with a null pointer behind the last.
///
/// Owns the copies.
@safe
final class CStringList {
    private var pointers: [UnsafePointer<CChar>?]

    init(_ texts: [String]) {
        unsafe pointers = texts.map { text in unsafe strdup(text).map { unsafe UnsafePointer($0) } } + [nil]
    }

    deinit {
        for index in unsafe pointers.indices { unsafe free(UnsafeMutablePointer(mutating: pointers[index])) }
    }

    func withPointers<Result>(_ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result) -> Result {
        unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }
}
