extension Unicode.Scalar {
    /// Of the general category `Cc`, a set that Unicode does not change any more. Asking for the category takes a hundred times as long.
    var isControl: Bool { value < 0x20 || 0x7F...0x9F ~= value }
}
