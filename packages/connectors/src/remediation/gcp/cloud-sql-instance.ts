/** A database instance of Cloud SQL: stopped and started by its activation policy, or changed to another tier. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { readOr } from '../read-or.ts'
import { type Carrier, type CloudRequest, defineRemedy, quoted, requestText, settingOf, waitUntil } from '../remedy.ts'
import { json, partsOf, pathOf } from './address.ts'

const sqlApi = 'https://sqladmin.googleapis.com/v1'
const permissions = ['cloudsql.instances.get', 'cloudsql.instances.update'] as const

interface InstanceAnswer {
  state?: string
  instanceType?: string
  settings?: { tier?: string; activationPolicy?: string }
}

export const cloudSqlInstance = defineRemedy({
  kind: 'cloud_sql_instance',
  provider: 'gcp',
  steps: ['stop', 'start'],
  permissions,
  async read(send, target, signal) {
    const { settings } = await instanceOf(send, target, signal)
    return { running: settings?.activationPolicy !== 'NEVER' }
  },
  stateAfter: (_before, { step }) => ({ running: step === 'start' }),
  requests: (target, from, to) =>
    from.running === to.running ? [] : [patch(target, { activationPolicy: to.running ? 'ALWAYS' : 'NEVER' })],
  carryOut: change,
  undoPrice: ({ step }) =>
    step === 'stop'
      ? 'Nothing is lost. A start takes some minutes; storage and addresses are billed on while it is stopped.'
      : '',
  describeState: ({ running }) => (running ? 'running' : 'stopped'),
  script({ target, step }) {
    const commandFor = (policy: string) => `${patchCommand(target)} --activation-policy=${policy}`
    const [run, undo] = step === 'stop' ? ['NEVER', 'ALWAYS'] : ['ALWAYS', 'NEVER']
    return { tool: 'gcloud', run: [commandFor(run)], undo: [commandFor(undo)] }
  },
})

export const cloudSqlTier = defineRemedy({
  kind: 'cloud_sql_instance',
  provider: 'gcp',
  steps: ['resize'],
  permissions,
  async read(send, target, signal) {
    const { settings } = await instanceOf(send, target, signal)
    return { tier: settings?.tier ?? '' }
  },
  stateAfter: (_before, order) => ({ tier: settingOf(order) }),
  requests: (target, from, to) => (from.tier === to.tier ? [] : [patch(target, { tier: String(to.tier) })]),
  carryOut: change,
  undoPrice: () => 'The database restarts each time, and is not available for about a minute.',
  describeState: ({ tier }) => `${tier}`,
  script({ target, setting = 'TIER' }) {
    return {
      tool: 'gcloud',
      run: [`${patchCommand(target)} --tier=${quoted(setting)}`],
      undo: [`${patchCommand(target)} --tier=PREVIOUS_TIER`],
    }
  },
})

function patchCommand(target: RemediationTarget): string {
  const { instances = '', projects = '' } = partsOf(target)
  return `gcloud sql instances patch ${quoted(instances)} --project ${quoted(projects)} --quiet`
}

async function instanceOf(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal) {
  const instance = await readOr<InstanceAnswer>(send, urlOf(target), signal)
  if (!instance) throw new KeptError('not_found', `The database ${target.name} no longer exists.`)
  if (instance.instanceType === 'READ_REPLICA_INSTANCE')
    throw new KeptError('conflict', `${target.name} is a read replica. Change its primary instance instead.`)
  return instance
}

async function change(carrier: Carrier, target: RemediationTarget, from: ResourceState, to: ResourceState) {
  const settings = {
    ...(to.running !== from.running && { activationPolicy: to.running ? 'ALWAYS' : 'NEVER' }),
    ...(to.tier !== from.tier && { tier: String(to.tier) }),
  }
  if (Object.keys(settings).length === 0) return
  await requestText(carrier.send, patch(target, settings))
  await waitUntil(carrier, { what: `The change of ${target.name}`, maxMinutes: 60 }, async () => {
    const { state, settings: now } = await instanceOf(carrier.send, target)
    return (
      Object.entries(settings).every(([name, value]) => now?.[name as keyof typeof now] === value) &&
      state !== 'MAINTENANCE'
    )
  })
}

function urlOf(target: RemediationTarget): string {
  return `${sqlApi}/${pathOf(target)}`
}

function patch(target: RemediationTarget, settings: Record<string, string>): PlannedRequest {
  return { method: 'PATCH', url: urlOf(target), body: JSON.stringify({ settings }), headers: json }
}
