public import Faults

/// Why a picture was not read or not written.
public typealias PictureError = Fault<PictureFaultCode>

public enum PictureFaultCode: String, FaultCode, CaseIterable {
    /// The file is not a PNG or JPEG, or is damaged, or too large.
    case reading
    /// The file could not be written.
    case writing
}
