/** A connection in trouble: failing accounts, limits, a wrong clock, restarts, keys of the environment. */
import { randomUUID } from 'node:crypto'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'
import { type RunServices, runConnection } from './run-connection.ts'
import { accountId, errorXml, firstAccount, type SmallAws, startSmallAws } from './testing/small-aws.ts'

let kept: TestKept
let admin: TestUser
let aws: SmallAws | undefined
let externalId = ''

beforeAll(async () => {
  kept = await openKept()
  admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAENVIRONMENT')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'environment-secret')
  vi.stubEnv('AWS_PROFILE', 'environment')
  vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:9')
})
afterEach(() => aws?.close())
afterAll(async () => {
  vi.unstubAllEnvs()
  await kept.close()
})

async function start(options: Partial<Parameters<typeof startSmallAws>[0]>): Promise<SmallAws> {
  aws = await startSmallAws({ accounts: 1, externalId: () => externalId, isFailing: () => false, ...options })
  kept.server.services.config.storageEndpoints.push(new URL(aws.url).origin)
  return aws
}

/** Not due: only the test runs it. */
async function connect(url: string, changes: { role_arn?: string; regions?: string[] } = {}): Promise<string> {
  const { data } = await admin.client.connections.create({
    kind: 'aws',
    name: `AWS ${randomUUID()}`,
    access_key_id: 'AKIACONNECTION',
    secret_access_key: 'connection-secret',
    role_arn: `arn:aws:iam::${firstAccount}:role/KeptRead`,
    regions: ['us-east-1'],
    endpoint: url,
    ...changes,
  })
  await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.updateTable('sync_connection').set({ next_run_at: '2100-01-01T00:00:00Z' }).where('id', '=', data.id).execute(),
  )
  externalId = (await admin.client.sync.get({ id: data.id })).data.external_id
  return data.id
}

async function run(id: string, signal = new AbortController().signal): Promise<SyncConnection> {
  const services: RunServices = {
    ...kept.server.services,
    pipeline: { run: async () => undefined },
    importExport: async () => undefined,
    importActivity: kept.server.features.behavior.importActivity,
  }
  await runConnection(services, kept.world.scope, id, { startedBy: 'test', signal })
  return (await admin.client.sync.get({ id })).data
}

function regions(...names: string[]): { status: number; body: string } {
  const items = names.map((name) => `<item><regionName>${name}</regionName></item>`).join('')
  return { status: 200, body: `<DescribeRegionsResponse><regionInfo>${items}</regionInfo></DescribeRegionsResponse>` }
}

function instancesXml(ids: readonly string[]): { status: number; body: string } {
  const items = ids.map(
    (id) =>
      `<item><instancesSet><item><instanceId>${id}</instanceId><instanceType>m5.large</instanceType><instanceState><name>running</name></instanceState></item></instancesSet></item>`,
  )
  const set = `<reservationSet>${items.join('')}</reservationSet>`
  return { status: 200, body: `<DescribeInstancesResponse>${set}</DescribeInstancesResponse>` }
}

/** One without targets. */
const loadBalancers = {
  status: 200,
  body: `<DescribeLoadBalancersResponse><DescribeLoadBalancersResult><LoadBalancers><member><LoadBalancerArn>arn:aws:elasticloadbalancing:us-east-1:${firstAccount}:loadbalancer/app/dead/1</LoadBalancerArn><LoadBalancerName>dead</LoadBalancerName><Type>application</Type><State><Code>active</Code></State></member></LoadBalancers></DescribeLoadBalancersResult></DescribeLoadBalancersResponse>`,
}

/** KEPT_SYNC_ACCOUNTS=1000 takes minutes. */
const accounts = Number(process.env.KEPT_SYNC_ACCOUNTS ?? 30)

describe('a run', () => {
  it(
    'completes every account but the failing ones, and names those',
    async () => {
      const isFailing = (account: string) => Number(account) % 20 === 7
      const { url } = await start({ accounts, isFailing })
      const id = await connect(url)
      const startedMs = performance.now()
      const connection = await run(id)
      const failing = Array.from({ length: accounts }, (_, index) => accountId(index)).filter(isFailing)
      process.stderr.write(
        `${accounts} accounts, ${failing.length} failing, ${aws?.requests} requests, ${((performance.now() - startedMs) / 1000).toFixed(1)} s\n`,
      )
      const { data: denied } = await admin.client.sync.units({ id, state: 'denied', limit: 1000 })
      expect([...new Set(denied.map(({ account_id }) => account_id))]).toEqual(failing)
      expect(denied[0]).toMatchObject({ missing_action: 'sts:AssumeRole' })
      expect(connection.units).toEqual({ complete: (accounts - failing.length) * 25 + 2, denied: failing.length * 25 })
      expect(connection.resources).toBe(accounts - failing.length)
    },
    120_000 + accounts * 2_000,
  )

  it('goes on at its page after a kill, and repeats no complete unit', async () => {
    const stopping = new AbortController()
    const small = await start({
      accounts: 10,
      fault: (action, count) => {
        if (action === 'DescribeVolumes' && count === 5) stopping.abort(new Error('killed'))
        return undefined
      },
    })
    const id = await connect(small.url)
    await expect(run(id, stopping.signal)).rejects.toThrow('killed')
    const before = small.requests
    const connection = await run(id)
    expect(connection).toMatchObject({ error: '', resources: 10, units: { complete: 252 } })
    expect(small.requests).toBeLessThan(before + 10 * 36 + 6)
  }, 60_000)

  it('waits as long as AWS says, and goes on there in a later run', async () => {
    const { url } = await start({
      fault: (action, count) =>
        action === 'DescribeVolumes' && count <= 4
          ? {
              status: 503,
              body: errorXml('RequestLimitExceeded', 'Request limit exceeded.'),
              headers: { 'retry-after': '2' },
            }
          : undefined,
    })
    const id = await connect(url)
    const connection = await run(id)
    const { data: throttled } = await admin.client.sync.units({ id, state: 'throttled' })
    expect(throttled).toMatchObject([{ dataset: 'ec2' }])
    expect(connection.units.complete).toBe(26)
    await kept.world.database.scoped(kept.world.scope, (tx) =>
      tx
        .updateTable('sync_unit')
        .set({ throttled_until: '2020-01-01T00:00:00Z' })
        .where('connection_id', '=', id)
        .execute(),
    )
    expect((await run(id)).units).toEqual({ complete: 27 })
  }, 60_000)

  it('pitfall: the clock is fifteen minutes off', async () => {
    const { url } = await start({ skewMs: 15 * 60_000 })
    expect(await run(await connect(url))).toMatchObject({ error: '', units: { complete: 27 } })
  }, 60_000)

  it('pitfall: an error 500 of one region aborts all (cartography#3235)', async () => {
    const broken = { status: 500, body: errorXml('InternalError', 'An internal error has occurred.') }
    const { url } = await start({
      fault: (action, _count, _body, region) => {
        if (action === 'DescribeRegions') return regions('us-east-1', 'eu-west-1')
        return region === 'eu-west-1' ? broken : undefined
      },
    })
    const id = await connect(url, { regions: ['us-east-1', 'eu-west-1'] })
    const connection = await run(id)
    const { data: units } = await admin.client.sync.units({ id, limit: 1000 })
    const failing = units.filter(({ state }) => state !== 'complete')
    expect(new Set(failing.map(({ region }) => region))).toEqual(new Set(['eu-west-1']))
    expect(failing.every(({ state, reason }) => state === 'partial' && reason.includes('in eu-west-1'))).toBe(true)
    expect(connection).toMatchObject({ resources: 1, error: '' })
    expect(connection.units.complete).toBeGreaterThan(20)
  }, 120_000)

  it('pitfall: resources are deleted wrongly after a partial sync (cartography#596)', async () => {
    let pages: 'both' | 'first' = 'both'
    const volume = (id: string) =>
      `<item><volumeId>vol-${id}</volumeId><size>1</size><volumeType>gp2</volumeType><status>available</status></item>`
    const answer = (items: string, next: string) => ({
      status: 200,
      body: `<DescribeVolumesResponse><volumeSet>${items}</volumeSet>${next}</DescribeVolumesResponse>`,
    })
    const { url } = await start({
      fault: (action, _count, body) => {
        if (action !== 'DescribeVolumes') return undefined
        if (!body.includes('NextToken')) return answer(volume('one'), '<nextToken>2</nextToken>')
        return pages === 'both' ? answer(volume('two'), '') : { status: 500, body: errorXml('InternalError', 'Oops') }
      },
    })
    const id = await connect(url)
    expect(await run(id)).toMatchObject({ resources: 2, units: { complete: 27 } })
    pages = 'first'
    expect(await run(id)).toMatchObject({ resources: 2, units: { complete: 26, partial: 1 }, last_run: { removed: 0 } })
  }, 60_000)

  it("pitfall: the role is in the payer's account, and not in that of the keys (kubecost#523)", async () => {
    const payer = accountId(3)
    const small = await start({ accounts: 5 })
    const id = await connect(small.url, { role_arn: `arn:aws:iam::${payer}:role/KeptRead` })
    const { data: checked } = await admin.client.sync.check({ id })
    expect(checked).toMatchObject({ account_id: payer, error: '' })
    expect(await run(id)).toMatchObject({ error: '', resources: 5, accounts: 5, units: { complete: 5 * 25 + 2 } })
    // The payer is read with its own role, and opens the roles of the members.
    expect([...small.keys].toSorted()).toEqual(
      ['AKIACONNECTION', ...Array.from({ length: 5 }, (_, index) => `ASIA${accountId(index)}`)].toSorted(),
    )
  }, 60_000)

  describe('metrics', () => {
    /** Which instances CloudWatch was asked for, one entry for each request. */
    async function startWithInstances(instances: () => readonly string[]) {
      const requests: string[] = []
      const small = await start({
        fault: (action, _count, body) => {
          if (action === 'GetMetricData') requests.push(body)
          if (action === 'DescribeLoadBalancers') return loadBalancers
          return action === 'DescribeInstances' ? instancesXml(instances()) : undefined
        },
      })
      return { requests, id: await connect(small.url) }
    }

    it('pitfall: CloudWatch costs more than what is saved (alloy#5747)', async () => {
      const { requests, id } = await startWithInstances(() => ['i-0000000000000000a'])
      await admin.client.sync.setApiCostLimit({ id, api_cost_limit: '0' })
      expect(await run(id)).toMatchObject({ resources: 3, api_cost_this_month: '0' })
      const { data: waiting } = await admin.client.sync.units({ id, state: 'throttled' })
      expect(waiting.map(({ dataset }) => dataset)).toContain('metrics')
      expect(requests).toEqual([])
      await admin.client.sync.setApiCostLimit({ id, api_cost_limit: '5' })
      const { api_cost_this_month } = await run(id)
      // All metrics of an instance are in one request, and are counted.
      expect(requests).toHaveLength(1)
      expect(Number(api_cost_this_month)).toBeGreaterThanOrEqual(0.00004)
    }, 60_000)

    it('pitfall: metrics of dead load balancers are billed', async () => {
      let instances = ['i-0000000000000000a', 'i-0000000000000000b']
      const { requests, id } = await startWithInstances(() => instances)
      await run(id)
      expect(requests.join()).toContain('i-0000000000000000b')
      requests.length = 0
      instances = ['i-0000000000000000a']
      await run(id)
      expect(requests.join()).toContain('i-0000000000000000a')
      expect(requests.join()).not.toContain('i-0000000000000000b')
      expect(requests.join()).not.toMatch(/ELB/)
      const { data } = await admin.client.resources.list({ type: 'Load balancer' })
      expect(data.map(({ name }) => name)).toContain('dead')
    }, 60_000)
  })

  it('survives HTML in place of an answer, and keeps the rest', async () => {
    const { url } = await start({
      fault: (action) =>
        action === 'DescribeDBInstances' ? { status: 500, body: '<html><h1>Oops</h1></html>' } : undefined,
    })
    const id = await connect(url)
    const { units } = await run(id)
    expect(units).toEqual({ complete: 26, partial: 1 })
    const { data: partial } = await admin.client.sync.units({ id, state: 'partial' })
    expect(partial[0]?.reason).toMatch(/^rds:DescribeDBInstances in us-east-1: AWS answered 500 .*.$/)
  }, 60_000)

  it('is refused by a role with another external ID', async () => {
    const { url } = await start({})
    const id = await connect(url)
    externalId = 'kept-of-another-connection'
    const connection = await run(id)
    expect(connection.error).toBe(
      'AWS did not let Kept assume the role. Check the role ARN, and that its trust policy names the external ID of this connection.',
    )
    expect(connection).toMatchObject({ state: 'action_needed', resources: 0 })
  }, 60_000)

  it('signs with the keys of its connection, and never with those of the environment', async () => {
    const small = await start({ accounts: 3 })
    const id = await connect(small.url)
    await admin.client.sync.check({ id })
    await run(id)
    await admin.client.sync.setAccess({
      id,
      access_key_id: 'AKIASECOND',
      secret_access_key: 'connection-secret',
      role_arn: `arn:aws:iam::${firstAccount}:role/KeptRead`,
    })
    expect([...small.keys].filter((key) => !/^(?:AKIACONNECTION|AKIASECOND|ASIA\d{12})$/.test(key))).toEqual([])
    expect(small.keys.has('AKIACONNECTION')).toBe(true)
  }, 60_000)
})
