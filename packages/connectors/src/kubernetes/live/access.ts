/** How Kept signs in to a cluster: the token of a service account in it. */
export interface KubernetesAccess {
  server: string
  token: string
  /** Instead of the public authorities, in PEM. */
  certificate_authority?: string | undefined
  /** Instead of the server, for tests. */
  endpoint?: string | undefined
}
