/** Records a stopped loop for the savings ledger; it counts when the bill shows it. */
import type { Scope } from '@kept/domain/scope.ts'
import type { FoundLoop } from '@kept/store/loops/find.ts'
import { recordDone, withdrawDone } from '@kept/store/savings/record-done.ts'
import type { Services } from '../../platform/context.ts'

type Deps = Pick<Services, 'state' | 'now' | 'log'>

export async function bookStop(
  { state, now, log }: Deps,
  scope: Scope,
  { loop }: Pick<FoundLoop, 'loop'>,
  { actorName, stoppedAt, description }: { actorName: string; stoppedAt: Date; description: string },
): Promise<void> {
  try {
    await recordDone(
      state.database,
      scope,
      {
        resource_id: loop.resource_id,
        kind: 'loop_stop',
        at: stoppedAt.toISOString(),
        source: 'loop',
        source_id: loop.id,
        title: `Loop in ${loop.resource_name} stopped`,
        actorName,
        evidence: description,
        currency: loop.cost_impact.currency,
      },
      now(),
    )
  } catch (error) {
    // The loop is stopped; a failure to record it must not look like a failure to stop it.
    log.warn(
      { event: 'loops.saving_record_failed', err: error, loop_id: loop.id },
      'stopped loop not recorded as a savings action',
    )
  }
}

export async function unbookStop({ state, log }: Deps, scope: Scope, id: string): Promise<void> {
  try {
    await withdrawDone(state.database, scope, { source: 'loop', source_id: id, reason: 'The stop was undone.' })
  } catch (error) {
    log.warn(
      { event: 'loops.saving_withdraw_failed', err: error, loop_id: id },
      'savings action of an undone stop not withdrawn',
    )
  }
}
