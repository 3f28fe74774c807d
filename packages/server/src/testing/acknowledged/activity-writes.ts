/** Resources, telemetry, loops, remediation, developer behavior. */
import { randomUUID } from 'node:crypto'
import { emulatedIds } from '@kept/connectors/remediation/testing/targets.ts'
import { addException, putManaged } from '@kept/store/behavior/managed.ts'
import { plantVolumeRecommendation } from '../plant-volume-recommendation.ts'
import { type Bench, elsewhere, type WriteEntries, writes } from './acknowledged-write.ts'
import { recursionFile } from './recursion-file.ts'
import { jobsFinished } from './settled-recommendation.ts'

const killedAfterEach = elsewhere('acknowledged.test.ts kills Kept after it')
const sameAs = (route: string) => elsewhere(`stored in the same way as ${route}, which acknowledged.test.ts kills`)

const item = (resource_id: string) => ({ provider: 'AWS', resource_id, name: 'api' })
const rule = {
  name: 'Many',
  loop_type: 'custom_pattern',
  detection_criteria: { threshold_type: 'expression', threshold_value: 1, measurement_window_minutes: 5 },
  expression: 'spans > 200',
} as const

/** An active loop of a resource that the emulated clouds have. */
async function loopOf({ client, sendFile }: Bench, resource = `arn:aws:lambda:eu-west-1:1:function:${randomUUID()}`) {
  await sendFile('/v1/loops/import?name=traces.json', recursionFile(resource, Date.now()))
  const { data } = await client.loops.list({})
  const loop = data.find(({ resource_id, status }) => resource_id === resource && status !== 'resolved')
  if (!loop) throw new Error(`no loop of ${resource} among ${JSON.stringify(data)}`)
  return loop.id
}

async function connectCloud({ client, clouds }: Bench) {
  const { data } = await client.remediation.accounts({})
  if (data.length > 0) return
  const credentials = clouds.credentials.aws as Record<string, string>
  await client.remediation.addAccount({ provider: 'aws', name: 'Main', account: '', credentials })
}

/** A recommendation about a volume that the emulated clouds have. */
async function volumeOf(bench: Bench): Promise<string> {
  await connectCloud(bench)
  const resource_id = `vol-${randomUUID().replaceAll('-', '').slice(0, 17)}`
  bench.clouds.state.volumes[resource_id] = { type: 'gp2', size: 100, attached: false, tags: {} }
  await jobsFinished(bench)
  return plantVolumeRecommendation(bench.database, bench.scope, { resource_id, seenAt: new Date() })
}

/** It proposes only, and is the only policy with its name. */
function autopilotPolicy() {
  const money = (amount: string) => ({ amount, currency: 'USD' })
  return {
    ...{ name: randomUUID(), enabled: true, mode: 'propose' as const, rules: ['unattached-volume'], canary_changes: 0 },
    scope: { providers: [], accounts: [], regions: [], tags: [] },
    conditions: {
      ...{ min_confidence: 0, min_monthly_savings: money('0'), min_age_days: 0, environments: [], excluded_tags: [] },
    },
    times: { time_zone: 'UTC', windows: [], freezes: [] },
    limits: { max_changes_per_run: 5, max_savings_per_day: money('500'), max_share_percent: 100 },
    health: { wait_minutes: 0, checks: [] },
  }
}
async function autopilotPolicyOf({ client }: Bench): Promise<string> {
  return (await client.autopilot.create(autopilotPolicy())).data.id
}

const schedule = { time_zone: 'UTC', windows: [], lead_minutes: 15, tail_minutes: 30, start_on_demand: true as const }

/** A schedule that Kept runs, of an environment without resources. */
async function plantSchedule({ database, scope }: Bench): Promise<string> {
  const environment_id = randomUUID()
  const applied = { applied_by: 'Ada', applied_at: new Date(), switched_by: 'kept' as const }
  await database.scoped(scope, (tx) =>
    putManaged(tx, {
      ...{ environment_id, environment_name: 'dev', schedule, weekly_hours: 40, resources: [] },
      ...applied,
    }),
  )
  return environment_id
}
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const exception = () => ({ kind: 'keep_on' as const, start_time: inHours(1), end_time: inHours(2), reason: 'A demo' })

async function plantException(bench: Bench) {
  const { database, scope } = bench
  const id = await plantSchedule(bench)
  await database.scoped(scope, (tx) => addException(tx, id, exception(), { actorName: 'Ada', now: new Date() }))
  const { data } = await bench.client.behaviorSchedules.list({})
  const managed = data.find(({ environment_id }) => environment_id === id)
  return { id, exception: managed?.exceptions[0]?.id ?? '' }
}

const hook = async ({ client }: Bench) => (await client.behaviorHooks.create({ kind: 'github', name: 'h' })).data.id

export const activityWrites: WriteEntries = {
  'POST /v1/resources/inventory': writes('resource', () => ({ body: { items: [item('i-1')] } })),
  'POST /v1/resources/inventory/import': writes('resource', () => ({
    query: 'name=inventory.json',
    body: JSON.stringify([item('i-2')]),
    headers: { 'content-type': 'application/octet-stream' },
  })),
  'POST /v1/traces': killedAfterEach,
  'POST /v1/metrics': killedAfterEach,
  'POST /v1/logs': killedAfterEach,
  'POST /v1/metrics/import': killedAfterEach,
  'POST /v1/metrics/remote-write': killedAfterEach,
  'POST /v1/metrics/points': killedAfterEach,
  'POST /v1/developer-behavior/events': killedAfterEach,
  'POST /v1/developer-behavior/hooks/{id}/deliveries': killedAfterEach,
  'POST /v1/developer-behavior/events/import': sameAs('POST /v1/developer-behavior/events'),
  'POST /v1/developer-behavior/people/erase': killedAfterEach,
  'POST /v1/developer-behavior/analyses': writes('behavior_run', () => ({ body: {} })),
  'PUT /v1/developer-behavior/settings': writes('behavior_setting', () => ({
    body: { retention_days: 401, teams: [], targets: {} },
  })),
  'POST /v1/developer-behavior/hooks': writes('behavior_hook', () => ({ body: { kind: 'github', name: 'h' } })),
  'POST /v1/developer-behavior/hooks/{id}/rotate': writes('behavior_hook', async (bench) => ({
    path: { id: await hook(bench) },
  })),
  'DELETE /v1/developer-behavior/hooks/{id}': writes('behavior_hook', async (bench) => ({
    path: { id: await hook(bench) },
  })),
  'POST /v1/developer-behavior/environments/{id}/optimize': elsewhere(
    'behavior-schedules.test.ts applies a schedule; it is stored in the transaction that its exceptions use here',
  ),
  'POST /v1/developer-behavior/environments/{id}/undo': writes('managed_schedule', async (bench) => ({
    path: { id: await plantSchedule(bench) },
  })),
  'POST /v1/developer-behavior/environments/{id}/exceptions': writes('schedule_exception', async (bench) => ({
    path: { id: await plantSchedule(bench) },
    body: exception(),
  })),
  'DELETE /v1/developer-behavior/environments/{id}/exceptions/{exception}': writes(
    'schedule_exception',
    async (bench) => ({ path: await plantException(bench) }),
  ),
  'POST /v1/developer-behavior/environments/{id}/start': writes('schedule_exception', async (bench) => ({
    path: { id: await plantSchedule(bench) },
    body: {},
  })),
  'POST /v1/loops/import': writes('loop_incident', () => ({
    query: 'name=traces.json',
    body: recursionFile('arn:aws:lambda:eu-west-1:1:function:of-a-file', Date.now()),
    headers: { 'content-type': 'application/octet-stream' },
  })),
  'POST /v1/loops/rules': writes('loop_rule', () => ({ body: rule })),
  'PUT /v1/loops/rules/{id}': writes('loop_rule', async ({ client }) => ({
    path: { id: (await client.loops.addRule(rule)).data.id },
    body: { ...rule, name: 'Very many' },
  })),
  'DELETE /v1/loops/rules/{id}': writes('loop_rule', async ({ client }) => ({
    path: { id: (await client.loops.addRule(rule)).data.id },
  })),
  'POST /v1/loops/{id}/investigate': writes('loop_incident', async (bench) => ({
    path: { id: await loopOf(bench) },
    body: {},
  })),
  'POST /v1/loops/{id}/acknowledge': writes('loop_incident', async (bench) => ({
    path: { id: await loopOf(bench) },
    body: {},
  })),
  'POST /v1/loops/{id}/resolve': writes('loop_incident', async (bench) => ({
    path: { id: await loopOf(bench) },
    body: {},
  })),
  'POST /v1/loops/{id}/pause': writes('remediation_action', async (bench) => {
    await connectCloud(bench)
    return { path: { id: await loopOf(bench, emulatedIds.lambda_function) }, body: {} }
  }),
  'POST /v1/loops/{id}/revert': writes('remediation_action', async (bench) => ({
    path: { id: await loopOf(bench, emulatedIds.lambda_function) },
  })),
  'POST /v1/loops/{id}/stop': writes('remediation_action', async (bench) => ({
    path: { id: await loopOf(bench, emulatedIds.lambda_function) },
    body: {},
  })),
  'POST /v1/cost-optimization/recommendations/{id}/remediate': writes('remediation_action', async (bench) => ({
    path: { id: await volumeOf(bench) },
    body: { step: 'delete' },
  })),
  'POST /v1/cost-optimization/recommendations/{id}/revert': writes('remediation_action', async (bench) => {
    const id = await volumeOf(bench)
    await bench.client.remediation.actOnRecommendation({ id, step: 'delete' })
    return { path: { id } }
  }),
  'POST /v1/cost-optimization/recommendations/{id}/delete-now': writes('remediation_action', async (bench) => {
    const id = await volumeOf(bench)
    await bench.client.remediation.actOnRecommendation({ id, step: 'delete' })
    return { path: { id } }
  }),
  'POST /v1/remediation/approvals/{id}/decide': elsewhere('the transaction is tested in autopilot.test.ts'),
  'POST /v1/alerts/slack-actions/{organization}/{channel}': elsewhere(
    'Slack signs it, and the decision is that of the app; tested in slack-approvals.test.ts',
  ),
  'POST /v1/remediation/slack-codes': elsewhere('a code lasts ten minutes; tested in slack-approvals.test.ts'),
  'DELETE /v1/remediation/slack-links/{id}': elsewhere('one statement; tested in slack-approvals.test.ts'),
  'POST /v1/demo/next-day': elsewhere('in the demo only; tested in demo-clouds.test.ts'),
  'POST /v1/autopilot/policies': writes('autopilot_policy', () => ({ body: autopilotPolicy() })),
  'PUT /v1/autopilot/policies/{id}': writes('autopilot_policy', async (bench) => ({
    path: { id: await autopilotPolicyOf(bench) },
    body: autopilotPolicy(),
  })),
  'DELETE /v1/autopilot/policies/{id}': writes('autopilot_policy', async (bench) => ({
    path: { id: await autopilotPolicyOf(bench) },
  })),
  'POST /v1/autopilot/policies/{id}/run': writes('autopilot_run', async (bench) => {
    await volumeOf(bench)
    return { path: { id: await autopilotPolicyOf(bench) } }
  }),
  'POST /v1/autopilot/stop': writes('autopilot_switch', () => ({ body: { reason: randomUUID() } })),
  'POST /v1/autopilot/resume': writes('autopilot_switch', () => ({ body: {} })),
  'PUT /v1/remediation/policy': writes('remediation_policy', () => ({
    body: { automatic: false, max_step: 'throttle', max_per_hour: 3 },
  })),
  'POST /v1/remediation/accounts': writes('cloud_account', ({ clouds }) => ({
    body: { provider: 'kubernetes', name: 'Cluster', credentials: clouds.credentials.kubernetes },
  })),
  'DELETE /v1/remediation/accounts/{id}': writes('cloud_account', async ({ client, clouds }) => {
    const credentials = clouds.credentials.gcp as Record<string, string>
    const { data } = await client.remediation.addAccount({ provider: 'gcp', name: 'Project', account: '', credentials })
    return { path: { id: data.id } }
  }),
}
