/** How Kept signs in to Oracle Cloud: as a user of one tenancy, with an API signing key. */
export interface OciAccess {
  tenancy: string
  user: string
  fingerprint: string
  private_key: string
  /** The home region: identity and cost reports are there. */
  region: string
  /** Instead of Oracle Cloud, for tests. */
  endpoint?: string | undefined
}
