/** Switching a schedule on, changing it for a while, and taking it back: each leaves a trace in ledger and audit trail. */
import type { ScheduleAccess } from '@kept/contract/routes/behavior-schedules.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { EnvironmentResource, SwitchedBy } from '@kept/domain/managed-schedule.ts'
import type { RemediationRegistry } from '@kept/domain/remediation.ts'
import type { ScheduleChoice, WeekSchedule } from '@kept/domain/schedule.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { offMaskOf } from '@kept/engine/behaviour/off-mask.ts'
import { listManaged, putManaged } from '@kept/store/behaviour/managed.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { recordAudit } from '@kept/store/people/audit.ts'
import { recordDone, withdrawDone } from '@kept/store/savings/record-done.ts'
import type { Acting } from '../platform/acting.ts'
import { portFor } from './switch-environment.ts'

export interface Wish {
  environment: { id: string; name: string }
  resources: readonly EnvironmentResource[]
  schedule: WeekSchedule
  choice: ScheduleChoice
  switched_by: SwitchedBy
}

export interface Who {
  by: string
  stamp: Acting['stamp']
}

export async function applySchedule(
  database: Database,
  scope: Scope,
  remedies: RemediationRegistry,
  wish: Wish,
  who: Who,
): Promise<void> {
  const { environment, resources, schedule, choice, switched_by } = wish
  const { by, stamp } = who
  const off_mask = offMaskOf(schedule)
  if (!off_mask) throw new KeptError('bad_input', 'This choice leaves it on always: there is nothing to switch.')
  if (resources.length === 0) {
    throw new KeptError(
      'conflict',
      `No machine of the bill is known to belong to "${environment.name || environment.id}"; run the analysis again once its bill is in.`,
    )
  }
  if (switched_by === 'kept') await refuseWithoutAccess(remedies, resources)
  // What waits is told anew; what counts already goes on: its baseline was frozen before the first schedule.
  await withdrawDone(database, scope, { ...sourceOf(environment.id), reason: 'Another schedule took its place.' })
  for (const resource of resources) {
    const done = {
      ...sourceOf(environment.id),
      ...{ kind: 'schedule' as const, resource_id: resource.id, off_mask, environment: 'development' as const, by },
      at: stamp.at.toISOString(),
      title: `${resource.name || resource.id} runs ${choice.weekly_hours} hours a week`,
      evidence: `Schedule of ${environment.id}, ${choice.weekly_hours} hours a week, ${schedule.timezone}.`,
      // Of one machine it is what the backtest says; of several nobody knows each one's share.
      ...(resources.length === 1 && { estimate: choice.monthly_saving }),
    }
    await recordDone(database, scope, done, stamp.at)
  }
  await database.scoped(scope, async (tx) => {
    await putManaged(tx, {
      ...{ environment_id: environment.id, environment_name: environment.name, schedule, switched_by },
      ...{ weekly_hours: choice.weekly_hours, resources: [...resources], applied_by: by, applied_at: stamp.at },
    })
    const summary = `A schedule of ${choice.weekly_hours} hours a week was switched on for "${environment.name || environment.id}".`
    await recordAudit(tx, {
      ...{ ...stamp, action: 'schedule.applied', target: environment.id, summary },
      details: { switched_by, weekly_hours: choice.weekly_hours, resources: resources.map(({ id }) => id) },
    })
  })
}

async function refuseWithoutAccess(remedies: RemediationRegistry, resources: readonly EnvironmentResource[]) {
  for (const resource of resources) {
    try {
      await portFor(remedies, resource)
    } catch (error) {
      if (!(error instanceof KeptError)) throw error
      throw new KeptError('conflict', `Kept cannot switch ${resource.name || resource.id}: ${error.message}`, {
        cause: error,
      })
    }
  }
}

/** Whether Kept could switch it, and if not, why not; and the same by hand. */
export async function accessOf(
  remedies: RemediationRegistry,
  resources: readonly EnvironmentResource[],
): Promise<ScheduleAccess> {
  const reasons: string[] = []
  const scripts: ScheduleAccess['scripts'] = []
  for (const resource of resources) {
    const target = remedies.targetOf(resource)
    if (target) {
      const [stop, start] = (['stop', 'start'] as const).map((step) => remedies.scriptFor({ target, step }))
      if (stop && start) scripts.push({ resource: resource.name || resource.id, stop, start })
    }
    try {
      await portFor(remedies, resource)
    } catch (error) {
      if (!(error instanceof KeptError)) throw error
      reasons.push(error.message)
    }
  }
  if (resources.length === 0) reasons.push('No machine of the bill is known to belong to it.')
  return { by_kept: reasons.length === 0, why_not: [...new Set(reasons)].join(' '), scripts }
}

/** What the ledger of savings knows it by. */
export function sourceOf(environmentId: string) {
  return { source: 'schedule', source_id: environmentId } as const
}

/** The schedule in force, or the sentence that there is none. */
export async function managedOf(database: Database, scope: Scope, environmentId: string, now: Date) {
  const [managed] = await listManaged(database, scope, now, environmentId)
  if (!managed) throw new KeptError('not_found', `No schedule is switched on for "${environmentId.slice(0, 200)}".`)
  return managed
}
