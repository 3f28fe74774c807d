/** The names of modes and states on the screen. */
import type { AutopilotPolicy } from '@kept/domain/autopilot.ts'
import type { ApprovalState, AutopilotChangeState, AutopilotRunState } from '@kept/domain/autopilot-states.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import type { Tone } from '@kept/ui/controls/Badge.tsx'

export const modeLabels: Record<AutopilotPolicy['mode'], { label: string; description: string }> = {
  propose: { label: 'Propose', description: 'Notifies what it would change. Changes nothing.' },
  approve: { label: 'Ask first', description: 'A person approves each change, in Kept or from Slack, Teams or email.' },
  automatic: { label: 'Automatic', description: 'Changes by itself, within the limits below.' },
}

interface StateLabel {
  label: string
  tone: Tone
}

export const changeLabels: Record<AutopilotChangeState, StateLabel> = {
  proposed: { label: 'Proposed', tone: 'plain' },
  pending: { label: 'Pending', tone: 'plain' },
  waiting: { label: 'Waiting for approval', tone: 'watch' },
  approved: { label: 'Approved', tone: 'fact' },
  applying: { label: 'Applying', tone: 'fact' },
  checking: { label: 'Checking health', tone: 'fact' },
  verified: { label: 'Verified', tone: 'plain' },
  rolling_back: { label: 'Rolling back', tone: 'watch' },
  rolled_back: { label: 'Rolled back', tone: 'watch' },
  failed: { label: 'Failed', tone: 'leak' },
  left: { label: 'Not rolled back', tone: 'leak' },
  skipped: { label: 'Skipped', tone: 'plain' },
}

export const runLabels: Record<AutopilotRunState, StateLabel> = {
  running: { label: 'Running', tone: 'fact' },
  completed: { label: 'Completed', tone: 'plain' },
  stopped: { label: 'Stopped', tone: 'watch' },
}

export const approvalLabels: Record<ApprovalState, StateLabel> = {
  waiting: { label: 'Waiting', tone: 'watch' },
  approved: { label: 'Approved', tone: 'plain' },
  rejected: { label: 'Rejected', tone: 'plain' },
  expired: { label: 'Expired', tone: 'plain' },
  canceled: { label: 'Canceled', tone: 'plain' },
}

/** The limits in one line: "10 changes a run, $500.00 a day, 10% of the scope". */
export function describeLimits({ limits, canary_changes }: Pick<AutopilotPolicy, 'limits' | 'canary_changes'>): string {
  const { amount, currency } = limits.max_savings_per_day
  return [
    `${counted(limits.max_changes_per_run, 'change')} a run`,
    `${formatMoney(amount, currency)} of monthly savings a day`,
    `${limits.max_share_percent}% of the scope`,
    ...(canary_changes > 0 ? [`a canary of ${canary_changes}`] : []),
  ].join(', ')
}
