public import NDEF

/// A tag that takes writes only after a password, and reads without one.
///
/// Plans are made from images, as those of `Lockable` are, and hold no secret: the passwords come in when a plan is
/// carried out. As long as AUTH0 reads as off, everything before it can be done again; so a tag that was torn away
/// is finished by planning anew.
public protocol PasswordProtectable: Sendable {
    /// Plans to protect a tag that holds `message`. Empty when it is protected as it should be, by whose password ever:
    /// to be verified.
    func planProtection(
        of image: TagImage, holding message: NDEFMessage, mirror: TextMirror?
    ) throws(TagError) -> PasswordPlan

    /// Plans to replace the password of a protected tag. The tag is open in between, lest a torn write leave an unknown
    /// password.
    func planNewPassword(of image: TagImage) throws(TagError) -> PasswordPlan

    /// Plans to take the protection off and to set the factory's password.
    func planRemoval(of image: TagImage) throws(TagError) -> PasswordPlan

    /// Carries out a plan. `current` opens a tag that is protected; nil where it is the same as `password`.
    func protect(_ plan: PasswordPlan, password: TagPassword, current: TagPassword?) async throws(TagError)

    /// Selects the tag again, opens it with the password, and reads the configuration back. For a plan of removal the
    /// password is the factory's.
    func verifyProtection(_ plan: PasswordPlan, password: TagPassword) async throws(TagError)

    /// Opens the selected tag until it is selected again. Tried once: a tag may count wrong passwords.
    func open(with password: TagPassword) async throws(TagError)
}
