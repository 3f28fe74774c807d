/** The names of security policies and sign-in methods, without the schemas of `security-policy.ts`. */
export const policyKinds = ['second_factor', 'session_lifetime', 'sign_in', 'api_keys', 'network', 'approvals'] as const
export type PolicyKind = (typeof policyKinds)[number]

/** How a session began. `identity_provider` is the organization's own. */
export const signInMethods = ['password', 'passkey', 'google', 'github', 'identity_provider'] as const
export type SignInMethod = (typeof signInMethods)[number]
