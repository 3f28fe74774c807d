/** One environment's schedule as a person chooses it: what it saves, whom it would have kept waiting, how it is switched on. */
import { deleteScriptFor } from '@kept/connectors/remediation/delete-script.ts'
import { targetOf } from '@kept/connectors/remediation/target-of.ts'
import type { PlannedSwitch } from '@kept/contract/routes/behavior-schedules.ts'
import type { Optimized } from '@kept/contract/routes/developer-behavior.ts'
import type { EnvironmentAnalysis } from '@kept/domain/environment.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { EnvironmentResource, SwitchedBy } from '@kept/domain/managed-schedule.ts'
import type { RemediationRegistry } from '@kept/domain/remediation.ts'
import type { ScheduleChoice, ScheduleRecommendation, WeekSchedule } from '@kept/domain/schedule.ts'
import { scheduleSnippets } from '@kept/engine/behaviour/schedule-snippets.ts'
import { listManaged } from '@kept/store/behaviour/managed.ts'
import { findSchedule } from '@kept/store/behaviour/results.ts'
import { actingOf } from '../platform/acting.ts'
import type { SignedInContext } from '../platform/context.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'
import { admit } from '../platform/guard.ts'
import { accessOf, applySchedule, managedOf } from './apply-schedule.ts'
import { remediesOf } from './remedies.ts'
import { describeManaged, wantedAt } from './schedule-words.ts'
import { portFor, switchEnvironment } from './switch-environment.ts'
import { withNamesForOwner } from './whose.ts'

interface OptimizeInput {
  id: string
  weekly_hours?: number | undefined
  plan?: boolean | undefined
  apply?: SwitchedBy | undefined
}

export async function optimize(context: SignedInContext, { id, ...asked }: OptimizeInput): Promise<Optimized> {
  const { services, scope } = context
  const { database } = services.state
  const found = await findSchedule(database, scope, id)
  if (!found?.analysis) {
    throw new KeptError('not_found', `No analysed environment is called "${id}"; run the analysis first.`)
  }
  // Looking is one right; asking the cloud and switching are another.
  if (asked.plan || asked.apply) admit(context, 'behavior:write')
  if (asked.apply) refuseInDemo(context)
  const { recommendation, why_not, heat_map, analysis, resources } = found
  const remedies = remediesOf(services, scope)
  const chosen = recommendation && chosenOf(recommendation, asked.weekly_hours)
  if (asked.apply) {
    if (!chosen) throw new KeptError('conflict', `There is no schedule to switch on: ${why_not}`)
    const environment = { id, name: analysis.environment_name }
    const wish = { environment, resources, ...chosen, switched_by: asked.apply }
    const { stamp } = actingOf(context)
    await applySchedule(database, scope, remedies, wish, { by: nameOf(context), stamp })
    const doors = { database, remedies, log: services.log, now: services.now }
    await switchEnvironment(doors, scope, await managedOf(database, scope, id, services.now()))
  }
  const [managed] = await listManaged(database, scope, services.now(), id)
  return {
    environment: analysis,
    recommendation: recommendation && (await withNamesForOwner(context, analysis, recommendation)),
    why_not,
    heat_map,
    snippets: snippetsFor(analysis, chosen?.schedule, resources),
    managed: managed ? describeManaged(managed, services.now()) : null,
    access: await accessOf(remedies, resources),
    if_applied: chosen ? wantedAt(chosen.schedule, [], services.now()) : null,
    plan: asked.plan ? await planOf(remedies, resources) : [],
  }
}

/** A schedule is set in other tools; a zombie, which has no hours, is copied and deleted with the cloud's own commands. */
function snippetsFor(
  analysis: EnvironmentAnalysis,
  schedule: WeekSchedule | undefined,
  resources: readonly EnvironmentResource[],
): Optimized['snippets'] {
  if (analysis.status !== 'zombie') return schedule ? scheduleSnippets(analysis, schedule) : []
  return resources.flatMap((resource) => {
    const target = targetOf(resource)
    const script = target && deleteScriptFor(target)
    if (!script) return []
    const name = resource.name || resource.id
    return [
      {
        id: `delete ${resource.id}`,
        title: `Delete ${name} (${script.tool})`,
        words: 'Creates a copy first. Run them one at a time: a deletion cannot be undone.',
        text: script.commands.join('\n'),
      },
    ]
  })
}

function chosenOf(
  { choices, schedule }: ScheduleRecommendation,
  weeklyHours: number | undefined,
): { choice: ScheduleChoice; schedule: WeekSchedule } {
  const choice = choices.find((one) => (weeklyHours === undefined ? one.recommended : one.weekly_hours === weeklyHours))
  if (!choice) {
    const known = choices.map((one) => one.weekly_hours).join(', ')
    throw badInput(`There is no schedule of ${weeklyHours} hours a week for it; choose one of ${known}.`)
  }
  return { choice, schedule: { ...schedule, windows: choice.windows } }
}

/** What a stop would do, resource by resource; nothing is changed by asking. */
function planOf(remedies: RemediationRegistry, resources: readonly EnvironmentResource[]): Promise<PlannedSwitch[]> {
  return Promise.all(
    resources.map(async (resource) => {
      const { port, target } = await portFor(remedies, resource)
      const { words, undo_words, requests, permissions } = await port.plan({ target, step: 'stop' })
      return {
        resource: resource.name || resource.id,
        ...{ words, undo_words, permissions },
        requests: requests.map(({ method, url }) => ({ method, url })),
      }
    }),
  )
}

function nameOf({ me: { user } }: SignedInContext): string {
  return user.full_name || user.email
}
