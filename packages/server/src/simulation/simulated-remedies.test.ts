/** Each remedy is planned, carried out, verified and undone against the simulated clouds of the demo. */
import { openPort } from '@kept/connectors/remediation/port.ts'
import { answerSimulated } from '@kept/connectors/simulated/answer.ts'
import type { SimulatedResources } from '@kept/connectors/simulated/cloud.ts'
import type { RemediationKind, RemedyStep } from '@kept/domain/remediation.ts'
import type { RemediationProvider } from '@kept/domain/remediation-provider.ts'
import type { SimulatedState } from '@kept/domain/simulated-cloud.ts'
import { describe, expect, it } from 'vitest'

interface Case {
  provider: RemediationProvider
  kind: RemediationKind
  step: RemedyStep
  id: string
  address: string
  state: SimulatedState
  order?: { setting?: string; size?: number }
}

const arn = (service: string, resource: string) => `arn:aws:${service}:us-east-1:410000000011:${resource}`
const volume = {
  exists: true,
  attached: false,
  backup: false,
  type: 'gp2',
  size: 900,
  availabilityZone: 'us-east-1a',
  tags: {},
}
const volumeState = { ...volume, iops: 0, throughput: 0 }
const machine = { running: true, type: 'r6i.16xlarge' }
const vm = '/subscriptions/s-1/resourceGroups/rg-erp/providers/Microsoft.Compute/virtualMachines/erp-1'
const gce = 'projects/northwind-models-dev/zones/us-central1-a/instances/train-dev-1'

const aws = 'aws' as const
const cases: readonly Case[] = [
  {
    provider: aws,
    kind: 'ec2_instance',
    step: 'stop',
    id: arn('ec2', 'instance/i-0123456789abcdef0'),
    address: 'i-0123456789abcdef0',
    state: machine,
  },
  {
    provider: aws,
    kind: 'ec2_instance',
    step: 'resize',
    id: arn('ec2', 'instance/i-0123456789abcdef0'),
    address: 'i-0123456789abcdef0',
    state: machine,
    order: { setting: 'r6i.8xlarge' },
  },
  {
    provider: aws,
    kind: 'ebs_volume',
    step: 'delete',
    id: arn('ec2', 'volume/vol-0123456789abcdef0'),
    address: 'vol-0123456789abcdef0',
    state: volumeState,
  },
  {
    provider: aws,
    kind: 'ebs_volume',
    step: 'resize',
    id: arn('ec2', 'volume/vol-0123456789abcdef0'),
    address: 'vol-0123456789abcdef0',
    state: { ...volumeState, attached: true },
    order: { setting: 'gp3' },
  },
  {
    provider: aws,
    kind: 'elastic_ip',
    step: 'release',
    id: arn('ec2', 'elastic-ip/eipalloc-0123456789abcdef0'),
    address: 'eipalloc-0123456789abcdef0',
    state: { allocated: true, associated: false, address: '203.0.113.7', tags: {} },
  },
  {
    provider: aws,
    kind: 'ebs_snapshot',
    step: 'archive',
    id: arn('ec2', 'snapshot/snap-0123456789abcdef0'),
    address: 'snap-0123456789abcdef0',
    state: { tier: 'standard' },
  },
  {
    provider: aws,
    kind: 'log_group',
    step: 'set_retention',
    id: arn('logs', 'log-group:/network/flow'),
    address: '/network/flow',
    state: { days: null },
    order: { size: 90 },
  },
  {
    provider: aws,
    kind: 's3_bucket',
    step: 'set_lifecycle',
    id: 'arn:aws:s3:::northwind-lake',
    address: 'northwind-lake',
    state: { lifecycle: '' },
  },
  {
    provider: aws,
    kind: 'rds_instance',
    step: 'stop',
    id: arn('rds', 'db:shop-test'),
    address: 'shop-test',
    state: { running: true, type: 'db.m6g.8xlarge' },
  },
  {
    provider: aws,
    kind: 'rds_instance',
    step: 'resize',
    id: arn('rds', 'db:shop-test'),
    address: 'shop-test',
    state: { running: true, type: 'db.m6g.8xlarge' },
    order: { setting: 'db.m6g.4xlarge' },
  },
  {
    provider: aws,
    kind: 'dynamodb_table',
    step: 'set_on_demand',
    id: arn('dynamodb', 'table/features'),
    address: 'features',
    state: { on_demand: false, read: 400, write: 200 },
  },
  {
    provider: aws,
    kind: 'lambda_function',
    step: 'stop',
    id: arn('lambda', 'function:thumbnailer'),
    address: 'thumbnailer',
    state: { reserved: null },
  },
  {
    provider: aws,
    kind: 'sqs_queue',
    step: 'throttle',
    id: arn('sqs', 'orders'),
    address: 'orders',
    state: { delay: 0 },
  },
  {
    provider: 'azure',
    kind: 'virtual_machine',
    step: 'stop',
    id: vm,
    address: vm.toLowerCase(),
    state: { running: true },
  },
  {
    provider: 'gcp',
    kind: 'compute_instance',
    step: 'stop',
    id: `//compute.googleapis.com/${gce}`,
    address: gce,
    state: { running: true },
  },
]

function simulate({ kind, address, state }: Case) {
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

describe('answerSimulated', () => {
  it.each(cases.map((entry) => [`${entry.provider} ${entry.kind} ${entry.step}`, entry] as const))(
    'carries out and undoes %s',
    async (_name, entry) => {
      const { provider, kind, step, id, order = {} } = entry
      const { resources, state } = simulate(entry)
      const port = openPort(
        provider,
        (request) => answerSimulated(provider, request, resources),
        async () => undefined,
      )
      const target = {
        provider,
        kind,
        id,
        name: 'x',
        region: provider === 'aws' ? 'us-east-1' : '',
        account: '',
        tags: {},
      }
      const plan = await port.plan({ target, step, ...order })
      expect(plan.requests.length).toBeGreaterThan(0)
      expect(state()).toEqual(entry.state)
      const receipt = await port.apply(plan, '2026-11-26T12:00:00Z')
      expect(state()).not.toEqual(entry.state)
      expect(await port.verify(receipt)).toMatchObject({ verified: true })
      expect(await port.revert(receipt)).toMatchObject({ undone: true })
      expect(await port.plan({ target, step, ...order })).toMatchObject({ before: plan.before })
    },
  )

  it('refuses a resource that is not there, and a service that it does not have', async () => {
    const [first] = cases
    if (!first) throw new Error('There is no case.')
    const { resources } = simulate(first)
    const send = (url: string, body = '') =>
      answerSimulated('aws', { method: 'POST', url, body, headers: {} }, resources)
    const body = 'Action=StopInstances&Version=2016-11-15&InstanceId.1=i-0fffffffffffffff0'
    expect(await send('https://ec2.us-east-1.amazonaws.com/', body)).toMatchObject({ status: 404 })
    expect(await send('https://iam.amazonaws.com/')).toMatchObject({ status: 501 })
  })

  it('changes the type of a stopped instance only', async () => {
    const [, resize] = cases
    if (!resize) throw new Error('There is no case.')
    const { resources } = simulate(resize)
    const body = `Action=ModifyInstanceAttribute&Version=2016-11-15&InstanceId=${resize.address}&InstanceType.Value=r6i.large`
    const request = { method: 'POST' as const, url: 'https://ec2.us-east-1.amazonaws.com/', body, headers: {} }
    expect(await answerSimulated('aws', request, resources)).toMatchObject({ status: 400 })
  })
})
