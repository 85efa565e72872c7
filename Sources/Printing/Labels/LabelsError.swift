public import Faults

/// Why a symbol, a stock or a sheet was refused. Names tags, stores and URLs, which are printed in public
/// anyway; holds nothing that must not be logged.
public typealias LabelsError = Fault<LabelsFaultCode>

public enum LabelsFaultCode: String, FaultCode, CaseIterable {
    /// The text is empty or has characters outside printable ASCII.
    case textNotASCII = "text-not-ascii"
    /// No QR version holds the text.
    case textTooLong = "text-too-long"
    /// No label stock has this part number.
    case stockUnknown = "stock-unknown"
    /// The numbers of a stock make no sense, whatever the paper.
    case stockInvalid = "stock-invalid"
    /// Margins, labels and gaps do not add up to the page.
    case stockDoesNotClose = "stock-does-not-close"
    /// A setting of the sheet or the picture is outside its range.
    case settingInvalid = "setting-invalid"
    /// There is nothing to print.
    case noLabels = "no-labels"
    /// A label does not say which tag or which store it is.
    case contentIncomplete = "content-incomplete"
    /// One tag is on the sheet twice.
    case tagRepeated = "tag-repeated"
    /// A text has control characters.
    case textUnprintable = "text-unprintable"
    /// No installed font has the letters of a text.
    case glyphsMissing = "glyphs-missing"
    /// A text does not fit its place at the smallest readable size.
    case textDoesNotFit = "text-does-not-fit"
    /// A module would be too small for a phone.
    case symbolTooSmall = "symbol-too-small"
    /// A symbol as drawn is not the one that belongs there, is not alone, or cannot be read.
    case symbolWrong = "symbol-wrong"
    /// cairo, pango, libzbar or ZXing-C++ failed.
    case drawingFailed = "drawing-failed"
    /// libpng failed, or a picture that was given is none.
    case pictureFailed = "picture-failed"
    /// A file could not be written.
    case fileNotWritten = "file-not-written"
}
