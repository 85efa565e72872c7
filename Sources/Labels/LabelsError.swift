public import Explaining

/// Why a symbol, a stock or a sheet was refused. Names tags, stores and URLs, which are printed in public
/// anyway; holds nothing that must not be logged.
public struct LabelsError: ExplainedError, Equatable {
    public enum Code: String, Sendable, CaseIterable {
        /// The text is empty or has characters outside printable ASCII.
        case textNotASCII
        /// No QR version holds the text.
        case textTooLong
        /// There is no stock with this part number.
        case stockUnknown
        /// The numbers of a stock make no sense, whatever the paper.
        case stockInvalid
        /// Margins, labels and gaps do not add up to the page.
        case stockDoesNotClose
        /// A setting of the sheet or the picture is outside its range.
        case settingInvalid
        /// There is nothing to print.
        case noLabels
        /// A label does not say which tag or which store it is.
        case contentIncomplete
        /// One tag is on the sheet twice.
        case tagRepeated
        /// A text has control characters.
        case textUnprintable
        /// No installed font has the letters of a text.
        case glyphsMissing
        /// A text is larger than the room for it at the smallest readable size.
        case textDoesNotFit
        /// A module would be too small for a phone.
        case symbolTooSmall
        /// A symbol as drawn is not the one that belongs there, is not alone, or cannot be read.
        case symbolWrong
        /// cairo, pango or zbar failed.
        case drawingFailed
        /// libpng failed, or a picture that was given is none.
        case pictureFailed
        /// A file could not be written.
        case fileNotWritten
    }

    public let code: Code
    public let message: String
    public let reason: String
    public let next: String
}
