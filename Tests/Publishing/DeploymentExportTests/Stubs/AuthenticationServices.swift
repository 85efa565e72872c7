// What the exported project uses of Authentication Services, and the button that SwiftUI adds to it.
import Foundation
import SwiftUI

public final class ASAuthorizationAppleIDCredential: NSObject {
    public let user: String

    public init(user: String) { self.user = user }
}

public final class ASAuthorization: NSObject {
    public let credential: Any

    public init(credential: Any) { self.credential = credential }
}

public final class ASAuthorizationAppleIDRequest: NSObject {}

public final class ASAuthorizationAppleIDProvider: NSObject {
    public enum CredentialState: Int, Sendable {
        case revoked, authorized, notFound, transferred
    }

    public func credentialState(forUserID userID: String) async throws -> CredentialState { .authorized }
}

public struct SignInWithAppleButton: View {
    public enum Label { case signIn }

    public init(
        _ label: Label, onRequest: @escaping (ASAuthorizationAppleIDRequest) -> Void,
        onCompletion: @escaping (Result<ASAuthorization, any Error>) -> Void
    ) {}

    public var body: some View { EmptyView() }
}
