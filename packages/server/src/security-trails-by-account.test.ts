/** Trails of an organization of AWS, from its accounts to the scan over HTTP: each account is evaluated by its own. */
import type { ScanResult } from '@kept/domain/security-scan.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type RunServices, runConnection } from './sync/run-connection.ts'
import { accountId, firstAccount, type SmallAws, startSmallAws } from './sync/testing/small-aws.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
let admin: TestUser
let aws: SmallAws
let externalId = ''
/** By account, the trails that it lists; undefined: it may not. */
let trails: (account: string) => object[] | undefined
/** By account, whether its trails are logging; undefined: it may not say. */
let logging: (account: string) => boolean | undefined

beforeEach(async () => {
  logging = () => true
  kept = await openKept()
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
  aws = await startSmallAws({
    accounts: 2,
    externalId: () => externalId,
    isFailing: () => false,
    resources({ headers }) {
      const operation = /\.(DescribeTrails|GetTrailStatus)$/.exec(headers['x-amz-target'] ?? '')?.[1]
      if (operation === undefined) return undefined
      const [, account = firstAccount] = /Credential=ASIA(\d{12})/.exec(headers.authorization ?? '') ?? []
      const trailList = trails(account)
      const IsLogging = logging(account)
      if (operation === 'DescribeTrails' && trailList) return { body: { trailList } }
      if (operation === 'GetTrailStatus' && IsLogging !== undefined) return { body: { IsLogging } }
      return { status: 400, body: { __type: 'AccessDeniedException', message: 'not authorized' } }
    },
  })
})
afterEach(async () => {
  aws.close()
  await kept.close()
})

const trail = (owner: string, isOfOrganization = false) => ({
  ...{ Name: 'all', TrailARN: `arn:aws:cloudtrail:us-east-1:${owner}:trail/all`, HomeRegion: 'us-east-1' },
  ...{ IsMultiRegionTrail: true, LogFileValidationEnabled: true, IsOrganizationTrail: isOfOrganization },
})

/** Not due: only the test runs it. */
async function connect(): Promise<string> {
  kept.server.services.config.storageEndpoints.push(new URL(aws.url).origin)
  const { data } = await admin.client.connections.create({
    ...{ kind: 'aws', name: 'AWS', endpoint: aws.url, regions: ['us-east-1'] },
    ...{ access_key_id: 'AKIACONNECTION', secret_access_key: 'secret' },
    role_arn: `arn:aws:iam::${firstAccount}:role/KeptRead`,
  })
  await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.updateTable('sync_connection').set({ next_run_at: '2100-01-01T00:00:00Z' }).where('id', '=', data.id).execute(),
  )
  externalId = (await admin.client.sync.get({ id: data.id })).data.external_id
  return data.id
}

/** Reads the connection, and scans what it read. */
async function scan(id: string): Promise<Record<string, Pick<ScanResult, 'status' | 'detail'> | undefined>> {
  const services: RunServices = {
    ...kept.server.services,
    pipeline: { run: async () => undefined },
    importExport: async () => undefined,
    importActivity: kept.server.features.behavior.importActivity,
  }
  await runConnection(services, kept.world.scope, id, { startedBy: 'test', signal: new AbortController().signal })
  expect((await admin.client.sync.get({ id })).data).toMatchObject({ error: '' })
  const own = { organization: 'own' }
  const { data: started } = await admin.client.securityScans.start({ ...own, kind: 'cloud' })
  const read = async () => (await admin.client.securityScans.get({ ...own, id: started.id })).data
  await expect.poll(read).toMatchObject({ status: 'completed' })
  return Object.fromEntries(
    (await read()).results.map(({ check_id, status, detail }) => [check_id, { status, detail }]),
  )
}

const checks = ['trail-all-regions', 'trail-validated']

it('fails the account without a trail, passes by the trail of the organization, and names what it may not read', async () => {
  const member = accountId(1)
  trails = (account) => (account === firstAccount ? [trail(firstAccount)] : [])
  const id = await connect()
  const own = await scan(id)
  for (const check of checks)
    expect(own[check], check).toEqual({ status: 'fail', detail: `1 of 2 accounts: ${member}.` })

  trails = () => [trail(firstAccount, true)]
  const ofOrganization = await scan(id)
  for (const check of checks)
    expect(ofOrganization[check], check).toEqual({ status: 'pass', detail: 'All of 2 accounts.' })
  // One resource of its own for each account that it records.
  const { data: resources } = await admin.client.resources.list({ type: 'Trail' })
  expect(resources.map(({ sub_account_id }) => sub_account_id).sort()).toEqual([firstAccount, member])

  trails = (account) => (account === firstAccount ? [trail(firstAccount)] : undefined)
  const denied = await scan(id)
  for (const check of checks) {
    expect(denied[check]?.status, check).toBe('unknown')
    expect(denied[check]?.detail, check).toContain('lacks the permission cloudtrail:DescribeTrails in 1 account')
  }
})

it('tells a trail that is logging from one that is stopped, and from one whose status it may not read', async () => {
  const member = accountId(1)
  trails = (account) => [trail(account)]
  logging = (account) => account === firstAccount
  const id = await connect()
  const stopped = await scan(id)
  for (const check of checks)
    expect(stopped[check], check).toEqual({
      ...{ status: 'fail', detail: `1 of 2 accounts: ${member}. Stopped trails: all in ${member}.` },
    })
  const { data: resources } = await admin.client.resources.list({ type: 'Trail' })
  expect(resources.map(({ sub_account_id, state }) => `${sub_account_id} ${state}`).sort()).toEqual(
    [`${firstAccount} active`, `${member} stopped`].sort(),
  )

  logging = (account) => (account === firstAccount ? true : undefined)
  const denied = await scan(id)
  expect(denied['trail-all-regions']).toEqual({
    status: 'unknown',
    detail:
      '1 of 2 accounts lack trails that say their regions and whether they are logging in the inventory: Kept lacks the permission cloudtrail:GetTrailStatus.',
  })
})
