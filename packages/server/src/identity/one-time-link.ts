/** Single-use links for a purpose and a subject. Only the hash of the token is stored. */
import { isObject } from '@kept/foundation/narrow.ts'
import {
  forgetOneTime,
  listOneTime,
  peekOneTime,
  spendOneTime,
  spendOneTimeWith,
  storeOneTimeToken,
} from '@kept/store/people/one-time.ts'
import type { Services } from '../platform/context.ts'
import { hashToken, newToken } from './tokens.ts'

type Purpose = 'verify' | 'reset' | 'setup' | 'step' | 'oauth' | 'saml' | 'passkey'
type Parts = Pick<Services, 'state' | 'now'>

/** Creates a token. With `alone`, earlier tokens of the same purpose and subject end. */
export async function issueToken(
  { state, now }: Parts,
  purpose: Purpose,
  {
    subject,
    lifeMs,
    value = {},
    replacesExisting = false,
  }: { subject: string; lifeMs: number; value?: object; replacesExisting?: boolean },
): Promise<string> {
  const token = newToken()
  const timestamp = now()
  if (replacesExisting) await forgetTokens({ state }, purpose, subject)
  await storeOneTimeToken(state.database, {
    identifier: `${purpose}:${subject}:${hashToken(token)}`,
    value,
    expiresAt: new Date(timestamp.getTime() + lifeMs),
    now: timestamp,
  })
  return `${subject}.${token}`
}

/** Returns the data stored with the token, or undefined when it is invalid or used. */
export async function spendToken({ state, now }: Parts, purpose: Purpose, token: string): Promise<Found | undefined> {
  return toFound(token, await spendOneTime(state.database, identifierOf(purpose, token), now()))
}

/**
 * Consumes the token after the work succeeds. When the work fails, the link stays valid. Returns undefined for an
 * invalid token.
 */
export function spendTokenWith<Done>(
  { state, now }: Parts,
  purpose: Purpose,
  token: string,
  work: () => Promise<Done>,
): Promise<Done | undefined> {
  return spendOneTimeWith(state.database, identifierOf(purpose, token), now(), work)
}

/** Reads the token without consuming it. */
export async function peekToken({ state, now }: Parts, purpose: Purpose, token: string): Promise<Found | undefined> {
  return toFound(token, await peekOneTime(state.database, identifierOf(purpose, token), now()))
}

export function forgetTokens({ state }: Pick<Services, 'state'>, purpose: Purpose, subject: string): Promise<void> {
  return forgetOneTime(state.database, `${purpose}:${subject}:`)
}

/** Data of a subject's valid links. */
export function openValues({ state, now }: Parts, purpose: Purpose, subject: string): Promise<unknown[]> {
  return listOneTime(state.database, `${purpose}:${subject}:`, now())
}

interface Found {
  subject: string
  value: Record<string, unknown>
}

function toFound(token: string, value: unknown): Found | undefined {
  return isObject(value) ? { subject: subjectOf(token), value } : undefined
}

function subjectOf(token: string): string {
  return token.slice(0, Math.max(0, token.lastIndexOf('.')))
}

function identifierOf(purpose: Purpose, token: string): string {
  return `${purpose}:${subjectOf(token)}:${hashToken(token.slice(token.lastIndexOf('.') + 1))}`
}
