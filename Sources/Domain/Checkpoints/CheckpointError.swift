package import Faults

/// Why a checkpoint, its note or its proof is not taken.
package typealias CheckpointError = Fault<CheckpointFaultCode>

package enum CheckpointFaultCode: String, FaultCode {
    /// A text is not a signed note.
    case badNote = "bad-note"
    /// A text is not the key of a note.
    case badNoteKey = "bad-note-key"
    /// A note is signed with none of the keys that are trusted.
    case noteNotSigned = "note-not-signed"
    /// A signature in the name of a trusted key is not that key's.
    case badNoteSignature = "bad-note-signature"
    /// The text of a note is not a checkpoint.
    case badCheckpoint = "bad-checkpoint"
    /// A log has no entry or no size of this number.
    case outsideLog = "outside-log"
    /// A hub's log does not continue the one that a station has verified.
    case hubRewrote = "hub-rewrote"
    /// What a hub keeps of its log, or of the chains in it, contradicts itself or its signed checkpoints.
    case logDamaged = "log-damaged"
}

extension CheckpointError {
    static func badNote(_ reason: String) -> CheckpointError {
        CheckpointError(
            .badNote, "the signed note is refused", why: reason,
            next: "fetch the checkpoint again; if it stays so, report it with the hub's name")
    }

    static func badKey(_ reason: String) -> CheckpointError {
        CheckpointError(
            .badNoteKey, "the key of a note is refused", why: reason,
            next: "give it as the hub prints it: NAME+8 hexadecimal digits+base64")
    }

    package static func notSigned(_ keys: [NoteKey]) -> CheckpointError {
        CheckpointError(
            .noteNotSigned, "the note is not believed",
            why:
                "none of its signatures is by \(keys.isEmpty ? "a trusted key" : keys.map(\.name).joined(separator: ", "))",
            next: "compare the hub's key with the one that this station was given when it was enrolled")
    }

    static func badSignature(_ key: NoteKey) -> CheckpointError {
        CheckpointError(
            .badNoteSignature, "the note is not believed",
            why: "its signature in the name of \(key.name) is not by its key",
            next: "fetch the checkpoint again; if it stays so, it was changed after it was signed")
    }

    static func badCheckpoint(_ reason: String) -> CheckpointError {
        CheckpointError(
            .badCheckpoint, "the checkpoint is refused", why: reason,
            next: "fetch the checkpoint again; if it stays so, the hub's version differs from this one")
    }

    package static func outsideLog(_ reason: String) -> CheckpointError {
        CheckpointError(
            .outsideLog, "no proof is made", why: reason, next: "ask for an entry and sizes that the checkpoint covers")
    }
}
