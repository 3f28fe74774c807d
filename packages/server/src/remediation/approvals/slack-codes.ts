/** Codes that link a person in Slack to their user: made in Kept, typed in Slack, used once. */
import { hash, randomInt } from 'node:crypto'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { spendOneTime, storeOneTimeToken } from '@kept/store/people/one-time.ts'
import * as z from 'zod'

const lifeMs = 10 * 60_000
/** Without letters and digits that look alike. 40 bits. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const length = 8

const ownerSchema = z.object({ user_id: z.uuid() })

/** It is valid for ten minutes. */
export async function newSlackCode(
  database: Database,
  scope: Scope,
  userId: string,
  now: Date,
): Promise<{ code: string; expires_at: string }> {
  const code = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  const expiresAt = new Date(now.getTime() + lifeMs)
  const value = { user_id: userId }
  await storeOneTimeToken(database, { identifier: identifierOf(scope, code), value, expiresAt, now })
  return { code, expires_at: expiresAt.toISOString() }
}

/** The user it was made for; undefined when it is unknown, used or expired. */
export async function spendSlackCode(
  database: Database,
  scope: Scope,
  typed: string,
  now: Date,
): Promise<string | undefined> {
  const code = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  const spent = ownerSchema.safeParse(await spendOneTime(database, identifierOf(scope, code), now))
  return spent.success ? spent.data.user_id : undefined
}

function identifierOf({ organizationId }: Scope, code: string): string {
  return `slack-code:${organizationId}:${hash('sha256', code)}`
}
