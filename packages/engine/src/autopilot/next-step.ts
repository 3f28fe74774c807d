/**
 * What a run does next, from its stored state alone: whichever process continues it, and whenever, it decides the same.
 * Restoring comes before checking, and checking before a new change.
 */
import type { AutopilotChange } from '@kept/domain/autopilot.ts'
import { type AutopilotChangeState, isEndState } from '@kept/domain/autopilot-states.ts'
import { epochMs } from '@kept/foundation/calendar/instant.ts'

export interface RunFacts {
  changes: readonly AutopilotChange[]
  nowMs: number
  /** Why nothing new may start: the kill switch, a policy that was turned off. Empty: nothing stops it. */
  haltReason: string
  /** Why it waits now: closed windows. Empty: it does not. */
  waitReason: string
}

type RunStep =
  /** Another process may have started it and died: look up its action. */
  | { kind: 'resume'; change: AutopilotChange }
  | { kind: 'roll_back'; change: AutopilotChange }
  | { kind: 'check'; change: AutopilotChange }
  | { kind: 'apply'; change: AutopilotChange }
  /** Ends all changes that have not started. */
  | { kind: 'skip'; changes: AutopilotChange[]; reason: string }
  | { kind: 'wait'; reason: string }
  | { kind: 'end'; state: 'completed' | 'stopped'; reason: string }

const failedStates: readonly AutopilotChangeState[] = ['rolled_back', 'failed', 'left']

export function nextStep({ changes, nowMs, haltReason, waitReason }: RunFacts): RunStep {
  const inState = (...states: AutopilotChangeState[]) => changes.filter(({ state }) => states.includes(state))
  const [restoring] = inState('rolling_back')
  if (restoring) return { kind: 'roll_back', change: restoring }
  const [interrupted] = inState('applying')
  if (interrupted) return { kind: 'resume', change: interrupted }
  const due = inState('checking').find(({ check_at }) => check_at === null || epochMs(check_at) <= nowMs)
  if (due) return { kind: 'check', change: due }

  const failed = changes.find(({ state }) => failedStates.includes(state))
  const halt =
    haltReason || (failed ? `${failed.resource_name} was not changed: ${failed.reason}` : canaryFailure(changes))
  const notStarted = inState('pending', 'waiting', 'approved')
  if (halt !== '' && notStarted.length > 0) return { kind: 'skip', changes: notStarted, reason: halt }
  const checked = changes.find(({ state }) => state === 'checking')
  if (notStarted.length === 0) {
    if (checked) return { kind: 'wait', reason: `Health is checked at ${checked.check_at}.` }
    return { kind: 'end', state: halt === '' ? 'completed' : 'stopped', reason: halt }
  }
  const ready = notStarted.filter(({ state, is_canary }) => state !== 'waiting' && mayStart(changes, is_canary))
  const [next] = ready
  if (next) return waitReason === '' ? { kind: 'apply', change: next } : { kind: 'wait', reason: waitReason }
  const isCanaryPending = changes.some(({ is_canary, state }) => is_canary && !isEndState(state))
  if (notStarted.some(({ state }) => state === 'waiting'))
    return { kind: 'wait', reason: 'Changes wait for an approval.' }
  return { kind: 'wait', reason: isCanaryPending ? 'The canary is not verified yet.' : 'Health is being checked.' }
}

/** A canary of which nothing was verified says nothing about the rest. */
function canaryFailure(changes: readonly AutopilotChange[]): string {
  const canary = changes.filter(({ is_canary }) => is_canary)
  const isOver = canary.length > 0 && canary.every(({ state }) => isEndState(state))
  return isOver && !canary.some(({ state }) => state === 'verified') ? 'No change of the canary was verified.' : ''
}

/** Nothing but the canary starts before all of the canary has ended. */
function mayStart(changes: readonly AutopilotChange[], isCanary: boolean): boolean {
  return isCanary || changes.every(({ is_canary, state }) => !is_canary || isEndState(state))
}
