/** Each remedy is planned, carried out, verified and undone against the simulated clouds of the demo. */
import { changeTargetOf } from '@kept/connectors/remediation/change-target.ts'
import { openPort } from '@kept/connectors/remediation/port.ts'
import { stepsOf } from '@kept/connectors/remediation/remedies.ts'
import { answerSimulated, isSimulatedKind } from '@kept/connectors/simulated/answer.ts'
import type { SimulatedResources } from '@kept/connectors/simulated/cloud.ts'
import type { RemediationKind, RemediationOrder, RemedyStep } from '@kept/domain/remediation.ts'
import type { SimulatedResource, SimulatedState } from '@kept/domain/simulated-cloud.ts'
import { northwind } from '@kept/scenarios/northwind.ts'
import { simulatedResources } from '@kept/scenarios/world/simulated-resources.ts'
import { describe, expect, it } from 'vitest'

const all = simulatedResources(northwind({ until: '2026-11-26', days: 40, seed: 'northwind' }))
const kinds = [...new Set(all.map(({ kind }) => kind))].toSorted()
/** A start is the undo of a stop. */
const cases = kinds.flatMap((kind) =>
  stepsOf(kind)
    .filter((step) => step !== 'start')
    .map((step) => [kind, step] as const),
)

const values: Partial<
  Record<RemedyStep, Partial<Record<RemediationKind, Pick<RemediationOrder, 'setting' | 'size'>>>>
> = {
  resize: {
    ec2_instance: { setting: 'r6i.8xlarge' },
    ebs_volume: { setting: 'gp3' },
    rds_instance: { setting: 'db.m6g.4xlarge' },
    lambda_function: { size: 320 },
    virtual_machine: { setting: 'Standard_D8s_v5' },
    compute_instance: { setting: 'n2-standard-8' },
  },
  scale: { lambda_function: { size: 5 } },
  set_retention: { log_group: { size: 90 } },
}

/** One that is not in use, and not yet as the step would make it. */
function suitable(kind: RemediationKind, step: RemedyStep): SimulatedResource {
  const isFree = ({ attached, associated, document = '' }: SimulatedState) =>
    attached !== true && associated !== true && !String(document).includes('ipConfiguration')
  const resource = all.find(
    ({ state, ...entry }) =>
      entry.kind === kind &&
      (step === 'resize' || isFree(state)) &&
      (kind !== 'ebs_volume' || step === 'delete' || state.type === 'gp2') &&
      state.on_demand !== true,
  )
  if (!resource) throw new Error(`This world has no ${kind} to ${step}.`)
  return resource
}

function simulate({ kind, address, state }: SimulatedResource) {
  let current = state
  const resources: SimulatedResources = {
    find: async (requestedKind, requestedAddress) =>
      requestedKind === kind && requestedAddress === address ? current : undefined,
    async change(_kind, _address, changed) {
      current = changed
    },
  }
  return { resources, state: () => current }
}

function orderOf({ id, kind }: SimulatedResource, step: RemedyStep): RemediationOrder {
  const provider = id.startsWith('arn:') ? 'aws' : id.startsWith('/subscriptions/') ? 'azure' : 'gcp'
  const target = changeTargetOf(provider, { id, name: 'x', region: 'us-east-1', account: '', tags: {} })
  if (target?.kind !== kind) throw new Error(`Kept takes ${id} for a ${target?.kind}.`)
  return { target, step, ...values[step]?.[kind] }
}

describe('answerSimulated', () => {
  it.each(cases)('carries out and undoes %s %s', async (kind, step) => {
    const resource = suitable(kind, step)
    const { resources, state } = simulate(resource)
    const order = orderOf(resource, step)
    const { provider } = order.target
    const port = openPort(
      provider,
      (request) => answerSimulated(provider, request, resources),
      async () => undefined,
    )
    const plan = await port.plan(order)
    expect(plan.requests.length).toBeGreaterThan(0)
    expect(state()).toEqual(resource.state)
    const marks = port.marksOf(order)
    if (marks) {
      await marks.write('2026-12-03')
      expect(await marks.read()).toMatchObject({ mark: '2026-12-03' })
      expect((await port.plan(order)).before).toEqual(plan.before)
      await marks.write(null)
      expect(await marks.read()).toMatchObject({ mark: null })
      await marks.write('2026-12-03')
    }
    const receipt = await port.apply(plan, '2026-11-26T12:00:00Z')
    expect(state()).not.toEqual(resource.state)
    expect(await port.verify(receipt)).toMatchObject({ verified: true })
    expect(await port.revert(receipt)).toMatchObject({ undone: true })
    expect(await port.plan(order)).toMatchObject({ before: plan.before })
  })

  it('offers each kind that its world has, and no other one', () => {
    for (const kind of kinds) {
      const { target } = orderOf(suitable(kind, stepsOf(kind)[0] ?? 'stop'), 'stop')
      expect(isSimulatedKind(target), kind).toBe(true)
    }
    expect(isSimulatedKind({ provider: 'aws', kind: 'machine_image' })).toBe(false)
    expect(isSimulatedKind({ provider: 'kubernetes', kind: 'deployment' })).toBe(false)
  })

  it('refuses a resource that is not there, and a service that it does not have', async () => {
    const { resources } = simulate(suitable('ec2_instance', 'stop'))
    const send = (url: string, body = '') =>
      answerSimulated('aws', { method: 'POST', url, body, headers: {} }, resources)
    const body = 'Action=StopInstances&Version=2016-11-15&InstanceId.1=i-0fffffffffffffff0'
    expect(await send('https://ec2.us-east-1.amazonaws.com/', body)).toMatchObject({ status: 404 })
    expect(await send('https://iam.amazonaws.com/')).toMatchObject({ status: 501 })
  })

  it('changes the type of a stopped instance only', async () => {
    const [aws, google] = [suitable('ec2_instance', 'resize'), suitable('compute_instance', 'resize')]
    const body = `Action=ModifyInstanceAttribute&Version=2016-11-15&InstanceId=${aws.address}&InstanceType.Value=r6i.large`
    const ofAws = { method: 'POST' as const, url: 'https://ec2.us-east-1.amazonaws.com/', body, headers: {} }
    expect(await answerSimulated('aws', ofAws, simulate(aws).resources)).toMatchObject({ status: 400 })
    const url = `https://compute.googleapis.com/compute/v1/${google.address}/setMachineType`
    const ofGoogle = { ...ofAws, url, body: JSON.stringify({ machineType: 'zones/z/machineTypes/n2-standard-8' }) }
    expect(await answerSimulated('gcp', ofGoogle, simulate(google).resources)).toMatchObject({ status: 400 })
  })

  it('makes a load balancer again under another ARN', async () => {
    const { id, ...resource } = suitable('load_balancer', 'delete')
    const { resources, state } = simulate({ id, ...resource })
    const port = openPort('aws', (request) => answerSimulated('aws', request, resources))
    const plan = await port.plan(orderOf({ id, ...resource }, 'delete'))
    expect(plan.description).toContain('a load balancer with 2 listeners and 1 rule')
    const receipt = await port.apply(plan, '2026-11-26T12:00:00Z')
    await port.revert(receipt)
    expect(state().arn).not.toBe(id)
    expect(state().arn).toContain(id.split('/').at(-2))
  })
})
