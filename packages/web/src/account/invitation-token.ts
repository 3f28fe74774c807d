/** The token of the invitation in the requested path; undefined for another path. */
export function invitationToken(next: string | undefined): string | undefined {
  if (!next?.startsWith('/auth/invitation?')) return undefined
  return new URLSearchParams(next.slice(next.indexOf('?'))).get('token') || undefined
}
