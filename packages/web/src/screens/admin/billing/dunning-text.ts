/** Dunning steps as text: "3 reminder" on one line each. */
import type { DunningStep } from '@kept/domain/billing/dunning.ts'
import { dunningActions } from '@kept/domain/billing/dunning-actions.ts'

export const dunningLabels: Record<DunningStep['action'], string> = {
  reminder: 'Send a reminder',
  second_reminder: 'Send a second reminder',
  retry_charge: 'Charge again',
  notify_operator: 'Notify the operator',
  mark_uncollectible: 'Write off',
}

/** One line for each step. */
export function writeSteps(steps: readonly DunningStep[]): string {
  return steps.map(({ days_after_due, action }) => `${days_after_due} ${action}`).join('\n')
}

/** The steps, or the first line that is none, as a sentence. */
export function readSteps(text: string): { steps: DunningStep[] } | { mistake: string } {
  const steps: DunningStep[] = []
  for (const line of text.split('\n').map((part) => part.trim())) {
    if (line === '') continue
    const [, days, name] = /^(\d{1,3})\s+(\w+)$/.exec(line) ?? []
    const action = dunningActions.find((candidate) => candidate === name)
    if (days === undefined || action === undefined)
      return {
        mistake: `"${line}" is no step. Write days and one of ${dunningActions.join(', ')}, such as "3 reminder".`,
      }
    steps.push({ days_after_due: Number(days), action })
  }
  return { steps }
}
