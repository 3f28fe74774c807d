/**
 * The life of a finding. People accept, do and dismiss; what the data shows decides the rest: a saving that somebody
 * claims is watched, one that the data has lacked for two weeks is verified, one that comes back has regressed.
 */
import { KeptError } from './errors.ts'
import type { FindingStatus } from './finding.ts'

/** What a person may do to it. */
export type FindingMove = 'accept' | 'done' | 'dismiss' | 'reopen'

const moves: Record<FindingMove, { from: readonly FindingStatus[]; to: FindingStatus; words: string }> = {
  accept: { from: ['open', 'regressed', 'accepted'], to: 'accepted', words: 'be accepted' },
  done: { from: ['open', 'accepted', 'regressed'], to: 'done', words: 'be marked as done' },
  dismiss: { from: ['open', 'accepted', 'regressed', 'dismissed'], to: 'dismissed', words: 'be dismissed' },
  reopen: { from: ['accepted', 'done', 'verifying', 'verified', 'dismissed'], to: 'open', words: 'be opened again' },
}

export function mayMove(status: FindingStatus, move: FindingMove): boolean {
  return moves[move].from.includes(status)
}

/** Where the move leads; a move that its state does not allow is refused in one sentence. */
export function moveFinding(status: FindingStatus, move: FindingMove): FindingStatus {
  const { from, to, words } = moves[move]
  if (from.includes(status)) return to
  if (status === 'gone') {
    throw new KeptError('conflict', `This waste is no longer seen in the bill; it cannot ${words}.`)
  }
  if (status === to) throw new KeptError('conflict', `This finding is ${to} already.`)
  throw new KeptError('conflict', `A finding that is ${status} cannot ${words}; it must be ${from.join(' or ')}.`)
}

/** The data must lack a waste this long before its saving is verified, and may show a claimed one this long. */
export const watchDays = 14

export interface FindingState {
  status: FindingStatus
  dismissedReason: string
  dismissedUntil: string | null
  /** ISO instants, UTC. */
  doneAt: string | null
  /** Since when the data lacks it; null while it shows it. */
  absentSince: string | null
}

/** What a judgement makes of it: the state after the rules have looked again and did, or did not, see the waste. */
export function stepOfData(state: FindingState, seen: boolean, now: string): FindingState {
  const absentSince = seen ? null : (state.absentSince ?? now)
  const next = { ...state, absentSince }
  switch (state.status) {
    case 'open':
      return seen ? next : { ...next, status: 'gone' }
    case 'gone':
      return seen ? { ...next, ...comeBack(state, now) } : next
    case 'dismissed':
      return seen ? { ...next, ...comeBack(state, now) } : { ...next, status: 'gone' }
    case 'accepted':
    case 'regressed':
      return seen ? next : { ...next, status: 'verifying', doneAt: now }
    case 'done':
      if (!seen) return { ...next, status: 'verifying' }
      return daysSince(state.doneAt, now) > watchDays ? { ...next, status: 'regressed' } : next
    case 'verifying':
      if (seen) return { ...next, status: 'regressed' }
      return daysSince(absentSince, now) >= watchDays ? { ...next, status: 'verified' } : next
    case 'verified':
      return seen ? { ...next, status: 'regressed' } : next
  }
}

/** What was dismissed stays so, until the day it was dismissed for has come. */
function comeBack({ dismissedReason, dismissedUntil }: FindingState, now: string): Partial<FindingState> {
  const isOver = dismissedUntil !== null && now.slice(0, 10) >= dismissedUntil
  if (dismissedReason !== '' && !isOver) return { status: 'dismissed' }
  return { status: 'open', dismissedReason: '', dismissedUntil: null }
}

function daysSince(moment: string | null, now: string): number {
  return moment === null ? 0 : (instant(now) - instant(moment)) / 86_400_000
}

function instant(moment: string): number {
  return Temporal.Instant.from(moment).epochMilliseconds
}
