/** From the form to recommendations, for each cloud that answers as documented: rows, screens' data, and isolation. */
import { randomUUID } from 'node:crypto'
import {
  answerAzure,
  clientId,
  clientSecret,
  createSmallAzure,
  reservation,
  reservationOrder,
  subscriptionId,
  tenantId,
  unattachedDisk,
} from '@kept/connectors/azure/live/testing/small-azure.ts'
import { answerGoogle, createSmallGoogle, serviceAccountKey } from '@kept/connectors/gcp/live/testing/small-google.ts'
import {
  answerCluster,
  clusterToken,
  createSmallCluster,
} from '@kept/connectors/kubernetes/live/testing/small-cluster.ts'
import {
  answerOracle,
  createSmallOracle,
  oracleAccess,
  volume as oracleVolume,
} from '@kept/connectors/oci/live/testing/small-oracle.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { METRIC_HISTORY_DAYS } from '@kept/domain/sync/metric-history.ts'
import type { AnswerTo } from '@kept/domain/sync/testing/small-cloud.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveAnswers } from '../testing/serve-answers.ts'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'
import { type RunServices, runConnection } from './run-connection.ts'

let kept: TestKept
let admin: TestUser
let otherAdmin: TestUser
const servers: { close(): unknown }[] = []

beforeAll(async () => {
  kept = await openKept()
  admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  otherAdmin = await createTestUser(kept, { name: 'other-admin', in: 'other', role: 'admin' })
})
afterAll(async () => {
  for (const server of servers) server.close()
  await kept.close()
})

async function serve(answerTo: AnswerTo): Promise<string> {
  const url = await serveAnswers(answerTo, servers)
  kept.server.services.config.storageEndpoints.push(url)
  return url
}

async function create(kind: 'azure' | 'gcp' | 'oci' | 'kubernetes', endpoint: string): Promise<string> {
  const { data } = await admin.client.connections.create({ kind, name: `${kind} ${randomUUID()}`, endpoint })
  // Not due: only the test runs it.
  await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.updateTable('sync_connection').set({ next_run_at: '2100-01-01T00:00:00Z' }).where('id', '=', data.id).execute(),
  )
  return data.id
}

async function run(id: string): Promise<SyncConnection> {
  const services: RunServices = {
    ...kept.server.services,
    pipeline: { run: async () => undefined },
    importExport: async () => undefined,
    importActivity: kept.server.features.behavior.importActivity,
  }
  await runConnection(services, kept.world.scope, id, { startedBy: 'test', signal: new AbortController().signal })
  return (await admin.client.sync.get({ id })).data
}

describe('Azure', () => {
  const azureAccess = { tenant_id: tenantId, client_id: clientId, client_secret: clientSecret }

  it('is read from the form to the resources, counts its cost, and keeps its secret', async () => {
    let disks = ['old', 'older']
    const azure = createSmallAzure({
      subscriptions: [subscriptionId(1), subscriptionId(2)],
      resources: (subscription, type) =>
        type === 'microsoft.compute/disks' ? disks.map((name) => unattachedDisk(subscription, name)) : [],
    })
    const id = await create('azure', await serve(answerAzure(azure)))
    const { data: setup } = await admin.client.sync.setup({ id })
    expect(setup.documents[0]?.text).toContain('az role definition create')
    expect((await admin.client.sync.get({ id })).data).toMatchObject({ is_simulated: false })
    const { data: connected } = await admin.client.sync.setAccess({ id, ...azureAccess })
    expect(connected).toMatchObject({ kind: 'azure', account_id: tenantId, location: `tenant ${tenantId}`, error: '' })
    expect(connected.capabilities.every(({ state }) => state === 'complete')).toBe(true)
    const first = await run(id)
    expect(first).toMatchObject({ state: 'connected', error: '', resources: 4, accounts: 2 })
    // Without the roles for commitments, Azure lists none.
    expect(first.units).toEqual({ complete: 45, not_enabled: 1 })
    const { data: resources } = await admin.client.resources.list({ type: 'Volume', limit: 10 })
    expect(resources.filter(({ provider }) => provider === 'Microsoft')).toHaveLength(4)
    disks = ['old']
    expect((await run(id)).last_run).toMatchObject({ removed: 2 })
    expect(JSON.stringify(await admin.client.sync.get({ id }))).not.toContain(clientSecret)
  }, 60_000)

  it('finds an unused reservation without a bill, reads reservations once a day, and removes what is gone', async () => {
    const azure = createSmallAzure({
      subscriptions: [subscriptionId(5)],
      reservations: [reservation('kept-one'), reservation('kept-two')],
      order: () => reservationOrder,
    })
    const id = await create('azure', await serve(answerAzure(azure)))
    await admin.client.sync.setAccess({ id, ...azureAccess })
    expect((await run(id)).units).toEqual({ complete: 24 })
    await kept.server.features.recommendations.evaluate(kept.world.scope)
    const unused = async () => {
      const { data } = await admin.client.costOptimization.recommendations({})
      return data.filter(({ rule, resource_id }) => rule === 'unused-commitment' && resource_id.includes('kept-'))
    }
    const [recommendation, ...others] = await unused()
    expect(recommendation).toMatchObject({ currency: 'USD', monthly_cost: '600', monthly_savings: '450' })
    expect(others).toHaveLength(1)
    const evidence = JSON.stringify(recommendation?.evidence)
    expect(evidence).toContain('price and use as Azure lists them, last 30 days')
    expect(evidence).not.toContain('public on-demand price')
    azure.reservations.pop()
    expect((await run(id)).last_run).toMatchObject({ removed: 0 })
    await kept.world.database.scoped(kept.world.scope, (tx) =>
      tx
        .updateTable('sync_unit')
        .set({ completed_at: '2020-01-01T00:00:00Z' })
        .where('connection_id', '=', id)
        .execute(),
    )
    expect((await run(id)).last_run).toMatchObject({ removed: 1 })
  }, 60_000)

  it('removes nothing when the role of a subscription is taken away', async () => {
    let actions = ['*/read']
    const azure = createSmallAzure({ subscriptions: [subscriptionId(7)], actions: () => actions })
    const id = await create('azure', await serve(answerAzure(azure)))
    await admin.client.sync.setAccess({ id, ...azureAccess })
    expect((await run(id)).resources).toBe(1)
    actions = []
    const denied = await run(id)
    expect(denied).toMatchObject({ resources: 1, last_run: { removed: 0 }, units: { denied: 21, not_enabled: 1 } })
  }, 60_000)

  it('finds one resource in two spellings', async () => {
    let name = 'Disk-A'
    const azure = createSmallAzure({
      subscriptions: [subscriptionId(8)],
      resources: (subscription, type) =>
        type === 'microsoft.compute/disks' ? [unattachedDisk(subscription, name)] : [],
    })
    const id = await create('azure', await serve(answerAzure(azure)))
    await admin.client.sync.setAccess({ id, ...azureAccess })
    await run(id)
    name = 'DISK-A'
    expect(await run(id)).toMatchObject({ resources: 1, last_run: { removed: 0 } })
  }, 60_000)

  it('changes nothing when the new credentials do not work, and says why', async () => {
    const id = await create('azure', await serve(answerAzure(createSmallAzure())))
    await admin.client.sync.setAccess({ id, ...azureAccess })
    await expect(admin.client.sync.setAccess({ id, ...azureAccess, client_secret: 'expired' })).rejects.toThrow(
      /has expired\. Create a new one and enter its value\.$/,
    )
    await expect(admin.client.sync.setAccess({ id, access_key_id: 'AKIA' })).rejects.toThrow(
      /^The credentials are not valid/,
    )
    expect((await run(id)).error).toBe('')
  }, 60_000)

  it('waits with metrics when the monthly limit is reached, and goes on when it is raised', async () => {
    const resources = (subscription: string, type: string) =>
      type === 'microsoft.compute/virtualmachines'
        ? [
            {
              id: `/subscriptions/${subscription}/resourceGroups/shop/providers/Microsoft.Compute/virtualMachines/erp`,
              name: 'erp',
              type,
              properties: { hardwareProfile: { vmSize: 'Standard_D2s_v3' } },
            },
          ]
        : []
    const azure = createSmallAzure({ subscriptions: [subscriptionId(9)], resources })
    const id = await create('azure', await serve(answerAzure(azure)))
    await admin.client.sync.setAccess({ id, ...azureAccess })
    await admin.client.sync.setApiCostLimit({ id, api_cost_limit: '0' })
    expect((await run(id)).units).toEqual({ complete: 22, throttled: 1, not_enabled: 1 })
    const { data: raised } = await admin.client.sync.setApiCostLimit({ id, api_cost_limit: '5' })
    expect(raised).toMatchObject({ api_cost_limit: '5.00' })
    const after = await run(id)
    expect(after).toMatchObject({ units: { complete: 23, not_enabled: 1 }, api_cost_this_month: '0.00001' })
    expect(after.last_run?.points).toBe(3 * METRIC_HISTORY_DAYS * 24)
  }, 60_000)

  it('belongs to one organization', async () => {
    const id = await create('azure', await serve(answerAzure(createSmallAzure())))
    await expect(otherAdmin.client.sync.setAccess({ id, ...azureAccess })).rejects.toThrow('Connection not found.')
    await expect(otherAdmin.client.sync.check({ id })).rejects.toThrow('Connection not found.')
    await expect(otherAdmin.client.sync.setApiCostLimit({ id, api_cost_limit: '1' })).rejects.toThrow(
      'Connection not found.',
    )
  })
})

describe('Google Cloud', () => {
  it('is read from the form to the resources', async () => {
    const google = createSmallGoogle({ projects: ['shop-production', 'shop-staging', 'shop-test'], nowMs: Date.now() })
    const id = await create('gcp', await serve(answerGoogle(google)))
    const { data: connected } = await admin.client.sync.setAccess({
      id,
      service_account_key: JSON.stringify(serviceAccountKey),
    })
    expect(connected).toMatchObject({ kind: 'gcp', location: serviceAccountKey.client_email, error: '' })
    expect(await run(id)).toMatchObject({ state: 'connected', error: '', resources: 3, units: { complete: 67 } })
    expect(JSON.stringify(await admin.client.sync.get({ id }))).not.toContain('PRIVATE KEY')
  }, 60_000)

  it('reads who started machines, once, and stores no name', async () => {
    const entry = (insertId: string, methodName: string) => ({
      insertId,
      timestamp: new Date(Date.now() - 3_600_000).toISOString(),
      resource: {
        type: 'gce_instance',
        labels: { instance_id: '77', project_id: 'shop-production' },
      },
      operation: { id: 'operation-1', last: true },
      protoPayload: {
        methodName,
        resourceName: 'projects/shop-production/zones/europe-west1-b/instances/dev-ana',
        authenticationInfo: { principalEmail: 'ana@example.com' },
      },
    })
    const google = createSmallGoogle({
      nowMs: Date.now(),
      activity: () => ['a', 'b', 'c'].map((id) => entry(id, 'v1.compute.instances.start')),
    })
    const id = await create('gcp', await serve(answerGoogle(google)))
    await admin.client.sync.setAccess({ id, service_account_key: JSON.stringify(serviceAccountKey) })
    await run(id)
    await run(id)
    const rows = await kept.world.warehouse.query<{ environment_id: string; events: string; person: string }>(
      kept.world.scope,
      `SELECT environment_id, toString(count()) AS events, any(person) AS person FROM usage_event
       WHERE organization_id = {organization_id:UUID} AND activity_type = 'environment_started' GROUP BY environment_id`,
      {},
    )
    expect(rows).toMatchObject([
      {
        environment_id: '//compute.googleapis.com/projects/shop-production/zones/europe-west1-b/instances/77',
        events: '3',
      },
    ])
    expect(rows[0]?.person).not.toContain('ana')
  }, 60_000)
})

describe('Oracle Cloud', () => {
  const { tenancy, user, fingerprint, private_key, region } = oracleAccess

  it('is read from the form to the resources, and keeps its key', async () => {
    let names = ['old', 'older']
    const idle = {
      id: 'ocid1.instance.oc1.eu-frankfurt-1.idle',
      displayName: 'idle',
      lifecycleState: 'RUNNING',
      shape: 'VM.Standard.E4.Flex',
      shapeConfig: { ocpus: 2, memoryInGBs: 16 },
    }
    const oracle = createSmallOracle({
      nowMs: Date.now(),
      entries(list, compartment, inRegion) {
        if (!compartment.endsWith('shop')) return []
        if (list === 'instances') return [idle]
        return list === 'volumes' ? names.map((name) => oracleVolume(name, inRegion)) : []
      },
      cpu: () => Array<number>(METRIC_HISTORY_DAYS * 24).fill(1),
    })
    const id = await create('oci', await serve(answerOracle(oracle)))
    const { data: setup } = await admin.client.sync.setup({ id })
    expect(setup.documents[0]?.text).toContain('oci iam policy create')
    const { data: connected } = await admin.client.sync.setAccess({
      id,
      tenancy,
      user,
      fingerprint,
      private_key,
      region,
    })
    expect(connected).toMatchObject({ kind: 'oci', account_id: tenancy, error: '' })
    expect(await run(id)).toMatchObject({ state: 'connected', error: '', resources: 3, units: { complete: 8 } })
    await kept.server.features.recommendations.evaluate(kept.world.scope)
    const { data: recommendations } = await admin.client.costOptimization.recommendations({})
    const [unattached] = recommendations.filter(({ resource_id }) => resource_id.startsWith('ocid1.volume.'))
    // 200 GB at $0.0255, and 10 performance units of each at $0.0017.
    expect(unattached).toMatchObject({ rule: 'unattached-volume', currency: 'USD', monthly_cost: '8.5' })
    expect(JSON.stringify(unattached?.evidence)).toContain('Oracle Cloud, without its free amounts')
    expect(recommendations.find(({ resource_id }) => resource_id === idle.id)).toMatchObject({
      rule: 'idle-instance',
      monthly_cost: '53.28',
    })
    names = ['old']
    expect((await run(id)).last_run).toMatchObject({ removed: 1 })
    const { data: resources } = await admin.client.resources.list({ provider: 'Oracle', type: 'Volume' })
    expect(resources).toMatchObject([{ name: 'old', state: 'unattached', size: '200 GB' }])
    expect(JSON.stringify(await admin.client.sync.get({ id }))).not.toContain('PRIVATE KEY')
  }, 60_000)

  it('says in one sentence what is wrong with what was entered, and changes nothing', async () => {
    const id = await create('oci', await serve(answerOracle(createSmallOracle({ nowMs: Date.now() }))))
    const entered = { id, tenancy, user, fingerprint, private_key, region }
    await expect(admin.client.sync.setAccess({ ...entered, tenancy: 'shop' })).rejects.toThrow(
      'tenancy, must be the OCID of a tenancy',
    )
    const other = '00:3b:97:13:55:1c:5b:0d:d3:37:d8:50:4e:c5:3a:34'
    await expect(admin.client.sync.setAccess({ ...entered, fingerprint: other })).rejects.toThrow(
      'Oracle Cloud refused the signature.',
    )
    expect((await admin.client.sync.get({ id })).data).toMatchObject({
      location: expect.not.stringContaining('tenancy'),
    })
  }, 60_000)
})

describe('Kubernetes', () => {
  it('is read from the form to the resources and what they use', async () => {
    const endpoint = await serve(answerCluster(createSmallCluster()))
    const id = await create('kubernetes', endpoint)
    const { data: connected } = await admin.client.sync.setAccess({
      id,
      server: 'https://cluster.example.com:6443',
      token: clusterToken,
    })
    expect(connected).toMatchObject({ kind: 'kubernetes', location: 'https://cluster.example.com:6443', error: '' })
    const read = await run(id)
    expect(read).toMatchObject({ state: 'connected', error: '', resources: 7, units: { complete: 5 } })
    expect(read.last_run?.points).toBe(6)
  }, 60_000)

  it('is not reached in a private network that the operator does not allow', async () => {
    const { data } = await admin.client.connections.create({ kind: 'kubernetes', name: `private ${randomUUID()}` })
    await expect(
      admin.client.sync.setAccess({ id: data.id, server: 'https://10.0.0.1:6443', token: clusterToken }),
    ).rejects.toThrow(/private network/)
  })
})
