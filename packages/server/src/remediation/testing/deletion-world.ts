/**
 * For tests of deletions after a grace period: emulated clouds with their accounts, a clock, and for each test a volume
 * of its own that a recommendation calls unattached. To be called once in a file, outside of its tests.
 */
import { type EmulatedClouds, emulateClouds } from '@kept/connectors/remediation/testing/emulated-clouds.ts'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { plantVolumeRecommendation } from '../../testing/plant-volume-recommendation.ts'
import { seeUnused } from '../../testing/see-unused.ts'
import { openKept, type TestKept } from '../../testing.ts'

export const dayMs = 86_400_000
export const hourMs = 3_600_000

/** At nine in the morning. A deletion waits for the clock of the database as well, and the tests let months pass. */
export const longAgo = Math.floor(Date.now() / dayMs) * dayMs - 2 * 365 * dayMs + 9 * hourMs

const settings = {
  KEPT_PRIVATE_NETWORKS: '127.0.0.0/8',
  KEPT_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
}

interface ActionValues {
  state?: 'doing'
  leased_until?: Date
  lease_token?: string
  deletion_started_at?: Date
  delete_sent_at?: Date
  earlier_delete_sent_at?: Date
}

export function useDeletionWorld() {
  let opened: { clouds: EmulatedClouds; kept: TestKept } | undefined
  const open = () => {
    if (!opened) throw new Error('The world is open only while tests run.')
    return opened
  }
  let clock = longAgo
  let count = 0
  let volume = ''
  let id = ''

  beforeAll(async () => {
    const clouds = await emulateClouds()
    opened = { clouds, kept: await openKept(settings, { now: () => new Date(clock) }) }
    for (const provider of ['aws', 'azure', 'gcp'] as const) await connect(provider)
  })
  afterAll(async () => {
    const { clouds, kept } = open()
    await kept.close()
    await clouds.close()
  })
  beforeEach(async () => {
    const { clouds } = open()
    count += 1
    clock += 1_000
    volume = `vol-${count.toString(16).padStart(17, '0')}`
    clouds.changes.length = 0
    clouds.failReadsAfter(null)
    clouds.state.slowDeletions = false
    clouds.state.snapshots = {}
    clouds.state.volumeUse = { at: {}, isDenied: false }
    clouds.state.volumes = { [volume]: { type: 'gp2', size: 200, attached: false, tags: { team: 'a' } } }
    id = await plant({ resource_id: volume })
  })

  const client = () => open().kept.client.remediation
  const database = () => open().kept.world.database
  const scope = () => open().kept.world.scope

  async function connect(provider: 'aws' | 'azure' | 'gcp', name: string = provider, own: object = {}) {
    const credentials = { ...open().clouds.credentials[provider], ...own } as Record<string, string>
    return (await client().addAccount({ provider, name, account: '', credentials })).data
  }
  function plant(fields: { resource_id: string; provider?: string; rule?: string }) {
    return plantVolumeRecommendation(database(), scope(), { provider: 'aws', ...fields, seenAt: new Date(clock) })
  }
  const see = () => seeUnused(database(), scope(), new Date(clock))
  const deleteDue = () => open().kept.server.features.remediation.deleteDue()
  const mark = () => client().actOnRecommendation({ id, step: 'delete' })
  const later = (days: number) => {
    clock += days * dayMs
  }

  return {
    get clouds() {
      return open().clouds
    },
    get kept() {
      return open().kept
    },
    /** Of the running test. */
    get volume() {
      return volume
    },
    /** The recommendation about its volume. */
    get id() {
      return id
    },
    nowMs: () => clock,
    pass(ms: number) {
      clock += ms
    },
    ...{ later, client, connect, plant, see, deleteDue, mark },
    /** By its provider. */
    async disconnect(provider: string) {
      const { data } = await client().accounts({})
      for (const account of data) if (account.provider === provider) await client().removeAccount({ id: account.id })
    },
    async deleteOnCurrentData() {
      await see()
      return deleteDue()
    },
    restore: async (recommendation = id) =>
      (await client().revertRecommendation({ id: recommendation })).data.remediation_action,
    latest: async (recommendation = id) =>
      (await client().ofRecommendation({ id: recommendation })).data.remediation_actions[0],
    statusOf: async (recommendation = id) =>
      (await open().kept.client.costOptimization.recommendation({ id: recommendation })).data.status,
    notificationsOf: async (name: string) =>
      (await open().kept.client.notifications.list({})).data.filter(({ title }) => title.endsWith(`: ${name}`)),
    ledger: (recommendation = id) =>
      database().scoped(scope(), (tx) =>
        tx.selectFrom('savings_action').select('state').where('recommendation_id', '=', recommendation).execute(),
      ),
    setAction: (values: ActionValues, recommendation = id) =>
      database().scoped(scope(), (tx) =>
        tx.updateTable('remediation_action').set(values).where('subject_id', '=', recommendation).execute(),
      ),
    /** As a deletion made it of the volume. */
    backup: () => ({
      'snap-1': {
        volume: { type: 'gp2', size: 200, attached: false, tags: {} },
        tags: { 'kept:backup-of': volume },
      },
    }),
    /** Deletes what was marked, and runs the work after its backup was requested and before that is complete. */
    async whileBackedUp<T>(work: () => Promise<T>, backupMs = 1_000): Promise<T> {
      const { clouds } = open()
      await mark()
      later(8)
      await see()
      clouds.slow(/CreateSnapshot/, backupMs)
      const run = deleteDue()
      await expect.poll(() => clouds.changes.includes('CreateSnapshot'), { timeout: 10_000 }).toBe(true)
      const result = await work()
      await run
      return result
    },
  }
}
