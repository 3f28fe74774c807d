/**
 * Every check of a cloud scan on every cloud, over HTTP: a connection to an emulated cloud is read, a scan is started,
 * and each check fails by a resource that it names, holds, and says which permission it lacks to know it.
 */
import { createServer } from 'node:http'
import { answerPosture } from '@kept/connectors/aws/live/testing/posture.ts'
import { azurePosture } from '@kept/connectors/azure/live/testing/posture.ts'
import { azureDocuments } from '@kept/connectors/azure/live/testing/posture-documents.ts'
import {
  answerAzure,
  clientId,
  clientSecret,
  createSmallAzure,
  subscriptionId,
  tenantId,
} from '@kept/connectors/azure/live/testing/small-azure.ts'
import { googleKeyUses, googleMembers, googlePosture } from '@kept/connectors/gcp/live/testing/posture.ts'
import { answerGoogle, createSmallGoogle, serviceAccountKey } from '@kept/connectors/gcp/live/testing/small-google.ts'
import type { ScanResult } from '@kept/domain/security-scan.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { type AnswerTo, bytesOf, type SmallAnswer } from '@kept/domain/sync/testing/small-cloud.ts'
import { cloudChecks } from '@kept/engine/security/scans/cloud/all.ts'
import { gapOf } from '@kept/engine/security/scans/cloud/gaps.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Cloud, neverFailing, providers } from '../../../tools/cloud-check-coverage.ts'
import { type RunServices, runConnection } from './sync/run-connection.ts'
import { firstAccount, startSmallAws } from './sync/testing/small-aws.ts'
import { listen } from './testing/listen.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

/** What an emulated cloud holds, and what the role of Kept may read in it. */
type Stage = 'unsound' | 'sound' | 'details denied' | 'denied'

let kept: TestKept
let admin: TestUser
const closing: (() => void)[] = []
const nowMs = Date.now()

beforeEach(async () => {
  kept = await openKept()
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
})
afterEach(async () => {
  for (const close of closing.splice(0)) close()
  await kept.close()
})

async function serve(answerTo: AnswerTo): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const url = new URL(request.url ?? '/', `http://${headers.host}`)
    const answer = answerTo({ method: request.method ?? 'GET', url, headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
    response.end(bytesOf(answer))
  })
  closing.push(() => server.close())
  return listen(server)
}

/** Not due: only the test runs it. */
async function create(input: Parameters<TestUser['client']['connections']['create']>[0]): Promise<string> {
  kept.server.services.config.storageEndpoints.push(new URL(input.endpoint ?? '').origin)
  const { data } = await admin.client.connections.create(input)
  await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.updateTable('sync_connection').set({ next_run_at: '2100-01-01T00:00:00Z' }).where('id', '=', data.id).execute(),
  )
  return data.id
}

/** Some is read once a day: this day is over. */
async function sync(id: string): Promise<SyncConnection> {
  await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx
      .updateTable('sync_unit')
      .set({ completed_at: '2020-01-01T00:00:00Z' })
      .where('connection_id', '=', id)
      .where('state', '=', 'complete')
      .execute(),
  )
  const services: RunServices = {
    ...kept.server.services,
    pipeline: { run: async () => undefined },
    importExport: async () => undefined,
    importActivity: kept.server.features.behavior.importActivity,
  }
  await runConnection(services, kept.world.scope, id, { startedBy: 'test', signal: new AbortController().signal })
  return (await admin.client.sync.get({ id })).data
}

async function scan(): Promise<ReadonlyMap<string, ScanResult>> {
  const own = { organization: 'own' }
  const { data: started } = await admin.client.securityScans.start({ ...own, kind: 'cloud' })
  const read = async () => (await admin.client.securityScans.get({ ...own, id: started.id })).data
  await expect.poll(read).toMatchObject({ status: 'completed' })
  return new Map((await read()).results.map((result) => [result.check_id, result]))
}

/** Each opens a connection, and reads the stage at each request. */
const connect: Readonly<Record<Cloud, (stage: () => Stage) => Promise<string>>> = {
  async aws(stage) {
    let externalId = ''
    const aws = await startSmallAws({
      accounts: 1,
      externalId: () => externalId,
      isFailing: () => false,
      resources(request) {
        const answer = answerPosture({ isSound: stage() !== 'unsound', nowMs })(request)
        return stage() === 'denied' && answer ? deniedByAws(request.service) : answer
      },
    })
    closing.push(() => aws.close())
    // S3 Control puts the account before the name, which an address cannot have.
    const id = await create({
      ...{ kind: 'aws', name: 'AWS', endpoint: aws.url.replace('127.0.0.1', 'localhost'), regions: ['us-east-1'] },
      ...{ access_key_id: 'AKIACONNECTION', secret_access_key: 'secret' },
      role_arn: `arn:aws:iam::${firstAccount}:role/KeptRead`,
    })
    externalId = (await admin.client.sync.get({ id })).data.external_id
    return id
  },
  async azure(stage) {
    const postures = { unsound: { isSound: false, nowMs }, sound: { isSound: true, nowMs } }
    const posture = () => (stage() === 'unsound' ? postures.unsound : postures.sound)
    const azure = createSmallAzure({
      actions: () => azureActions[stage()],
      resources: (subscription, type) => azurePosture(posture())(subscription, type),
      documents: (subscription) => azureDocuments(posture())(subscription),
    })
    const id = await create({ kind: 'azure', name: 'Azure', endpoint: await serve(answerAzure(azure)) })
    const secret = { tenant_id: tenantId, client_id: clientId, client_secret: clientSecret }
    await admin.client.sync.setAccess({ id, ...secret, subscriptions: [subscriptionId(1)] })
    return id
  },
  async gcp(stage) {
    const posture = () => ({ isSound: stage() !== 'unsound', nowMs })
    const google = createSmallGoogle({
      nowMs,
      permissions: () => (permission) => !googleDenials[stage()].test(permission),
      assets: (project, type) => googlePosture(posture())(project, type),
      members: (project) => googleMembers(posture())(project),
      keyUses: (project) => googleKeyUses(posture())(project),
    })
    const id = await create({ kind: 'gcp', name: 'Google', endpoint: await serve(answerGoogle(google)) })
    await admin.client.sync.setAccess({ id, service_account_key: JSON.stringify(serviceAccountKey) })
    return id
  },
}

const base = ['Microsoft.Authorization/permissions/read', 'Microsoft.Resources/subscriptions/read']
/** Lists of Resource Graph, by the namespaces of what they list; not the settings of single resources. */
const lists = [
  ...['virtualMachines', 'virtualMachineScaleSets', 'disks', 'snapshots', 'galleries/images/versions'].map(
    (name) => `Microsoft.Compute/${name}`,
  ),
  ...['publicIPAddresses', 'loadBalancers', 'applicationGateways', 'natGateways', 'networkSecurityGroups'].map(
    (name) => `Microsoft.Network/${name}`,
  ),
  ...['Microsoft.Sql/servers/databases', 'Microsoft.DBforPostgreSQL/flexibleServers'],
  ...['Microsoft.DBforMySQL/flexibleServers', 'Microsoft.Storage/storageAccounts', 'Microsoft.Web/serverfarms'],
  ...['Microsoft.OperationalInsights/workspaces', 'Microsoft.Web/sites', 'Microsoft.Web/certificates'],
  ...['Microsoft.ContainerService/managedClusters', 'Microsoft.Cache/redis', 'Microsoft.KeyVault/vaults'],
  ...['Microsoft.KeyVault/vaults/keys', 'Microsoft.KeyVault/vaults/secrets', 'Microsoft.DocumentDB/databaseAccounts'],
  ...['Microsoft.Synapse/workspaces/sqlPools', 'Microsoft.Kusto/clusters', 'Microsoft.ServiceBus/namespaces'],
  'Microsoft.ContainerRegistry/registries',
].map((name) => `${name}/read`)

const azureActions: Readonly<Record<Stage, string[]>> = {
  unsound: ['*/read'],
  sound: ['*/read'],
  'details denied': [...base, ...lists],
  denied: base,
}

const googleDenials: Readonly<Record<Stage, RegExp>> = {
  unsound: /^$/,
  sound: /^$/,
  'details denied': /listIamPolicy|^policyanalyzer/,
  denied: /^(?:cloudasset|policyanalyzer)/,
}

/** Each protocol of AWS refuses in a shape of its own. */
function deniedByAws(service: string): SmallAnswer {
  const sentence = 'You are not authorized to perform this operation.'
  if (service === 'ec2')
    return {
      status: 403,
      body: `<Response><Errors><Error><Code>UnauthorizedOperation</Code><Message>${sentence}</Message></Error></Errors></Response>`,
    }
  if (service === 's3')
    return { status: 403, body: `<Error><Code>AccessDenied</Code><Message>${sentence}</Message></Error>` }
  if (['lambda', 'eks'].includes(service))
    return { status: 403, body: { message: sentence }, headers: { 'x-amzn-errortype': 'AccessDeniedException' } }
  if (['elasticloadbalancing', 'rds', 'elasticache', 'redshift', 'iam'].includes(service))
    return {
      status: 403,
      body: `<ErrorResponse><Error><Code>AccessDenied</Code><Message>${sentence}</Message></Error></ErrorResponse>`,
    }
  return { status: 400, body: { __type: 'AccessDeniedException', message: sentence } }
}

/** Checks of which one part is read from a detail alone, with the permission that it lacks. */
const details: Readonly<Record<Cloud, Readonly<Record<string, string>>>> = {
  aws: {},
  azure: {
    'database-deletion-protected': 'Microsoft.Authorization/locks/read',
    'database-encrypted': 'Microsoft.Sql/servers/databases/transparentDataEncryption/read',
    'database-not-public': 'Microsoft.Sql/servers/read',
    'database-backed-up': 'Microsoft.Sql/servers/databases/backupShortTermRetentionPolicies/read',
    'warehouse-encrypted': 'Microsoft.Synapse/workspaces/sqlPools/transparentDataEncryption/read',
    'warehouse-not-public': 'Microsoft.Synapse/workspaces/read',
    'bucket-versioned': 'Microsoft.Storage/storageAccounts/blobServices/read',
    'bucket-lifecycle': 'Microsoft.Storage/storageAccounts/managementPolicies/read',
    'bucket-access-logged': 'Microsoft.Insights/diagnosticSettings/read',
    'table-deletion-protected': 'Microsoft.Authorization/locks/read',
    'instance-no-public-address': 'Microsoft.Network/networkInterfaces/read',
    'function-not-public': 'Microsoft.Web/sites/functions/read',
    'image-not-public': 'Microsoft.Compute/galleries/read',
    'repository-scanned': 'Microsoft.Security/pricings/read',
    'log-encrypted': 'Microsoft.OperationalInsights/clusters/read',
    'trail-all-regions': 'Microsoft.Insights/diagnosticSettings/read',
  },
  gcp: {
    'snapshot-not-public': 'cloudasset.assets.listIamPolicy',
    'bucket-not-public': 'cloudasset.assets.listIamPolicy',
    'warehouse-not-public': 'cloudasset.assets.listIamPolicy',
    'image-not-public': 'cloudasset.assets.listIamPolicy',
    'function-not-public': 'cloudasset.assets.listIamPolicy',
    'access-key-used': 'policyanalyzer.serviceAccountKeyLastAuthenticationActivities.query',
  },
}

/** AWS does not say since when a volume is unattached: it counts from the day on which Kept saw it so. */
async function letMonthsPass(): Promise<void> {
  const owner = await kept.world.openOwner()
  await owner.query("UPDATE resource SET state_seen_since = state_seen_since - interval '60 days'")
  await owner.end()
}

describe.each(['aws', 'azure', 'gcp'] as const)('every check on %s', (cloud) => {
  const answerable = cloudChecks.filter(({ id }) => gapOf(id, providers[cloud]) === undefined)
  const failing = answerable.filter(({ id }) => neverFailing[cloud][id] === undefined)

  it('fails by a resource, holds, and says why it cannot know', async () => {
    let stage: Stage = 'unsound'
    const id = await connect[cloud](() => stage)
    expect(await sync(id)).toMatchObject({ error: '' })
    await letMonthsPass()
    const unsound = await scan()
    for (const check of failing) {
      const result = unsound.get(check.id)
      expect(result, check.id).toMatchObject({ status: 'fail', detail: expect.stringContaining(' of ') })
      // The evidence: which resources fail, as the inventory names them.
      expect(result?.failing_count, check.id).toBe(result?.subjects.length)
      for (const subject of result?.subjects ?? []) {
        expect(subject, check.id).toMatchObject({ provider: providers[cloud], id: expect.stringMatching(/./) })
        expect(result?.detail, check.id).toContain(subject.name)
      }
    }

    stage = 'sound'
    expect(await sync(id)).toMatchObject({ error: '' })
    const sound = await scan()
    const statuses = (results: ReadonlyMap<string, ScanResult>, ids: readonly string[]) =>
      Object.fromEntries(ids.map((check) => [check, results.get(check)?.status]))
    const ids = answerable.map((check) => check.id)
    expect(statuses(sound, ids)).toEqual(Object.fromEntries(ids.map((check) => [check, 'pass'])))

    // What the cloud does not have, or records for no one, is said as it is.
    for (const check of cloudChecks) {
      const gap = gapOf(check.id, providers[cloud])
      if (!gap) continue
      expect(sound.get(check.id), check.id).toMatchObject({ status: gap.exists ? 'unknown' : 'not_applicable' })
      expect(sound.get(check.id)?.detail, check.id).toContain(gap.reason)
    }

    stage = 'details denied'
    if (Object.keys(details[cloud]).length > 0) await sync(id)
    const partly = Object.keys(details[cloud]).length > 0 ? await scan() : sound
    for (const check of answerable) {
      const permission = details[cloud][check.id]
      const expected = permission === undefined ? { status: 'pass' } : { status: 'unknown' }
      expect(partly.get(check.id), check.id).toMatchObject(expected)
      expect(partly.get(check.id)?.detail, check.id).toContain(permission ?? 'All of ')
    }

    stage = 'denied'
    // Not a failed run: the units name what is missing.
    expect(await sync(id)).toMatchObject({ error: '' })
    const denied = await scan()
    for (const check of answerable) {
      expect(denied.get(check.id), check.id).toMatchObject({ status: 'unknown' })
      expect(denied.get(check.id)?.detail, check.id).toMatch(/lacks the permission [\w.:/]+/)
    }
  })
})
