/** The first run of a connection to a large organization: what is whole is evaluated while the rest is read. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'
import { type RunServices, runConnection } from './run-connection.ts'
import { accountId, firstAccount, type SmallAws, startSmallAws } from './testing/small-aws.ts'

const accounts = 30
/** Its functions take long to be listed. */
const slow = accountId(1)
let kept: TestKept
let admin: TestUser
let aws: SmallAws
let externalId = ''
beforeAll(async () => {
  kept = await openKept()
  admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  aws = await startSmallAws({
    ...{ accounts, externalId: () => externalId, isFailing: () => false },
    delayMs: ({ service, key }) => (service === 'lambda' && key.endsWith(slow) ? 8_000 : 0),
  })
  kept.server.services.config.storageEndpoints.push(aws.url)
})
afterAll(async () => {
  aws.close()
  await kept.close()
})

async function connect(): Promise<string> {
  const { data } = await admin.client.connections.create({
    kind: 'aws',
    name: 'AWS',
    access_key_id: 'AKIACONNECTION',
    secret_access_key: 'connection-secret',
    role_arn: `arn:aws:iam::${firstAccount}:role/KeptRead`,
    regions: ['us-east-1'],
    endpoint: aws.url,
  })
  await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.updateTable('sync_connection').set({ next_run_at: '2100-01-01T00:00:00Z' }).where('id', '=', data.id).execute(),
  )
  externalId = (await admin.client.sync.get({ id: data.id })).data.external_id
  return data.id
}

/** The accounts that have a recommendation, and those whose resources are not all listed yet. */
async function look(id: string): Promise<{ recommended: string[]; unread: string[] }> {
  const { data: units } = await admin.client.sync.units({ id, limit: 1000 })
  const open = units.filter(
    ({ state, dataset }) => ['new', 'running'].includes(state) && !['metrics', 'activity', 'prices'].includes(dataset),
  )
  const { data: recommendations } = await admin.client.costOptimization.recommendations({})
  return {
    recommended: recommendations.map(({ resource_id }) => resource_id.replace(/^.*vol-/, '')).toSorted(),
    unread: open.map(({ account_id }) => account_id),
  }
}

it('recommends in accounts that are whole, and in no other, before the run ends', async () => {
  const id = await connect()
  const seen: Awaited<ReturnType<typeof look>>[] = []
  const { services, features } = kept.server
  const startMs = services.now().getTime()
  const run: RunServices = {
    ...services,
    // A second for each request.
    now: () => new Date(startMs + aws.requests * 1000),
    pipeline: {
      async run(_change, scope) {
        await features.recommendations.evaluate(scope)
        seen.push(await look(id))
      },
    },
    importExport: async () => undefined,
    importActivity: kept.server.features.behavior.importActivity,
  }
  await runConnection(run, kept.world.scope, id, { startedBy: 'test', signal: new AbortController().signal })

  const all = Array.from({ length: accounts }, (_, index) => accountId(index))
  const early = seen.filter(({ unread }) => unread.length > 0)
  expect(early.some(({ recommended, unread }) => recommended.length > 0 && unread.includes(slow))).toBe(true)
  // What is unread after an evaluation was unread when it began.
  for (const { recommended, unread } of early)
    expect(recommended.filter((account) => unread.includes(account))).toEqual([])
  expect(seen.at(-1)).toEqual({ recommended: all, unread: [] })
}, 120_000)
