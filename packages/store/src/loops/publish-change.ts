import type { Scope } from '@kept/domain/scope.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { publish } from '../live/publish.ts'
import type { LoopRow } from './row.ts'

/** What a screen shows of a loop. Costs are compared as text, so a cost in another notation counts as a change. */
const shownColumns = [
  'status',
  'severity',
  'confirmed',
  'last_seen_at',
  'hourly_cost',
  'action_at',
  'action_taken',
] as const

type ShownLoop = Pick<LoopRow, 'id' | (typeof shownColumns)[number]>

export const liveLoopColumns = ['id', ...shownColumns] as const

/** Publishes a loop that is new (without `before`), or that differs from `before` in what screens show. */
export async function publishLoopChange(
  tx: ScopedTransaction,
  scope: Scope,
  { before, after }: { before?: ShownLoop | undefined; after: ShownLoop },
): Promise<void> {
  if (before && shownColumns.every((column) => text(before[column]) === text(after[column]))) return
  const payload = { kind: 'loop_changed', loop: after.id, status: after.status }
  await publish(tx, scope, { channel: 'metrics', payload })
}

function text(value: ShownLoop[keyof ShownLoop]): string {
  return value instanceof Date ? value.toISOString() : String(value)
}
