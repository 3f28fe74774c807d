import { readFileSync } from 'node:fs'
import type { InventoryItem } from '@kept/domain/resource.ts'
import type { DiscoveredUnit, LiveCloud } from '@kept/domain/sync/port.ts'
import { depsOf, readAllItems, targetOf } from '@kept/domain/sync/testing/small-cloud.ts'
import { describe, expect, it } from 'vitest'
import type { OciAccess } from './access.ts'
import { openOciCloud } from './cloud.ts'
import { reportTenancy } from './cost-reports.ts'
import { permissionsByDataset } from './ports.ts'
import { readStatements, setupDocuments, statementsOf } from './setup.ts'
import {
  answerOracle,
  createSmallOracle,
  failure,
  smallOracleNowMs as nowMs,
  oracleAccess,
  pkcs8Key,
  type SmallOracle,
  volume,
} from './testing/small-oracle.ts'

const costReportsStatements = statementsOf('read objects in tenancy usage-report')
const shop = 'ocid1.compartment.oc1..shop'

function open(oracle: Partial<SmallOracle> = {}, changes: Partial<OciAccess> = {}, clockMs = nowMs): LiveCloud {
  return openOciCloud({ ...oracleAccess, ...changes }, depsOf(answerOracle(createSmallOracle(oracle)), clockMs))
}

function readAll(cloud: LiveCloud, dataset: DiscoveredUnit['dataset']): Promise<InventoryItem[]> {
  return readAllItems(cloud, { accountId: shop, accountName: 'shop', region: 'eu-frankfurt-1', dataset }, nowMs)
}

/** Entries of one compartment, by list. */
function shopEntries(lists: Record<string, object[]>): SmallOracle['entries'] {
  return (list, compartment) => (compartment === shop ? (lists[list] ?? []) : [])
}

const all = { since: undefined, leftNanos: 0 }

describe('an Oracle Cloud connection', () => {
  it('lists all compartments over several pages, in all regions', async () => {
    const compartments = ['a', 'b', 'c'].map((name) => `ocid1.compartment.oc1..${name}`)
    const { units, accountId } = await open({ compartments, regions: ['eu-frankfurt-1', 'us-ashburn-1'] }).discover()
    expect(accountId).toBe(oracleAccess.tenancy)
    expect(units).toHaveLength(4 * 2 * 4)
    expect(units[0]).toMatchObject({ accountId: oracleAccess.tenancy, accountName: 'root' })
  })

  it('tells attached from unattached volumes, and leaves out what is deleted', async () => {
    const items = await readAll(
      open({
        entries: shopEntries({
          volumes: [volume('a'), volume('b'), volume('c', 'eu-frankfurt-1', { lifecycleState: 'TERMINATED' })],
          bootVolumes: [volume('boot')],
          volumeAttachments: [
            { instanceId: 'i-1', volumeId: 'ocid1.volume.oc1.eu-frankfurt-1.a', lifecycleState: 'ATTACHED' },
            { instanceId: 'i-2', volumeId: 'ocid1.volume.oc1.eu-frankfurt-1.b', lifecycleState: 'DETACHED' },
          ],
          bootVolumeAttachments: [
            { instanceId: 'i-1', bootVolumeId: 'ocid1.volume.oc1.eu-frankfurt-1.boot', lifecycleState: 'ATTACHED' },
          ],
        }),
      }),
      'compute',
    )
    expect(items.map(({ name, state, size }) => [name, state, size])).toEqual([
      ['a', 'attached', '200 GB'],
      ['b', 'unattached', '200 GB'],
      ['boot', 'attached', '200 GB'],
    ])
    expect(items[0]).toMatchObject({ provider: 'oci', tags: { owner: 'ana' }, sub_account_id: shop })
  })

  it('lists instances, addresses, load balancers and databases', async () => {
    const base = { lifecycleState: 'AVAILABLE', timeCreated: '2026-01-01T00:00:00Z' }
    const cloud = open({
      entries: shopEntries({
        instances: [{ ...base, id: 'i', lifecycleState: 'STOPPED', shape: 'VM.Standard.E5.Flex' }],
        publicIps: [{ ...base, id: 'ip', ipAddress: '192.0.2.1', assignedEntityId: null }],
        loadBalancers: [
          {
            ...base,
            id: 'lb',
            lifecycleState: 'ACTIVE',
            backendSets: { web: { backends: [] } },
            shapeName: 'flexible',
          },
        ],
        autonomousDatabases: [
          { ...base, id: 'db', computeModel: 'ECPU', computeCount: 4 },
          { ...base, id: 'free', isFreeTier: true },
        ],
      }),
    })
    expect(await readAll(cloud, 'compute')).toMatchObject([{ type: 'Instance', state: 'stopped' }])
    expect(await readAll(cloud, 'network')).toMatchObject([
      { type: 'Public IP address', state: 'unassociated' },
      { type: 'Load balancer', attributes: { backends: '0' } },
    ])
    expect(await readAll(cloud, 'databases')).toMatchObject([{ resource_id: 'db', state: 'running', size: '4 ECPU' }])
  })

  it('names each missing permission with its statement', async () => {
    const { capabilities } = await open({ isDenied: (list) => list === 'publicIps' }).check(async () => undefined)
    expect(capabilities.map(({ dataset, state }) => [dataset, state])).toEqual([
      ['accounts', 'complete'],
      ['compute', 'complete'],
      ['network', 'missing'],
      ['databases', 'complete'],
      ['metrics', 'complete'],
      ['exports', 'complete'],
    ])
    expect(capabilities[2]).toMatchObject({
      missing: ['inspect public-ips'],
      statement: 'Allow group KeptReaders to inspect public-ips in tenancy',
    })
  })

  it('publishes the permissions that it uses, and no others', () => {
    const actions = permissionsByDataset.flatMap(({ permissions }) => permissions.map(({ action }) => action))
    const [define, ...others] = readStatements()
    expect(define).toBe(`Define tenancy usage-report as ${reportTenancy}`)
    expect(others).toEqual(
      [...new Set(actions)].map((action) =>
        action === 'read objects in tenancy usage-report'
          ? `Endorse group KeptReaders to ${action}`
          : `Allow group KeptReaders to ${action} in tenancy`,
      ),
    )
    expect(others.filter((statement) => !statement.includes(' to inspect '))).toEqual([
      'Allow group KeptReaders to read metrics in tenancy',
      'Endorse group KeptReaders to read objects in tenancy usage-report',
    ])
    for (const { text } of setupDocuments()) for (const statement of readStatements()) expect(text).toContain(statement)
    const guide = readFileSync(new URL('../../../../../docs/guides/connect-oracle-cloud.md', import.meta.url), 'utf8')
    for (const action of actions) expect(guide).toContain(`\`${action}\``)
    for (const statement of costReportsStatements) expect(guide).toContain(statement)
  })

  it('reads the CPU of instances by the hour, with a signed body, over pages', async () => {
    const queries: string[] = []
    const cloud = open({
      cpu: (query) => {
        queries.push(query)
        return query.endsWith('.mean()') ? [1, 2, 3] : [4, 5, 1]
      },
    })
    const targets = Array.from({ length: 21 }, (_, index) => targetOf(`instance-${index}`, 'Instance'))
    const unit = { accountId: shop, accountName: 'shop', region: 'eu-frankfurt-1', dataset: 'metrics' as const }
    const first = await cloud.readPage(unit, { cursor: null, targets, nowMs })
    expect([first.points.length, first.next]).toEqual([60, '20'])
    const second = await cloud.readPage(unit, { cursor: first.next, targets, nowMs })
    expect([second.points.length, second.next]).toEqual([3, null])
    expect(queries).toHaveLength(42)
    expect(queries[0]).toBe('CpuUtilization[1h]{resourceId = "instance-0"}.mean()')
    expect(first.points.slice(0, 3)).toMatchObject([
      { resource_id: 'instance-0', metric: 'cpu_utilization', at: '2026-11-22T10:00:00.000Z', value: 1, max: 4 },
      { at: '2026-11-22T09:00:00.000Z', value: 2, max: 5 },
      { at: '2026-11-22T08:00:00.000Z', value: 3 },
    ])
    // A maximum below the mean is none.
    expect(first.points[2]?.max).toBeUndefined()
  })

  it('names the permission for metrics when it is missing', async () => {
    const { capabilities } = await open({ isDenied: (list) => list === 'summarizeMetricsData' }).check(
      async () => undefined,
    )
    expect(capabilities.at(-2)).toMatchObject({
      dataset: 'metrics',
      missing: ['read metrics'],
      statement: 'Allow group KeptReaders to read metrics in tenancy',
    })
  })

  it('lists the cost reports of both kinds over pages, and nothing else', async () => {
    const report = (timeCreated: string) => ({ bytes: new Uint8Array(3), timeCreated, etag: 'e' })
    const reports = new Map([
      ['FOCUS Reports/2026/11/01/0001-00001.csv.gz', report('2026-11-01T04:00:00.000Z')],
      ['FOCUS Reports/2026/10/31/0002-00001.csv.gz', report('2026-11-01T01:00:00.000Z')],
      ['FOCUS Reports/2026/11/02/', { ...report('2026-11-02T01:00:00Z'), bytes: new Uint8Array() }],
      ['FOCUS Reports/readme.txt', report('2026-11-02T01:00:00Z')],
      ['reports/cost-csv/0003-00001.csv.gz', report('2026-10-31T23:59:59.000Z')],
      ['reports/usage-csv/0004-00001.csv.gz', report('2026-10-31T23:59:59.000Z')],
    ])
    const listed = (await open({ reports }).costReports?.list(all)) ?? []
    expect(listed.map(({ kind, month, path }) => [kind, month, path.split('/').at(-1)])).toEqual([
      ['focus', '2026-10', '0002-00001.csv.gz'],
      ['focus', '2026-11', '0001-00001.csv.gz'],
      ['cost_csv', '2026-10', '0003-00001.csv.gz'],
    ])
    expect(listed[0]).toMatchObject({ bytes: 3, version: 'e', writtenMs: Date.parse('2026-11-01T01:00:00Z') })
    // A page that fails is not taken for the end.
    const failing = open({
      reports,
      fault: ({ url }) => (url.searchParams.has('start') ? { status: 500, body: '<html>' } : undefined),
    })
    await expect(failing.costReports?.list(all)).rejects.toMatchObject({ kind: 'unavailable' })
    const repeated = open({
      reports,
      fault: ({ url }) =>
        url.pathname.endsWith('/o') ? { body: { objects: [], nextStartWith: 'FOCUS Reports/a' } } : undefined,
    })
    await expect(repeated.costReports?.list(all)).rejects.toThrow('returned the same page of cost reports twice')
  })

  it('names the statements for cost reports when they are missing', async () => {
    const denied = open({ isDenied: (list) => list === 'objects' })
    const { capabilities } = await denied.check(async () => undefined)
    const missing = {
      dataset: 'exports',
      state: 'missing',
      missing: ['read objects in tenancy usage-report'],
      statement: `Define tenancy usage-report as ${reportTenancy}\nEndorse group KeptReaders to read objects in tenancy usage-report`,
    }
    expect(capabilities.at(-1)).toMatchObject(missing)
    const failure = await denied.costReports?.list(all).catch((error: unknown) => error)
    expect(failure).toMatchObject({ kind: 'denied', action: 'read objects in tenancy usage-report' })
  })

  it('signs with a key in either form', async () => {
    await expect(open({}, { private_key: pkcs8Key }).prove()).resolves.toBeUndefined()
    await expect(open({}, { private_key: `${pkcs8Key}OCI_API_KEY\n` }).prove()).resolves.toBeUndefined()
  })

  it.each([
    ['a wrong fingerprint', { fingerprint: '00:00' }, nowMs, 'Oracle Cloud refused the signature.'],
    ['a key that is none', { private_key: 'secret text' }, nowMs, 'The private key cannot be read.'],
    ['a wrong clock', {}, nowMs + 900_000, 'The clock of the server that runs Kept is wrong'],
  ])('says what to do about %s, without the key', async (_case, changes, clockMs, sentence) => {
    const failing = async () => open({}, changes, clockMs).prove()
    await expect(failing()).rejects.toThrow(sentence)
    await expect(failing()).rejects.not.toThrow('secret text')
  })

  it('names a region that the tenancy does not use', async () => {
    const { error } = await open({ regions: ['us-ashburn-1'] }).check(async () => undefined)
    expect(error).toBe(
      'The tenancy does not use the region eu-frankfurt-1. Enter its home region, such as us-ashburn-1.',
    )
  })

  it('stops at a page that repeats, at HTML, and waits when it is limited', async () => {
    const repeated = open({
      fault: ({ url }) =>
        url.pathname.endsWith('/volumes') ? { body: [], headers: { 'opc-next-page': '1' } } : undefined,
    })
    await expect(readAll(repeated, 'compute')).rejects.toThrow('returned the same page twice')
    const html = open({
      fault: ({ url }) => (url.pathname.endsWith('/instances') ? { status: 500, body: '<html>' } : undefined),
    })
    await expect(readAll(html, 'compute')).rejects.toMatchObject({ kind: 'unavailable', action: 'inspect instances' })
    const limited = open({
      fault: ({ url }) =>
        url.pathname.endsWith('/instances')
          ? { ...failure(429, 'TooManyRequests', 'slow down'), headers: { 'retry-after': '60' } }
          : undefined,
    })
    await expect(readAll(limited, 'compute')).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 60_000 })
  })
})
