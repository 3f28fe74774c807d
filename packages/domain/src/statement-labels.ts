/** What the steps and kinds of a statement are called, on the screen and in the PDF. */
import type { StatementAction, StatementStep } from './statement-document.ts'

export const stepLabels: Record<StatementStep['kind'], string> = {
  measured: 'Saved, measured on the bill',
  modeled: 'Saved, lower bound of a model (80%)',
  avoided: 'Avoided by stopped loops',
  replaced: 'Replaced by other resources',
  penalty: 'Commitments left unused',
  reversal: 'Reversed: resources came back',
  true_up: 'True-ups: later bills changed',
  verified: 'Verified savings',
  not_billed: 'Not counted under the contract',
  carried_before: 'Losses of earlier months',
  carried_after: 'Losses carried forward',
  billed: 'Billed savings',
}

export const actionGroupLabels: Record<StatementAction['kind'], string> = {
  terminate: 'Terminated resources',
  rightsize: 'Resized resources',
  schedule: 'Schedules',
  demand: 'Lower demand',
  loop_stop: 'Stopped loops',
  commitment: 'Commitments',
  other: 'Earlier actions',
}

export const statementMethod = [
  'For each action a baseline of your own usage before the change was frozen. Both sides are priced at the prices of each hour, so price cuts and your own growth never count.',
  'What the bill shows hour by hour is billed as measured. What is modeled is billed at its one-sided 80% lower bound.',
  'What moved to other resources, came back within 14 days or left a commitment unused is taken off. Months are never edited: later corrections are true-ups.',
] as const
