/** What an answer of a receiver means: taken, to be tried again and when, or given up with a sentence. */

export interface Answer {
  status: number
  /** What it said, for the sentence; may be long, or a page. */
  words: string
  /** What it asks us to wait, when it asks. */
  waitMs: number | null
}

export type Verdict =
  | { what: 'taken' }
  /** `waitMs`: what the receiver asks for. */
  | { what: 'again'; sentence: string; waitMs: number | null }
  /** `gone`: the receiver wants nothing any more. */
  | { what: 'given_up'; sentence: string; gone: boolean }

/** A receiver that asks for more is asked again after a day. */
const longestWaitMs = 24 * 3_600_000
/** Busy, too early, too many; and whatever is the receiver's own fault. */
const tryAgain = (status: number) => [408, 425, 429].includes(status) || status >= 500

export function judgeAnswer({ status, words, waitMs }: Answer): Verdict {
  if (status >= 200 && status < 300) return { what: 'taken' }
  const said = saidIn(words)
  if (tryAgain(status)) {
    const sentence = status === 429 ? 'The receiver takes no more for now' : `The receiver failed (${status})`
    return {
      what: 'again',
      sentence: `${sentence}${said}.`,
      waitMs: waitMs === null ? null : Math.min(Math.max(waitMs, 0), longestWaitMs),
    }
  }
  return {
    what: 'given_up',
    sentence: `${reasons[status] ?? `The receiver refused it (${status})`}${said}.`,
    gone: status === 410,
  }
}

const reasons: Record<number, string> = {
  400: 'The receiver did not understand it (400)',
  401: 'The receiver does not accept the credentials (401); enter them anew',
  403: 'The receiver does not allow it (403); check the address or the permissions',
  404: 'The receiver knows no such address (404); check it, or make a new one',
  410: 'The receiver wants no more of these (410); the channel was turned off',
  413: 'The message is too large for the receiver (413)',
}

/** The first line of a short answer; a page of HTML says nothing here. */
function saidIn(words: string): string {
  const line = words.trim().split('\n')[0]?.trim() ?? ''
  if (line === '' || line.startsWith('<')) return ''
  return `: "${line.length > 160 ? `${line.slice(0, 159)}…` : line}"`
}

/** Minutes after each failure: quick at first, then slower; two days in all, a weekend's outage. */
const waitsMinutes = [0.5, 2, 8, 30, 120, 480, 960, 1280]

/**
 * How long to wait after the `failed`th failure (1 is the first), null to give up. `seed`, the same for one delivery,
 * spreads those that failed together over a tenth more.
 */
export function waitAfter(failed: number, seed: string, asked: number | null): number | null {
  const minutes = waitsMinutes[failed - 1]
  if (minutes === undefined) return null
  const own = minutes * 60_000
  return Math.max(Math.round(own + (own / 10) * shareOf(seed)), asked ?? 0)
}

/** A number in [0, 1) made from a text. */
function shareOf(text: string): number {
  let hash = 2166136261
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619)
  return (hash >>> 0) / 2 ** 32
}
