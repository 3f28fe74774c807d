/** The kinds of news, and which of them a person wants the bell to ring for. */
import type { Notification } from '@kept/contract/routes/notifications.ts'

export type NewsKind = Notification['kind']

export const newsKinds: Record<NewsKind, { label: string; words: string }> = {
  import_done: { label: 'A bill is in', words: 'A delivery was brought in, with its reconciliation.' },
  import_failed: { label: 'A bill failed', words: 'A delivery could not be brought in, and why.' },
  rows_set_aside: { label: 'Rows were set aside', words: 'Some rows of a bill could not be read.' },
  loop: { label: 'A runaway loop', words: 'A loop was found, or is back, with what it costs.' },
  anomaly: { label: 'An anomaly', words: 'Spend or a metric left its path: where, by how much and why.' },
  budget: { label: 'A budget', words: 'A threshold of a budget was crossed, or will be.' },
  savings_regression: { label: 'A saving undone', words: 'Something that was saved is seen in the bill again.' },
  findings: { label: 'New findings', words: 'The rules found something new to save.' },
}

/** Everything rings unless it was turned off. */
export function rings(kind: string, wishes: unknown): boolean {
  return typeof wishes !== 'object' || wishes === null || (wishes as Record<string, unknown>)[kind] !== false
}
