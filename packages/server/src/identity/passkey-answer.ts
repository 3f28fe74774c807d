import type { Passkey } from '@kept/store/people/passkeys.ts'

/** A passkey as its owner sees it. */
export function passkeyAnswer({ id, name, created_at, last_used_at }: Passkey) {
  return { id, name, created_at: created_at.toISOString(), last_used_at: last_used_at?.toISOString() ?? null }
}
