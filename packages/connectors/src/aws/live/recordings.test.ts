/** Recorded answers of real accounts: each becomes inventory, or is refused with the name of the operation. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { inventoryItemSchema } from '@kept/domain/resource.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { describe, expect, it } from 'vitest'
import { failureOf } from './failure.ts'
import { isTlsOnly } from './inventory/listeners.ts'
import { inventoryPorts } from './ports.ts'

const folder = new URL('../../../../../../shared/data/cloud-recordings/aws/', import.meta.url)
const hasRecordings = existsSync(folder)
const skipped = hasRecordings ? '' : ' (skipped: ../shared/data/cloud-recordings is not here)'

type Fields = Record<string, unknown>
interface Recording {
  status_code: number
  data: Fields
}

/** What `send` makes of the recorded answer, for operations that join several. */
const sources: readonly { recording: string; dataset: string; operation: number; join?(data: Fields): Fields }[] = [
  { recording: 'ec2.DescribeInstances', dataset: 'ec2', operation: 0 },
  { recording: 'ec2.DescribeVolumes', dataset: 'ec2', operation: 1 },
  { recording: 'ec2.DescribeSnapshots', dataset: 'ec2', operation: 2 },
  { recording: 'ec2.DescribeAddresses', dataset: 'ec2', operation: 3 },
  { recording: 'ec2.DescribeNatGateways', dataset: 'ec2', operation: 4 },
  { recording: 'ec2.DescribeImages', dataset: 'ec2', operation: 5 },
  { recording: 'elasticloadbalancing.DescribeLoadBalancers', dataset: 'elb', operation: 0 },
  { recording: 'elasticloadbalancing.DescribeLoadBalancers', dataset: 'elb', operation: 1 },
  { recording: 'autoscaling.DescribeAutoScalingGroups', dataset: 'autoscaling', operation: 0 },
  { recording: 'rds.DescribeDBInstances', dataset: 'rds', operation: 0 },
  { recording: 'lambda.ListFunctions', dataset: 'lambda', operation: 0 },
  { recording: 'logs.DescribeLogGroups', dataset: 'logs', operation: 0 },
  {
    recording: 'dynamodb.DescribeTable',
    dataset: 'dynamodb',
    operation: 0,
    join: ({ Table }) => ({ Tables: Table === undefined ? [] : [Table] }),
  },
  { recording: 'ecs.DescribeServices', dataset: 'ecs', operation: 0, join: ({ services }) => ({ services }) },
  { recording: 'eks.DescribeCluster', dataset: 'eks', operation: 0, join: ({ cluster }) => ({ clusters: [cluster] }) },
  { recording: 's3.ListBuckets', dataset: 's3', operation: 0 },
  { recording: 'cloudtrail.DescribeTrails', dataset: 'trails', operation: 0 },
  { recording: 'elasticache.DescribeCacheClusters', dataset: 'caches', operation: 0 },
  { recording: 'redshift.DescribeClusters', dataset: 'warehouses', operation: 0 },
  {
    recording: 'kinesis.DescribeStream',
    dataset: 'streams',
    operation: 0,
    // The summary has the same fields, with the number of the shards instead of a list.
    join: ({ StreamDescription }) => ({ Streams: StreamDescription === undefined ? [] : [StreamDescription] }),
  },
  {
    recording: 'api.sagemaker.DescribeEndpoint',
    dataset: 'endpoints',
    operation: 0,
    join: (endpoint) => ({ Endpoints: [endpoint] }),
  },
]

const location = { accountId: '123456789012', accountName: 'recorded', region: 'us-east-1' }

describe.skipIf(!hasRecordings)(`recorded answers${skipped}`, () => {
  it.each(sources)('$recording into $dataset', ({ recording, dataset, operation: index, join = (data) => data }) => {
    const operation = inventoryPorts.find((port) => port.dataset === dataset)?.operations[index]
    if (!operation) throw new Error(`no operation ${index} of ${dataset}`)
    const files = readdirSync(new URL(`${recording}/`, folder))
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      const { status_code, data }: Recording = JSON.parse(
        readFileSync(new URL(`${recording}/${encodeURIComponent(file)}`, folder), 'utf8'),
        asDate,
      )
      if (status_code >= 300) {
        expect(failureOf(errorOf(data, status_code), operation.action, 'us-east-1')).toBeInstanceOf(SyncFailure)
        continue
      }
      const parsed = operation.schema.safeParse(join(data))
      expect(parsed.error, file).toBeUndefined()
      for (const item of operation.toItems(parsed.data, location)) inventoryItemSchema.parse(item)
    }
  })

  it('reads from listeners whether a load balancer accepts only encrypted connections', () => {
    for (const file of readdirSync(new URL('elasticloadbalancing.DescribeListeners/', folder))) {
      const url = new URL(`elasticloadbalancing.DescribeListeners/${encodeURIComponent(file)}`, folder)
      const { data }: { data: { Listeners?: Parameters<typeof isTlsOnly>[0] } } = JSON.parse(readFileSync(url, 'utf8'))
      const listeners = data.Listeners ?? []
      expect(isTlsOnly(listeners), file).toBe(!listeners.some(({ Protocol }) => Protocol === 'HTTP'))
    }
  })

  it('names what real refusals deny or limit', () => {
    const kinds: Record<string, string[]> = {}
    for (const file of readdirSync(new URL('_errors/', folder))) {
      const [service = '', operation = '', code = ''] = file.split('.')
      const { status_code, data }: Recording = JSON.parse(
        readFileSync(new URL(`_errors/${encodeURIComponent(file)}`, folder), 'utf8'),
      )
      const failure = failureOf(errorOf(data, status_code), `${service}:${operation}`, 'us-east-1')
      kinds[code] = [...new Set([...(kinds[code] ?? []), failure.kind])]
      expect(failure.message).toMatch(/^[A-Z].*\.$/)
    }
    for (const code of ['AccessDenied', 'AccessDeniedException']) expect(kinds[code], code).toEqual(['denied'])
    for (const code of ['ThrottlingException', 'TooManyRequestsException'])
      if (kinds[code]) expect(kinds[code], code).toEqual(['throttled'])
  })
})

/** Dates were recorded in parts. */
function asDate(_key: string, value: unknown): unknown {
  const parts = value as { __class__?: string } & Record<
    'year' | 'month' | 'day' | 'hour' | 'minute' | 'second',
    number
  >
  if (typeof value !== 'object' || value === null || parts.__class__ !== 'datetime') return value
  return new Date(Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second))
}

function errorOf(data: Fields, status: number): Error {
  const { Error: body = {} } = data as { Error?: { Code?: string; Message?: string } }
  return Object.assign(new Error(body.Message ?? ''), {
    name: body.Code ?? 'Unknown',
    $metadata: { httpStatusCode: status },
  })
}
