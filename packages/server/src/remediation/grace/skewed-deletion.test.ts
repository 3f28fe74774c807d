/** A process whose clock is off deletes nothing before its grace period has ended by the clock of the database. */
import { type EmulatedClouds, emulateClouds } from '@kept/connectors/remediation/testing/emulated-clouds.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plantVolumeRecommendation } from '../../testing/plant-volume-recommendation.ts'
import { seeUnused } from '../../testing/see-unused.ts'
import { openKept, type TestKept } from '../../testing.ts'
import { dayMs, hourMs } from '../testing/deletion-world.ts'

const settings = {
  KEPT_PRIVATE_NETWORKS: '127.0.0.0/8',
  KEPT_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
}
const volume = 'vol-00000000000000001'
let skewMs = 0
const now = () => new Date(Date.now() + skewMs)
let clouds: EmulatedClouds
let kept: TestKept
let id = ''
beforeAll(async () => {
  clouds = await emulateClouds()
  kept = await openKept(settings, { now })
  const credentials = clouds.credentials.aws as Record<string, string>
  await kept.client.remediation.addAccount({ provider: 'aws', name: 'Main', account: '', credentials })
  clouds.state.volumes = { [volume]: { type: 'gp2', size: 200, attached: false, tags: {} } }
  id = await plantVolumeRecommendation(kept.world.database, kept.world.scope, { resource_id: volume, seenAt: now() })
  await kept.client.remediation.actOnRecommendation({ id, step: 'delete' })
})
afterAll(async () => {
  await kept.close()
  await clouds.close()
})

const stateAt = async (skew: number) => {
  skewMs = skew
  await seeUnused(kept.world.database, kept.world.scope, now())
  await kept.server.features.remediation.deleteDue()
  skewMs = 0
  return (await kept.client.remediation.ofRecommendation({ id })).data.remediation_actions[0]?.state
}

it('waits for both clocks', async () => {
  expect(await stateAt(8 * dayMs)).toBe('waiting')
  expect(await stateAt(90 * dayMs)).toBe('waiting')
  expect(Object.keys(clouds.state.volumes)).toEqual([volume])
  await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx
      .updateTable('remediation_action')
      .set({ delete_after: new Date(Date.now() - 1_000) })
      .execute(),
  )
  expect(await stateAt(-hourMs)).toBe('waiting')
  expect(Object.keys(clouds.state.volumes)).toEqual([volume])
  expect(await stateAt(0)).toBe('done')
  expect(clouds.state.volumes).toEqual({})
})
