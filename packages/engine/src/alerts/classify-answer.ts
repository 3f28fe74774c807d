/** What an answer of a receiver means: taken, to be tried again and when, or given up with a sentence. */

interface Answer {
  status: number
  /** What it said, for the sentence; may be long, or a page. */
  body: string
  /** What it asks us to wait, when it asks. */
  waitMs: number | null
}

export type DeliveryOutcome =
  | { outcome: 'taken' }
  /** `waitMs`: what the receiver asks for. */
  | { outcome: 'again'; sentence: string; waitMs: number | null }
  /** `gone`: the receiver wants nothing any more. */
  | { outcome: 'given_up'; sentence: string; gone: boolean }

/** A receiver that asks for more is asked again after a day. */
const longestWaitMs = 24 * 3_600_000
/** Busy, too early, too many; and whatever is the receiver's own fault. */
const tryAgain = (status: number) => [408, 425, 429].includes(status) || status >= 500

export function classifyAnswer({ status, body, waitMs }: Answer): DeliveryOutcome {
  if (status >= 200 && status < 300) return { outcome: 'taken' }
  const detail = messageIn(body)
  if (tryAgain(status)) {
    const sentence = status === 429 ? 'The receiver is rate limiting Kept' : `The receiver failed (${status})`
    return {
      outcome: 'again',
      sentence: `${sentence}${detail}.`,
      waitMs: waitMs === null ? null : Math.min(Math.max(waitMs, 0), longestWaitMs),
    }
  }
  return {
    outcome: 'given_up',
    sentence: `${reasons[status] ?? `The receiver refused it (${status})`}${detail}.`,
    gone: status === 410,
  }
}

const reasons: Record<number, string> = {
  400: 'The receiver rejected the request (400)',
  401: 'The receiver rejected the credentials (401). Enter them again',
  403: 'The receiver denied access (403). Check the address and the permissions',
  404: 'The receiver did not find this address (404). Check it, or create a new one',
  410: 'The receiver no longer accepts messages (410). The channel was turned off',
  413: 'The message is too large for the receiver (413)',
}

/** The first line of a short answer; a page of HTML is left out. */
function messageIn(body: string): string {
  const line = body.trim().split('\n')[0]?.trim() ?? ''
  if (line === '' || line.startsWith('<')) return ''
  return `: "${line.length > 160 ? `${line.slice(0, 159)}…` : line}"`
}

/** Minutes after each failure: quick at first, then slower; two days in all, a weekend's outage. */
const waitsMinutes = [0.5, 2, 8, 30, 120, 480, 960, 1280]

/**
 * How long to wait after the `failed`th failure (1 is the first), null to give up. `seed`, the same for one delivery,
 * spreads those that failed together over a tenth more.
 */
export function waitAfter(failed: number, seed: string, requestedMs: number | null): number | null {
  const minutes = waitsMinutes[failed - 1]
  if (minutes === undefined) return null
  const baseMs = minutes * 60_000
  return Math.max(Math.round(baseMs + (baseMs / 10) * shareOf(seed)), requestedMs ?? 0)
}

/** A number in [0, 1) made from a text. */
function shareOf(text: string): number {
  let hash = 2166136261
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619)
  return (hash >>> 0) / 2 ** 32
}
