import type { Passkey } from '@kept/store/people/passkeys.ts'

/** A passkey in the API. */
export function passkeyAnswer({ id, name, created_at, last_used_at }: Passkey) {
  return { id, name, created_at: created_at.toISOString(), last_used_at: last_used_at?.toISOString() ?? null }
}
