/** Who knows the passwords. Sessions, roles, limits and the audit trail are Kept's own, whoever it is. */
export interface Credentials {
  email: string
  password: string
}

export type SignInOutcome =
  | { outcome: 'signed_in'; userId: string }
  /** The password is right, but nobody has shown yet that the address is theirs. */
  | { outcome: 'unverified'; userId: string }
  | { outcome: 'refused' }

export interface AuthProvider {
  /** Unknown and wrong look alike, in words and in time. */
  signIn(credentials: Credentials): Promise<SignInOutcome>
  /** The new person's id; undefined when the address is known already. */
  signUp(wanted: Credentials & { full_name: string }): Promise<string | undefined>
  hasPassword(userId: string): Promise<boolean>
  isPassword(person: { id: string; email: string }, password: string): Promise<boolean>
  setPassword(person: { id: string; email: string }, password: string): Promise<void>
  /** The address is the person's, as a letter has shown. */
  confirmAddress(person: { id: string }): Promise<void>
}
