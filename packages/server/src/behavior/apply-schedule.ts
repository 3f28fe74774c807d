/** Applies, changes and removes schedules. Each change is recorded in the savings ledger and the audit log. */
import type { ScheduleAccess } from '@kept/contract/routes/behavior-schedules.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { EnvironmentResource, SwitchedBy } from '@kept/domain/managed-schedule.ts'
import type { RemediationRegistry } from '@kept/domain/remediation.ts'
import type { ScheduleChoice, WeekSchedule } from '@kept/domain/schedule.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { offMaskOf } from '@kept/engine/behavior/off-mask.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { listManaged, putManaged } from '@kept/store/behavior/managed.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { recordDone, withdrawDone } from '@kept/store/savings/record-done.ts'
import type { Acting } from '../platform/acting.ts'
import { portFor } from './switch-resource.ts'

interface ScheduleInput {
  environment: { id: string; name: string }
  resources: readonly EnvironmentResource[]
  schedule: WeekSchedule
  choice: ScheduleChoice
  switched_by: SwitchedBy
}

export interface ScheduleActor {
  actorName: string
  auditContext: Acting['auditContext']
}

export async function applySchedule(
  database: Database,
  scope: Scope,
  remedies: RemediationRegistry,
  input: ScheduleInput,
  actor: ScheduleActor,
): Promise<void> {
  const { environment, resources, schedule, choice, switched_by } = input
  const { actorName, auditContext } = actor
  const off_mask = await refuseUnlessPossible(remedies, input)
  // A waiting action is recorded again. One that counts continues: its baseline was frozen before the first schedule.
  await withdrawDone(database, scope, { ...sourceOf(environment.id), reason: 'Replaced by another schedule.' })
  for (const resource of resources) {
    const done = {
      ...sourceOf(environment.id),
      ...{
        kind: 'schedule' as const,
        resource_id: resource.id,
        off_mask,
        environment: 'development' as const,
        actorName,
      },
      at: auditContext.at.toISOString(),
      title: `${resource.name || resource.id} runs ${choice.weekly_hours} hours a week`,
      evidence: `Schedule of ${environment.id}, ${choice.weekly_hours} hours a week, ${schedule.time_zone}.`,
      // The estimate covers the environment, so it is set only when there is one machine.
      ...(resources.length === 1 && { estimate: choice.monthly_savings }),
    }
    await recordDone(database, scope, done, auditContext.at)
  }
  await database.scoped(scope, async (tx) => {
    await putManaged(tx, {
      ...{ environment_id: environment.id, environment_name: environment.name, schedule, switched_by },
      ...{
        weekly_hours: choice.weekly_hours,
        resources: [...resources],
        applied_by: actorName,
        applied_at: auditContext.at,
      },
    })
    const summary = `A schedule of ${choice.weekly_hours} hours a week was applied to "${environment.name || environment.id}".`
    await recordAudit(tx, {
      ...{ ...auditContext, action: 'schedule.applied', target: environment.id, summary },
      details: { switched_by, weekly_hours: choice.weekly_hours, resources: resources.map(({ id }) => id) },
    })
  })
}

/** The hours that are off. Throws where the schedule cannot be applied; nothing was changed. */
export async function refuseUnlessPossible(
  remedies: RemediationRegistry,
  { environment, resources, schedule, switched_by }: ScheduleInput,
) {
  const off_mask = offMaskOf(schedule)
  if (!off_mask)
    throw new KeptError('bad_input', 'This option keeps the environment always on. Choose one with off hours.')
  if (resources.length === 0) {
    throw new KeptError(
      'conflict',
      `No machine on the bill matches "${environment.name || environment.id}". Run the analysis again after you import its bill.`,
    )
  }
  if (switched_by === 'kept') await refuseWithoutAccess(remedies, resources)
  return off_mask
}

async function refuseWithoutAccess(remedies: RemediationRegistry, resources: readonly EnvironmentResource[]) {
  for (const resource of resources) {
    try {
      await portFor(remedies, resource)
    } catch (error) {
      if (!(error instanceof KeptError)) throw error
      throw new KeptError('conflict', `Kept can't start or stop ${resource.name || resource.id}: ${error.message}`, {
        cause: error,
      })
    }
  }
}

/** Whether Kept can run the schedule, the reasons if not, and scripts to do it by hand. */
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
  if (resources.length === 0) reasons.push('No machine on the bill matches this environment.')
  return { by_kept: reasons.length === 0, skip_reasons: [...new Set(reasons)].join(' '), scripts }
}

/** How the savings ledger refers to a schedule. */
export function sourceOf(environmentId: string) {
  return { source: 'schedule', source_id: environmentId } as const
}

/** Returns the active schedule. Throws `not_found` when there is none. */
export async function managedOf(database: Database, scope: Scope, environmentId: string, now: Date) {
  const [managed] = await listManaged(database, scope, now, environmentId)
  if (!managed) throw new KeptError('not_found', `"${environmentId.slice(0, 200)}" has no active schedule.`)
  return managed
}
