/** From an account to what its scan knows, over HTTP: connect, read, scan; checks that hold, fail and cannot know. */
import { randomUUID } from 'node:crypto'
import {
  answerAzure,
  clientId,
  clientSecret,
  createSmallAzure,
  subscriptionId,
  tenantId,
} from '@kept/connectors/azure/live/testing/small-azure.ts'
import { answerGoogle, createSmallGoogle, serviceAccountKey } from '@kept/connectors/gcp/live/testing/small-google.ts'
import type { ScanResult } from '@kept/domain/security-scan.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import type { AnswerTo } from '@kept/domain/sync/testing/small-cloud.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RunServices, runConnection } from './sync/run-connection.ts'
import { credentialReport, errorXml, firstAccount, startSmallAws } from './sync/testing/small-aws.ts'
import { serveAnswers } from './testing/serve-answers.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
let admin: TestUser
const closing: { close(): unknown }[] = []

beforeEach(async () => {
  kept = await openKept()
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
})
afterEach(async () => {
  for (const server of closing.splice(0)) server.close()
  await kept.close()
})

/** Not due: only the test runs it. */
async function create(input: Parameters<TestUser['client']['connections']['create']>[0]): Promise<string> {
  kept.server.services.config.storageEndpoints.push(new URL(input.endpoint ?? '').origin)
  const { data } = await admin.client.connections.create(input)
  await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.updateTable('sync_connection').set({ next_run_at: '2100-01-01T00:00:00Z' }).where('id', '=', data.id).execute(),
  )
  return data.id
}

async function sync(id: string): Promise<SyncConnection> {
  const services: RunServices = {
    ...kept.server.services,
    pipeline: { run: async () => undefined },
    importExport: async () => undefined,
    importActivity: kept.server.features.behavior.importActivity,
  }
  await runConnection(services, kept.world.scope, id, { startedBy: 'test', signal: new AbortController().signal })
  return (await admin.client.sync.get({ id })).data
}

async function scan(): Promise<(id: string) => ScanResult | undefined> {
  const own = { organization: 'own' }
  const { data: started } = await admin.client.securityScans.start({ ...own, kind: 'cloud' })
  const read = async () => (await admin.client.securityScans.get({ ...own, id: started.id })).data
  await expect.poll(read).toMatchObject({ status: 'completed' })
  const { results } = await read()
  return (id) => results.find(({ check_id }) => check_id === id)
}

const serve = (answerTo: AnswerTo): Promise<string> => serveAnswers(answerTo, closing)

describe('an AWS account', () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
  /** In the columns of the double: two users, one of them with a key, and the root user. */
  const report = (mfa: boolean) =>
    credentialReport([
      `<root_account>,arn:aws:iam::${firstAccount}:root,${day(900)},not_supported,no_information,true,false,N/A,N/A,false,N/A,N/A`,
      `ana,arn:aws:iam::${firstAccount}:user/ana,${day(900)},true,${day(1)},${mfa},true,${day(10)},${day(1)},false,N/A,N/A`,
    ])
  const group = (port: number) => ({
    status: 200,
    body: `<DescribeSecurityGroupsResponse><securityGroupInfo><item><groupId>sg-1</groupId><groupName>web</groupName><ipPermissions><item><ipProtocol>tcp</ipProtocol><fromPort>${port}</fromPort><toPort>${port}</toPort><ipRanges><item><cidrIp>0.0.0.0/0</cidrIp></item></ipRanges></item></ipPermissions></item></securityGroupInfo></DescribeSecurityGroupsResponse>`,
  })
  const json = (body: object) => ({ status: 200, body: JSON.stringify(body) })
  const refused = (action: string) => ({
    status: 400,
    body: JSON.stringify({ __type: 'AccessDeniedException', message: `not authorized to perform: ${action}` }),
  })

  it('passes, fails, and says which permission it lacks', async () => {
    let [isSound, isDenied] = [true, false]
    const aws = await startSmallAws({
      accounts: 1,
      externalId: () => externalId,
      isFailing: () => false,
      fault(action) {
        switch (action) {
          case 'GetCredentialReport':
            return isDenied ? { status: 403, body: errorXml('AccessDenied', 'no') } : report(isSound)
          case 'DescribeSecurityGroups':
            return group(isSound ? 443 : 22)
          case 'ListKeys':
            return json({ Keys: [{ KeyId: 'k', KeyArn: 'arn:aws:kms:us-east-1:1:key/k' }] })
          case 'DescribeKey':
            return json({
              KeyMetadata: {
                ...{ KeyId: 'k', KeyManager: 'CUSTOMER', KeySpec: 'SYMMETRIC_DEFAULT', Origin: 'AWS_KMS' },
                KeyState: 'Enabled',
              },
            })
          case 'GetKeyRotationStatus':
            return isDenied ? refused('kms:GetKeyRotationStatus') : json({ KeyRotationEnabled: isSound })
          default:
            return undefined
        }
      },
    })
    closing.push(aws)
    let externalId = ''
    const id = await create({
      ...{ kind: 'aws', name: `AWS ${randomUUID()}`, endpoint: aws.url, regions: ['us-east-1'] },
      ...{ access_key_id: 'AKIACONNECTION', secret_access_key: 'secret' },
      role_arn: `arn:aws:iam::${firstAccount}:role/KeptRead`,
    })
    externalId = (await admin.client.sync.get({ id })).data.external_id

    expect(await sync(id)).toMatchObject({ error: '' })
    const sound = await scan()
    const checks = ['cloud-user-second-factor', 'access-key-young', 'access-key-used', 'security-group-closed']
    const others = ['root-second-factor', 'root-not-used', 'cloud-user-active', 'encryption-key-rotated']
    for (const check of [...checks, ...others]) expect(sound(check), check).toMatchObject({ status: 'pass' })
    // Listed, and there is none.
    expect(sound('secret-used')).toMatchObject({ status: 'not_applicable' })

    isSound = false
    await readAgain(id)
    const failing = await scan()
    expect(failing('cloud-user-second-factor')).toMatchObject({ status: 'fail', detail: '1 of 1 cloud user: ana.' })
    expect(failing('security-group-closed')).toMatchObject({ status: 'fail', detail: '1 of 1 security group: web.' })
    expect(failing('encryption-key-rotated')).toMatchObject({ status: 'fail' })

    isDenied = true
    isSound = true
    const denied = await readAgain(id)
    // Not a failed run: the rest is read, and the units name what is missing.
    expect(denied).toMatchObject({ error: '', units: { denied: 1 } })
    const unknown = await scan()
    expect(unknown('encryption-key-rotated')).toMatchObject({
      status: 'unknown',
      detail:
        '1 of 1 encryption key lack the attribute "rotation" in the inventory: Kept lacks the permission kms:GetKeyRotationStatus.',
    })
    expect(unknown('access-key-young')).toMatchObject({
      status: 'unknown',
      detail: 'Kept may not list all access keys: it lacks the permission iam:GetCredentialReport in 1 account.',
    })
    expect(unknown('security-group-closed')).toMatchObject({ status: 'pass' })
  })

  /** Keys are read once a day: this day is over. */
  async function readAgain(id: string): Promise<SyncConnection> {
    await kept.world.database.scoped(kept.world.scope, (tx) =>
      tx
        .updateTable('sync_unit')
        .set({ completed_at: '2020-01-01T00:00:00Z' })
        .where('connection_id', '=', id)
        .where('state', '=', 'complete')
        .execute(),
    )
    return sync(id)
  }
})

describe('Azure and Google Cloud', () => {
  it('pass, fail, and say which permission is missing', async () => {
    let actions = ['*/read']
    const redis = (subscription: string, isPlain: boolean) => ({
      ...{ id: `/subscriptions/${subscription}/resourceGroups/a/providers/Microsoft.Cache/redis/shop`, name: 'shop' },
      ...{ type: 'microsoft.cache/redis', properties: { enableNonSslPort: isPlain } },
    })
    let isPlain = true
    const azure = createSmallAzure({
      actions: () => actions,
      resources: (subscription, type) => (type === 'microsoft.cache/redis' ? [redis(subscription, isPlain)] : []),
    })
    const azureId = await create({ kind: 'azure', name: 'Azure', endpoint: await serve(answerAzure(azure)) })
    const secret = { tenant_id: tenantId, client_id: clientId, client_secret: clientSecret }
    await admin.client.sync.setAccess({ id: azureId, ...secret, subscriptions: [subscriptionId(1)] })
    const firewall = {
      name: '//compute.googleapis.com/projects/shop-production/global/firewalls/ssh',
      assetType: 'compute.googleapis.com/Firewall',
      resource: {
        data: { name: 'ssh', sourceRanges: ['0.0.0.0/0'], allowed: [{ IPProtocol: 'tcp', ports: ['22'] }] },
      },
    }
    const google = createSmallGoogle({
      nowMs: Date.now(),
      assets: (_project, type) => (type === 'compute.googleapis.com/Firewall' ? [firewall] : []),
    })
    const googleId = await create({ kind: 'gcp', name: 'Google', endpoint: await serve(answerGoogle(google)) })
    await admin.client.sync.setAccess({ id: googleId, service_account_key: JSON.stringify(serviceAccountKey) })

    await sync(azureId)
    await sync(googleId)
    const first = await scan()
    expect(first('cache-encrypted')).toMatchObject({ status: 'fail', detail: '1 of 1 cache: shop.' })
    expect(first('security-group-closed')).toMatchObject({ status: 'fail', detail: '1 of 1 security group: ssh.' })
    expect(first('certificate-valid')).toMatchObject({ status: 'not_applicable' })

    isPlain = false
    await sync(azureId)
    expect((await scan())('cache-encrypted')).toMatchObject({ status: 'pass' })

    actions = ['Microsoft.Compute/*/read', 'Microsoft.Insights/*/read', 'Microsoft.Authorization/permissions/read']
    await sync(azureId)
    expect((await scan())('cache-encrypted')).toMatchObject({
      status: 'unknown',
      detail: 'Kept may not list all caches: it lacks the permission Microsoft.Cache/redis/read in 1 account.',
    })
  })
})
