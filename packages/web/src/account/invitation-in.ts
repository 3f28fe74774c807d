/** The token of the invitation a person wants to come back to; undefined when that is not where they were going. */
export function invitationIn(next: string | undefined): string | undefined {
  if (!next?.startsWith('/auth/invitation?')) return undefined
  return new URLSearchParams(next.slice(next.indexOf('?'))).get('token') || undefined
}
