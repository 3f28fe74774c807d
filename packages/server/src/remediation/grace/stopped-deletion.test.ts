/** Deletions that are stopped while they are prepared, by what has changed or by people: nothing is lost. */
import { describe, expect, it } from 'vitest'
import { rollBackRecommended, verifyRecommended } from '../public/recommended-change.ts'
import { hourMs, useDeletionWorld } from '../testing/deletion-world.ts'

const world = useDeletionWorld()
const {
  later,
  client,
  see,
  deleteDue,
  mark,
  restore,
  latest,
  statusOf,
  notificationsOf,
  setAction,
  whileBackedUp,
  nowMs,
} = world

describe('while the backup is made', () => {
  const isNotDeleted = () => {
    expect(world.clouds.changes).not.toContain('DeleteVolume')
    expect([world.clouds.state.volumes[world.volume]?.tags, world.clouds.state.snapshots]).toEqual([{ team: 'a' }, {}])
  }

  it('a removed mark still keeps the resource', async () => {
    await whileBackedUp(async () =>
      Object.assign(world.clouds.state.volumes[world.volume] ?? {}, { tags: { team: 'a' } }),
    )
    expect(await latest()).toMatchObject({ state: 'left', failure_reason: expect.stringContaining('mark was removed') })
    isNotDeleted()
  })

  it('an inventory that was not evaluated puts the deletion off', async () => {
    await whileBackedUp(() =>
      world.kept.world.database.scoped(world.kept.world.scope, (tx) =>
        tx
          .updateTable('resource')
          .set({ observed_at: new Date(nowMs() + 1) })
          .where('resource_id', '=', world.volume)
          .execute(),
      ),
    )
    expect(await latest()).toMatchObject({ state: 'waiting', failure_reason: expect.stringContaining('not evaluated') })
    expect(world.clouds.changes).not.toContain('DeleteVolume')
    expect(Object.keys(world.clouds.state.volumes)).toEqual([world.volume])
  })

  it('a restore stops the deletion, at once', async () => {
    const startedMs = performance.now()
    const answer = await whileBackedUp(restore, 60_000)
    expect(performance.now() - startedMs).toBeLessThan(30_000)
    expect(answer).toMatchObject({ state: 'doing', failure_reason: expect.stringContaining('asked to restore') })
    expect(await latest()).toMatchObject({ state: 'undone' })
    isNotDeleted()
    expect(await statusOf()).toBe('open')
  })
})

it('is stopped by a restore, also where an earlier deletion came to nothing', async () => {
  await mark()
  later(8)
  await setAction({ earlier_delete_sent_at: new Date(nowMs() - hourMs) })
  await see()
  world.clouds.slow(/CreateSnapshot/, 60_000)
  const run = deleteDue()
  await expect.poll(() => world.clouds.changes.includes('CreateSnapshot'), { timeout: 10_000 }).toBe(true)
  expect(await restore()).toMatchObject({ failure_reason: expect.stringContaining('asked to restore') })
  await run
  expect(await latest()).toMatchObject({ state: 'undone' })
  expect(world.clouds.changes).not.toContain('DeleteVolume')
})

it('is stopped by a rollback of autopilot, and is no reason for one', async () => {
  await mark()
  later(8)
  await see()
  world.clouds.slow(/CreateSnapshot/, 60_000)
  const run = deleteDue()
  await expect.poll(() => world.clouds.changes.includes('CreateSnapshot'), { timeout: 10_000 }).toBe(true)
  const actionId = (await latest())?.id ?? ''
  const { services } = world.kept.server
  expect(await verifyRecommended(services, world.kept.world.scope, actionId)).toBeUndefined()
  const auditContext = { actor: { kind: 'system', id: null, name: 'Kept' }, at: new Date(nowMs()) } as const
  await rollBackRecommended(services, world.kept.world.scope, actionId, { name: 'Autopilot', auditContext })
  await run
  expect(await latest()).toMatchObject({ state: 'undone' })
  expect(world.clouds.changes).not.toContain('DeleteVolume')
})

it('says why an early deletion did not come about, to the person and to all', async () => {
  await mark()
  Object.assign(world.clouds.state.volumes[world.volume] ?? {}, { attached: true })
  await expect(client().deleteNow({ id: world.id })).rejects.toThrow('is attached to an instance')
  expect(await latest()).toMatchObject({ state: 'left' })
  expect(await notificationsOf(world.volume)).toMatchObject([{ title: `Not deleted: ${world.volume}` }])
})

it('leaves a recommendation that was accepted before to its owner', async () => {
  await world.kept.client.costOptimization.accept({ id: world.id, owner: 'Ada', due_on: '2027-01-31' })
  await mark()
  expect(await restore()).toMatchObject({ state: 'undone' })
  const { data } = await world.kept.client.costOptimization.recommendation({ id: world.id })
  expect(data).toMatchObject({ status: 'accepted', due_on: '2027-01-31', owner: expect.anything() })
})
