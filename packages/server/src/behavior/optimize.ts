/** Schedule options of an environment: savings, interruptions and how to apply them. */
import { deleteScriptFor } from '@kept/connectors/remediation/delete-script.ts'
import { targetOf } from '@kept/connectors/remediation/target-of.ts'
import type { PlannedSwitch } from '@kept/contract/routes/behavior-schedules.ts'
import type { Optimized } from '@kept/contract/routes/developer-behavior-shapes.ts'
import type { ApprovedRequest } from '@kept/domain/action-approval.ts'
import type { EnvironmentAnalysis } from '@kept/domain/environment.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { EnvironmentResource, SwitchedBy } from '@kept/domain/managed-schedule.ts'
import type { RemediationRegistry } from '@kept/domain/remediation.ts'
import type { ScheduleChoice, ScheduleRecommendation, WeekSchedule } from '@kept/domain/schedule.ts'
import { scheduleSnippets } from '@kept/engine/behavior/schedule-snippets.ts'
import { listManaged } from '@kept/store/behavior/managed.ts'
import { findSchedule } from '@kept/store/behavior/results.ts'
import { actingOf } from '../platform/acting.ts'
import type { SignedInContext } from '../platform/context.ts'
import { admit } from '../platform/guard.ts'
import { requireActor } from '../platform/require-actor.ts'
import { answered } from '../remediation/public/answered.ts'
import { refuseWhileStopped } from '../remediation/public/kill-switch.ts'
import { accessOf, applySchedule, refuseUnlessPossible } from './apply-schedule.ts'
import { reasonToAsk, requestWhereDemanded, startSchedule, waitingRequestOf } from './approved-schedules.ts'
import { describeManaged, desiredStateAt } from './describe-schedule.ts'
import { remediesOf } from './remedies.ts'
import { restoreResources } from './switch-environment.ts'
import { portFor } from './switch-resource.ts'
import { withNamesForOwner } from './whose.ts'

interface OptimizeInput {
  id: string
  weekly_hours?: number | undefined
  plan?: boolean | undefined
  apply?: SwitchedBy | undefined
}

export async function optimize(context: SignedInContext, { id, ...request }: OptimizeInput): Promise<Optimized> {
  const { services, scope } = context
  const { database } = services.state
  const stored = await findSchedule(database, scope, id)
  if (!stored?.analysis) {
    throw new KeptError('not_found', `Environment "${id}" has not been analyzed. Run the analysis first.`)
  }
  // Reading needs one permission, switching another.
  if (request.plan || request.apply) admit(context, 'behavior:write')
  if (request.apply === 'kept') await requireActor(context)
  const { recommendation, skip_reasons, heat_map, analysis, resources } = stored
  const remedies = remediesOf(services, scope)
  const chosen = recommendation && chosenOf(recommendation, request.weekly_hours)
  if (request.apply) {
    if (!chosen) throw new KeptError('conflict', `There is no schedule to apply: ${skip_reasons}`)
    await applyChosen(context, remedies, { id, analysis, resources, chosen, switched_by: request.apply })
  }
  const waiting = await waitingRequestOf(services, scope, id)
  const [managed] = await listManaged(database, scope, services.now(), id)
  return {
    environment: analysis,
    recommendation: recommendation && (await withNamesForOwner(context, analysis, recommendation)),
    skip_reasons,
    heat_map,
    snippets: snippetsFor(analysis, chosen?.schedule, resources),
    managed: managed ? describeManaged(managed, services.now()) : null,
    approval: waiting ? answered(waiting) : null,
    approval_reason: chosen ? await reasonToAsk(context, id, requestOf(analysis, resources, chosen)) : '',
    access: await accessOf(remedies, resources),
    if_applied: chosen ? desiredStateAt(chosen.schedule, [], services.now()) : null,
    plan: request.plan ? await planOf(remedies, resources) : [],
  }
}

interface Chosen {
  id: string
  analysis: EnvironmentAnalysis
  resources: readonly EnvironmentResource[]
  chosen: { choice: ScheduleChoice; schedule: WeekSchedule }
  switched_by: SwitchedBy
}

/** Kept's own switching waits for a second person where a policy demands one; the customer's tools don't ask Kept. */
async function applyChosen(
  context: SignedInContext,
  remedies: RemediationRegistry,
  { id, analysis, resources, chosen, switched_by }: Chosen,
): Promise<void> {
  const { services, scope } = context
  const environment = { id, name: analysis.environment_name }
  const input = { environment, resources, ...chosen, switched_by }
  const actor = { actorName: nameOf(context), auditContext: actingOf(context).auditContext }
  if (switched_by === 'by_hand') {
    // Nothing is started for a schedule that is then refused.
    await refuseUnlessPossible(remedies, input)
    await handOver(context, remedies, id)
    return applySchedule(services.state.database, scope, remedies, input, actor)
  }
  await refuseWhileStopped(services, scope)
  // What can't be carried out is not asked for.
  await refuseUnlessPossible(remedies, input)
  const request = requestOf(analysis, resources, chosen)
  if (!(await requestWhereDemanded(context, id, request))) await startSchedule(services, scope, id, request, actor)
}

/** A schedule that Kept ran ends as by removing it: what Kept stopped is started. */
async function handOver(context: SignedInContext, remedies: RemediationRegistry, id: string): Promise<void> {
  const { services, scope } = context
  const [managed] = await listManaged(services.state.database, scope, services.now(), id)
  if (managed?.switched_by !== 'kept') return
  await requireActor(context)
  await restoreResources(remedies, managed)
}

function requestOf(
  { environment_name }: EnvironmentAnalysis,
  resources: readonly EnvironmentResource[],
  chosen: { choice: ScheduleChoice; schedule: WeekSchedule },
): Extract<ApprovedRequest, { kind: 'apply_schedule' }> {
  return { kind: 'apply_schedule', environment_name, resources: [...resources], ...chosen }
}

/** Scripts: schedules are set in other tools, zombie environments are snapshotted and deleted with cloud commands. */
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
        description: "Creates a snapshot first. Run the commands one at a time: deletion can't be undone.",
        text: script.commands.join('\n'),
      },
    ]
  })
}

function chosenOf(
  { choices, schedule }: ScheduleRecommendation,
  weeklyHours: number | undefined,
): { choice: ScheduleChoice; schedule: WeekSchedule } {
  const choice = choices.find((option) =>
    weeklyHours === undefined ? option.recommended : option.weekly_hours === weeklyHours,
  )
  if (!choice) {
    const available = choices.map((option) => option.weekly_hours).join(', ')
    throw badInput(`No schedule has ${weeklyHours} hours a week. Choose one of ${available}.`)
  }
  return { choice, schedule: { ...schedule, windows: choice.windows } }
}

/** Dry run of a stop for each resource. Changes nothing. */
function planOf(remedies: RemediationRegistry, resources: readonly EnvironmentResource[]): Promise<PlannedSwitch[]> {
  return Promise.all(
    resources.map(async (resource) => {
      const { port, target } = await portFor(remedies, resource)
      const { description, undo_description, requests, permissions } = await port.plan({ target, step: 'stop' })
      return {
        resource: resource.name || resource.id,
        ...{ description, undo_description, permissions },
        requests: requests.map(({ method, url }) => ({ method, url })),
      }
    }),
  )
}

function nameOf({ me: { user } }: SignedInContext): string {
  return user.full_name || user.email
}
