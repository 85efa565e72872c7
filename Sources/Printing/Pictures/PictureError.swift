package import Faults

/// Why a picture was not read or not written.
package typealias PictureError = Fault<PictureFaultCode>

package enum PictureFaultCode: String, FaultCode, CaseIterable {
    /// The file is not a PNG or JPEG, or is damaged, or too large.
    case reading
    /// The file could not be written.
    case writing
}
