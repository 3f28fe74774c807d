/** Links that are good once: made for a purpose and a subject, kept by their hash, told to nobody but their receiver. */
import {
  forgetOneTime,
  keepOneTime,
  listOneTime,
  peekOneTime,
  spendOneTime,
  spendOneTimeWith,
} from '@kept/store/people/one-time.ts'
import type { Services } from '../platform/context.ts'
import { hashToken, newToken } from './tokens.ts'

export type Purpose = 'verify' | 'reset' | 'setup' | 'step' | 'oauth' | 'passkey'
type Parts = Pick<Services, 'state' | 'now'>

/** A new token; the former ones of the same purpose and subject end, when `alone` says so. */
export async function issueToken(
  { state, now }: Parts,
  purpose: Purpose,
  { subject, lifeMs, value = {}, alone = false }: { subject: string; lifeMs: number; value?: object; alone?: boolean },
): Promise<string> {
  const token = newToken()
  const at = now()
  if (alone) await forgetTokens({ state }, purpose, subject)
  await keepOneTime(state.database, {
    identifier: `${purpose}:${subject}:${hashToken(token)}`,
    value,
    expiresAt: new Date(at.getTime() + lifeMs),
    now: at,
  })
  return `${subject}.${token}`
}

/** What was kept with the token, or undefined when it is not good any more. */
export async function spendToken({ state, now }: Parts, purpose: Purpose, token: string): Promise<Found | undefined> {
  return found(token, await spendOneTime(state.database, identifierOf(purpose, token), now()))
}

/** Spends it once the work is done: when the work fails the link stays good. Undefined when it was not good. */
export function spendTokenWith<Done>(
  { state, now }: Parts,
  purpose: Purpose,
  token: string,
  work: () => Promise<Done>,
): Promise<Done | undefined> {
  return spendOneTimeWith(state.database, identifierOf(purpose, token), now(), work)
}

/** The same, but it stays good. */
export async function peekToken({ state, now }: Parts, purpose: Purpose, token: string): Promise<Found | undefined> {
  return found(token, await peekOneTime(state.database, identifierOf(purpose, token), now()))
}

export function forgetTokens({ state }: Pick<Services, 'state'>, purpose: Purpose, subject: string): Promise<void> {
  return forgetOneTime(state.database, `${purpose}:${subject}:`)
}

/** What is kept with a subject's links that are still good. */
export function openValues({ state, now }: Parts, purpose: Purpose, subject: string): Promise<unknown[]> {
  return listOneTime(state.database, `${purpose}:${subject}:`, now())
}

export interface Found {
  subject: string
  value: Record<string, unknown>
}

function found(token: string, value: unknown): Found | undefined {
  return value === undefined ? undefined : { subject: subjectOf(token), value: value as Record<string, unknown> }
}

function subjectOf(token: string): string {
  return token.slice(0, Math.max(0, token.lastIndexOf('.')))
}

function identifierOf(purpose: Purpose, token: string): string {
  return `${purpose}:${subjectOf(token)}:${hashToken(token.slice(token.lastIndexOf('.') + 1))}`
}
