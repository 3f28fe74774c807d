/** A loop that was stopped, put on record for the savings ledger; it counts when the bill shows it. */
import type { Scope } from '@kept/domain/scope.ts'
import type { FoundLoop } from '@kept/store/loops/find.ts'
import { recordDone, withdrawDone } from '@kept/store/savings/record-done.ts'
import type { Services } from '../../platform/context.ts'

type Doors = Pick<Services, 'state' | 'now' | 'log'>

export async function bookStop(
  { state, now, log }: Doors,
  scope: Scope,
  { loop }: Pick<FoundLoop, 'loop'>,
  { by, at, words }: { by: string; at: Date; words: string },
): Promise<void> {
  try {
    await recordDone(
      state.database,
      scope,
      {
        resource_id: loop.resource_id,
        kind: 'loop_stop',
        at: at.toISOString(),
        source: 'loop',
        source_id: loop.id,
        title: `Loop in ${loop.resource_name} stopped`,
        by,
        evidence: words,
        currency: loop.cost_impact.currency,
      },
      now(),
    )
  } catch (error) {
    // The loop is stopped; that it is not on record yet must not look as if it were not.
    log.warn({ err: error, loop: loop.id }, 'a stopped loop was not put on record in the savings ledger')
  }
}

export async function unbookStop({ state, log }: Doors, scope: Scope, id: string): Promise<void> {
  try {
    await withdrawDone(state.database, scope, { source: 'loop', source_id: id, reason: 'The stop was undone.' })
  } catch (error) {
    log.warn({ err: error, loop: id }, 'an undone stop was not taken back from the savings ledger')
  }
}
