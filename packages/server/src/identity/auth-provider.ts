/** The password store. Sessions, roles, limits and the audit log are always Kept's own. */
interface Credentials {
  email: string
  password: string
}

type SignInOutcome =
  | { outcome: 'signed_in'; userId: string }
  /** The password is correct, but the email address is not verified. */
  | { outcome: 'unverified'; userId: string }
  | { outcome: 'refused' }

export interface AuthProvider {
  /** An unknown address and a wrong password are indistinguishable, also in time. */
  signIn(credentials: Credentials): Promise<SignInOutcome>
  /** Returns the id of the new user, or undefined when the address is taken. */
  signUp(credentials: Credentials & { full_name: string }): Promise<string | undefined>
  hasPassword(userId: string): Promise<boolean>
  isPassword(person: { id: string; email: string }, password: string): Promise<boolean>
  setPassword(person: { id: string; email: string }, password: string): Promise<void>
  /** Marks the email address as verified. */
  confirmAddress(person: { id: string }): Promise<void>
}
