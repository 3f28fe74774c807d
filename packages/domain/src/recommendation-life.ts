/**
 * The lifecycle of a recommendation. People accept, complete and dismiss; the data decides the rest: a saving that
 * is claimed is verifying, one that the data has lacked for two weeks is resolved, one that comes back is reopened.
 */
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { KeptError } from './errors.ts'
import type { RecommendationStatus } from './recommendation-status.ts'

/** What a person may do to it. */
export type RecommendationMove = 'accept' | 'done' | 'dismiss' | 'snooze' | 'reopen'

const moves: Record<
  RecommendationMove,
  { from: readonly RecommendationStatus[]; to: RecommendationStatus; phrase: string }
> = {
  accept: { from: ['open', 'regressed', 'accepted'], to: 'accepted', phrase: 'be accepted' },
  done: { from: ['open', 'accepted', 'regressed'], to: 'done', phrase: 'be marked as done' },
  dismiss: { from: ['open', 'accepted', 'regressed', 'dismissed', 'snoozed'], to: 'dismissed', phrase: 'be dismissed' },
  snooze: { from: ['open', 'accepted', 'regressed', 'snoozed'], to: 'snoozed', phrase: 'be snoozed' },
  reopen: {
    from: ['accepted', 'done', 'verifying', 'verified', 'dismissed', 'snoozed'],
    to: 'open',
    phrase: 'be opened again',
  },
}

export function mayMove(status: RecommendationStatus, move: RecommendationMove): boolean {
  return moves[move].from.includes(status)
}

/** Where the move leads; a move that its state does not allow is refused in one sentence. */
export function moveRecommendation(status: RecommendationStatus, move: RecommendationMove): RecommendationStatus {
  const { from, to, phrase } = moves[move]
  if (from.includes(status)) return to
  if (status === 'gone') {
    throw new KeptError('conflict', `This waste is no longer seen in the bill; it cannot ${phrase}.`)
  }
  if (status === to) throw new KeptError('conflict', `This recommendation is ${to} already.`)
  throw new KeptError(
    'conflict',
    `A recommendation that is ${status} cannot ${phrase}; it must be ${from.join(' or ')}.`,
  )
}

/** The data must lack a waste this long before its saving is verified, and may show a claimed one this long. */
export const verificationDays = 14

export interface RecommendationState {
  status: RecommendationStatus
  dismissedReason: string
  dismissedUntil: string | null
  /** ISO instants, UTC. */
  doneAt: string | null
  /** Since when the data lacks it; null while it shows it. */
  absentSince: string | null
}

/** The state after an evaluation, in which the rules did or did not detect the waste. */
export function stepOfData(state: RecommendationState, isDetected: boolean, now: string): RecommendationState {
  const absentSince = isDetected ? null : (state.absentSince ?? now)
  const next = { ...state, absentSince }
  switch (state.status) {
    case 'open':
      return isDetected ? next : { ...next, status: 'gone' }
    case 'gone':
      return isDetected ? { ...next, ...comeBack(state, now) } : next
    case 'dismissed':
    case 'snoozed':
      return isDetected ? { ...next, ...comeBack(state, now) } : { ...next, status: 'gone' }
    case 'accepted':
    case 'regressed':
      return isDetected ? next : { ...next, status: 'verifying', doneAt: now }
    case 'done':
      if (!isDetected) return { ...next, status: 'verifying' }
      return daysSince(state.doneAt, now) > verificationDays ? { ...next, status: 'regressed' } : next
    case 'verifying':
      if (isDetected) return { ...next, status: 'regressed' }
      return daysSince(absentSince, now) >= verificationDays ? { ...next, status: 'verified' } : next
    case 'verified':
      return isDetected ? { ...next, status: 'regressed' } : next
  }
}

/** What was dismissed stays so; what was snoozed does until its day has come. */
function comeBack({ dismissedReason, dismissedUntil }: RecommendationState, now: string): Partial<RecommendationState> {
  const isOver = dismissedUntil !== null && now.slice(0, 10) >= dismissedUntil
  if (dismissedUntil !== null && !isOver) return { status: 'snoozed' }
  if (dismissedReason !== '' && !isOver) return { status: 'dismissed' }
  return { status: 'open', dismissedReason: '', dismissedUntil: null }
}

function daysSince(moment: string | null, now: string): number {
  return moment === null ? 0 : (instant(now) - instant(moment)) / dayMs
}

function instant(moment: string): number {
  return Temporal.Instant.from(moment).epochMilliseconds
}
