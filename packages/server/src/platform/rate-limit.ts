/** Rate limits, counted in the database: several processes share a count, and restarts keep it. */
import { hash } from 'node:crypto'
import { KeptError } from '@kept/domain/errors.ts'
import { countAttempt } from '@kept/store/people/rate-limit.ts'
import type { Services } from './context.ts'

export interface Limit {
  key: string
  max: number
  windowSeconds: number
  /** The message when it is reached; `{time}` becomes the time of the next attempt. */
  sentence?: string
}

/** Counts one attempt under each limit, and throws at the first that is used up. */
export async function countAgainst({ state, now }: Pick<Services, 'state' | 'now'>, limits: Limit[]): Promise<void> {
  for (const { key, max, windowSeconds, sentence } of limits) {
    const timestamp = now()
    const { count, windowEndsAt } = await countAttempt(state.database, limitKey(key), windowSeconds, timestamp)
    if (count > max) throw tooMany(windowEndsAt, timestamp, sentence)
  }
}

/** Addresses and accounts are stored as hashes, so the table does not reveal who tried to sign in. */
export function limitKey(key: string): string {
  const [kind] = key.split(':')
  return `${kind}:${hash('sha256', key, 'base64url')}`
}

function tooMany(
  windowEndsAt: Date,
  now: Date,
  sentence = 'Too many requests. Please try again at {time}.',
): KeptError {
  const resetTime = windowEndsAt.toISOString()
  return new KeptError('too_many_requests', sentence.replace('{time}', resetTime), {
    details: { resetTime, retry_after: Math.max(1, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1000)) },
  })
}
