/** An instance of another machine type: stopped, changed and started again, with its disks and internal addresses. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { readOr } from '../read-or.ts'
import { type Carrier, type CloudRequest, defineRemedy, quoted, requestText, settingOf, waitUntil } from '../remedy.ts'
import { computeApi, json, partsOf, pathOf } from './address.ts'

interface InstanceAnswer {
  status?: string
  machineType?: string
  disks?: { type?: string }[]
  metadata?: { items?: { key?: string }[] }
}

export const computeInstanceType = defineRemedy({
  kind: 'compute_instance',
  provider: 'gcp',
  steps: ['resize'],
  permissions: [
    'compute.instances.get',
    'compute.instances.stop',
    'compute.instances.setMachineType',
    'compute.instances.start',
  ],
  read,
  stateAfter: (before, order) => ({ ...before, type: settingOf(order) }),
  requests(target, from, to) {
    if (from.type === to.type && from.running === to.running) return []
    return [
      ...(from.running ? [post(target, 'stop')] : []),
      ...(from.type === to.type ? [] : [typeRequest(target, to)]),
      ...(to.running ? [post(target, 'start')] : []),
    ]
  },
  async carryOut(carrier, target, from, to) {
    const { send } = carrier
    if (from.type !== to.type) {
      await requestText(send, post(target, 'stop'))
      await waitFor(carrier, target, ({ status }) => status === 'TERMINATED')
      await requestText(send, typeRequest(target, to))
      await waitFor(carrier, target, ({ machineType }) => lastPart(machineType) === to.type)
    }
    if (!to.running) return
    await requestText(send, post(target, 'start'))
    await waitFor(carrier, target, ({ status }) => status === 'RUNNING')
  },
  isBetween: (state, before, after) => state.type === before.type || state.type === after.type,
  undoPrice: () => 'The instance is stopped for a few minutes each time. An ephemeral external address changes.',
  describeState: ({ type, running }) => `a ${running ? 'running' : 'stopped'} ${type}`,
  script({ target, setting = 'TYPE' }) {
    const { instances = '', zones = '', projects = '' } = partsOf(target)
    const location = `--zone ${quoted(zones)} --project ${quoted(projects)}`
    const change = (type: string) => [
      `gcloud compute instances stop ${quoted(instances)} ${location}`,
      `gcloud compute instances set-machine-type ${quoted(instances)} --machine-type ${quoted(type)} ${location}`,
      `gcloud compute instances start ${quoted(instances)} ${location}`,
    ]
    return {
      tool: 'gcloud',
      run: [
        `gcloud compute instances describe ${quoted(instances)} ${location} --format='value(machineType)'`,
        ...change(setting),
      ],
      undo: change('PREVIOUS_TYPE'),
    }
  },
})

async function instanceOf(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal) {
  const instance = await readOr<InstanceAnswer>(send, `${computeApi}/${pathOf(target)}`, signal)
  if (!instance) throw new KeptError('not_found', `The instance ${target.name} no longer exists.`)
  return instance
}

async function read(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<ResourceState> {
  const { status = '', machineType, disks = [], metadata } = await instanceOf(send, target, signal)
  if (metadata?.items?.some(({ key }) => key === 'created-by'))
    throw new KeptError(
      'conflict',
      `${target.name} belongs to an instance group, which would replace it. Change the instance template instead.`,
    )
  if (disks.some(({ type }) => type === 'SCRATCH'))
    throw new KeptError('conflict', `${target.name} has local SSDs, whose data is lost when it stops.`)
  return { type: lastPart(machineType), running: ['PROVISIONING', 'STAGING', 'RUNNING', 'REPAIRING'].includes(status) }
}

async function waitFor(
  carrier: Carrier,
  target: RemediationTarget,
  isSo: (instance: InstanceAnswer) => boolean,
): Promise<void> {
  await waitUntil(carrier, { what: `The change of ${target.name}`, maxMinutes: 20 }, async () =>
    isSo(await instanceOf(carrier.send, target)),
  )
}

function lastPart(link = ''): string {
  return link.split('/').at(-1) ?? ''
}

function post(target: RemediationTarget, verb: 'stop' | 'start'): PlannedRequest {
  return { method: 'POST', url: `${computeApi}/${pathOf(target)}/${verb}`, body: '', headers: {} }
}

function typeRequest(target: RemediationTarget, { type }: ResourceState): PlannedRequest {
  const machineType = `zones/${partsOf(target).zones}/machineTypes/${type}`
  return {
    method: 'POST',
    url: `${computeApi}/${pathOf(target)}/setMachineType`,
    body: JSON.stringify({ machineType }),
    headers: json,
  }
}
