package import Faults

/// Why App Clip Codes were not asked for, or not taken.
package typealias ClipCodesError = Fault<ClipCodesFaultCode>

package enum ClipCodesFaultCode: String, FaultCode, CaseIterable {
    /// A name, a URL or a colour that Apple's tools do not take.
    case requestInvalid = "request-invalid"
    /// Too many codes for one list, or one file name twice.
    case listInvalid = "list-invalid"
    /// A file is not an App Clip Code.
    case fileInvalid = "file-invalid"
    /// A ZIP cannot be read, or is not what a generator sends.
    case archiveInvalid = "archive-invalid"
}
