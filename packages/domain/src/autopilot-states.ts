/** The names of autopilot's modes and states, without the schemas of `autopilot.ts`: screens read these. */

/** `propose` changes nothing, `approve` waits for a person before each change, `automatic` does not. */
export const autopilotModes = ['propose', 'approve', 'automatic'] as const

export const autopilotRunStates = ['running', 'completed', 'stopped'] as const
export type AutopilotRunState = (typeof autopilotRunStates)[number]

/**
 * The life of one change of a run: pending, waiting for an approval where one is required, applying, checking, verified.
 * `failed`: nothing was changed, or it was restored at once. `left`: others changed the resource, so an undo left it.
 */
export const autopilotChangeStates = [
  'proposed',
  'pending',
  'waiting',
  'approved',
  'applying',
  'checking',
  'verified',
  'rolling_back',
  'rolled_back',
  'failed',
  'left',
  'skipped',
] as const
export type AutopilotChangeState = (typeof autopilotChangeStates)[number]

const endStates: readonly AutopilotChangeState[] = ['proposed', 'verified', 'rolled_back', 'failed', 'left', 'skipped']

export function isEndState(state: AutopilotChangeState): boolean {
  return endStates.includes(state)
}

/** Changes in these states were started, and count toward the limits. */
export const startedStates = [
  'applying',
  'checking',
  'verified',
  'rolling_back',
  'rolled_back',
  'failed',
  'left',
] as const satisfies readonly AutopilotChangeState[]

export const approvalStates = ['waiting', 'approved', 'rejected', 'expired', 'canceled'] as const
export type ApprovalState = (typeof approvalStates)[number]
