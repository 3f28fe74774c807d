/** What Cloud Monitoring says of resources that are in use in ways that one metric does not show. */
import { METRIC_HISTORY_DAYS } from '@kept/domain/sync/metric-history.ts'
import type { MetricTarget } from '@kept/domain/sync/port.ts'
import { depsOf, type SmallRequest, targetOf } from '@kept/domain/sync/testing/small-cloud.ts'
import { describe, expect, it } from 'vitest'
import { openGcpCloud } from './cloud.ts'
import { sourcesByType } from './metric-sources.ts'
import {
  answerGoogle,
  createSmallGoogle,
  smallGoogleNowMs as nowMs,
  type SmallGoogle,
  serviceAccountKey,
} from './testing/small-google.ts'

const old = { createdMs: Date.parse('2026-01-01T00:00:00Z') }
const hours = METRIC_HISTORY_DAYS * 24

async function read(
  target: MetricTarget,
  measured: SmallGoogle['measured'],
  fault: SmallGoogle['fault'] = () => undefined,
) {
  const answer = answerGoogle(createSmallGoogle({ measured, fault }))
  const requests: SmallRequest[] = []
  const cloud = openGcpCloud(
    { key: serviceAccountKey, projects: [] },
    depsOf((request) => {
      requests.push(request)
      return answer(request)
    }, nowMs),
  )
  const unit = { accountId: 'shop-production', accountName: 'Shop', region: 'global', dataset: 'metrics' as const }
  const { points } = await cloud.readPage(unit, { cursor: null, targets: [target], nowMs })
  const queries = requests.map(({ url }) => url.searchParams).filter((query) => query.has('filter'))
  return { points, queries }
}

const only = (type: string, value: number) => (metric: string) =>
  metric.endsWith(type) ? { value, max: value } : undefined

describe('model endpoints', () => {
  const endpoint = (isPrivate: string) =>
    targetOf('//aiplatform.googleapis.com/projects/p/locations/europe-west1/endpoints/7', 'Model endpoint', {
      ...old,
      attributes: { private: isPrivate },
    })

  it.each(['online/prediction_count', 'online/response_count', 'online/private/response_count'])(
    'are in use where only %s counts it',
    async (type) => {
      const { points } = await read(endpoint('false'), only(type, 3))
      expect(points).toHaveLength(hours)
      expect(new Set(points.map(({ value }) => value))).toEqual(new Set([3]))
    },
  )

  it('have hours of zero where nothing counts anything, unless they are in a network', async () => {
    expect((await read(endpoint('false'), () => undefined)).points).toHaveLength(hours)
    expect((await read(endpoint('true'), () => undefined)).points).toEqual([])
  })
})

describe('connections of Cloud SQL', () => {
  const database = (engine_version: string) =>
    targetOf('//cloudsql.googleapis.com/projects/shop/instances/main', 'Database', { attributes: { engine_version } })
  it.each([
    ['POSTGRES_16', 'postgresql/num_backends', 'network/connections'],
    ['MYSQL_8_0', 'network/connections', 'postgresql/num_backends'],
  ])('of %s are %s, and not %s', async (version, requested, other) => {
    const { points, queries } = await read(database(version), only(requested, 40))
    expect(points.filter(({ metric }) => metric === 'connections')).toHaveLength(hours)
    expect((await read(database(version), only(other, 40))).points).toEqual([])
    const query = queries.find((each) => each.get('filter')?.includes(requested))
    if (requested.startsWith('postgresql')) {
      // Of all databases together, without that of Google's own agent.
      expect(query?.get('aggregation.crossSeriesReducer')).toBe('REDUCE_SUM')
      expect(query?.get('filter')).toContain('metric.labels.database != "cloudsqladmin"')
    }
  })
})

it('takes the busiest of the GPUs of an instance', async () => {
  const target = targetOf('//compute.googleapis.com/projects/p/zones/z/instances/1', 'Instance', {
    size: 'a2-highgpu-8g',
  })
  const { queries } = await read(target, only('gpu/utilization', 90))
  const gpu = queries.filter((query) => query.get('filter')?.includes('gpu/utilization'))
  expect(gpu.map((query) => query.get('aggregation.crossSeriesReducer'))).toEqual(['REDUCE_MAX', 'REDUCE_MAX'])
})

it('asks only for metrics that Google Cloud documents, and has no zero of one that a project lacks', async () => {
  const target = targetOf('//x/forwardingRules/1', 'Load balancer', {
    ...{ ...old, name: 'shop', attributes: { proxy: 'https', scheme: 'internal' } },
  })
  expect((await read(target, () => undefined)).points).toHaveLength(hours)
  const lacking = ({ url }: SmallRequest) =>
    url.host.startsWith('monitoring')
      ? { status: 404, body: { error: { code: 404, message: 'Cannot find metric(s) that match type = "x".' } } }
      : undefined
  expect((await read(target, () => undefined, lacking)).points).toEqual([])
  const answer = answerGoogle(createSmallGoogle())
  const isDocumented = (type: string) =>
    answer({
      method: 'GET',
      url: new URL(
        `https://monitoring.googleapis.com/v3/projects/p/timeSeries?filter=${encodeURIComponent(`metric.type = "${type}"`)}`,
      ),
      headers: { authorization: 'Bearer google-token', 'x-goog-user-project': 'shop-production' },
      body: '',
    }).status === undefined
  const types = Object.values(sourcesByType).flatMap((all) =>
    all.flatMap(({ type, alternatives = [] }) => [type, ...alternatives]),
  )
  expect(types.filter((type) => !isDocumented(type))).toEqual([])
  expect(isDocumented('redis.googleapis.com/clients/idle')).toBe(false)
})
