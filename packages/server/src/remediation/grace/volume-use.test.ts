/** EC2 does not say when a volume was last used; its metrics do, and without them nothing is deleted. */
import { describe, expect, it } from 'vitest'
import { hourMs, useDeletionWorld } from '../testing/deletion-world.ts'

const world = useDeletionWorld()
const { later, pass, nowMs, client, mark, deleteOnCurrentData, latest, statusOf, whileBackedUp } = world

const write = (at: number) => {
  world.clouds.state.volumeUse.at = { [world.volume]: [new Date(at).toISOString()] }
}
const isKept = () => {
  expect(world.clouds.changes).not.toContain('DeleteVolume')
  expect([world.clouds.state.volumes[world.volume]?.tags, world.clouds.state.snapshots]).toEqual([{ team: 'a' }, {}])
}

describe('a volume that was attached, written and detached again', () => {
  it.each([4, 40, 80])('%i days before its deletion is not deleted', async (days) => {
    const { automatic, max_step, max_per_hour } = (await client().policy({})).data
    const setDays = (ebs_volume: number) =>
      client().setPolicy({ automatic, max_step, max_per_hour, grace_days: { ebs_volume } })
    await setDays(90)
    await mark()
    later(90 - days)
    write(nowMs())
    later(days)
    await deleteOnCurrentData()
    expect(await latest()).toMatchObject({ state: 'left', failure_reason: expect.stringContaining('was used at') })
    expect(await statusOf()).toBe('open')
    isKept()
    await setDays(7)
  })

  it('before the mark is deleted', async () => {
    write(nowMs() - hourMs)
    await mark()
    later(8)
    await deleteOnCurrentData()
    expect(await latest()).toMatchObject({ state: 'done' })
  })

  it('while its backup is made is not deleted: what was written would be lost', async () => {
    // The double of the cloud begins backups by its own clock.
    await whileBackedUp(async () => write(Date.now()))
    expect(await latest()).toMatchObject({
      state: 'waiting',
      failure_reason: expect.stringContaining('was used while'),
    })
    expect(world.clouds.changes).not.toContain('DeleteVolume')
    expect(Object.keys(world.clouds.state.volumes)).toEqual([world.volume])
  })

  it('while its backup is made is not deleted without a grace period either', async () => {
    const { automatic, max_step, max_per_hour } = (await client().policy({})).data
    await client().setPolicy({ automatic, max_step, max_per_hour, grace_days: { ebs_volume: 0 } })
    write(Date.now() + 30_000)
    await expect(mark()).rejects.toThrow('was used while its backup was made')
    expect(await latest()).toMatchObject({ state: 'failed' })
    isKept()
    await client().setPolicy({ automatic, max_step, max_per_hour, grace_days: { ebs_volume: 7 } })
  })
})

describe('without the right to read the metrics', () => {
  it('nothing is marked, and the reason names the permission', async () => {
    world.clouds.state.volumeUse.isDenied = true
    await expect(mark()).rejects.toThrow('It needs cloudwatch:GetMetricData.')
    isKept()
  })

  it('what is marked is not deleted, until they can be read', async () => {
    await mark()
    later(8)
    world.clouds.state.volumeUse.isDenied = true
    await deleteOnCurrentData()
    const reason = expect.stringContaining('so it is not deleted. It needs cloudwatch:GetMetricData.')
    expect(await latest()).toMatchObject({ state: 'waiting', failure_reason: reason })
    expect(world.clouds.changes).toEqual(['CreateTags'])
    world.clouds.state.volumeUse.isDenied = false
    pass(hourMs)
    await deleteOnCurrentData()
    expect(await latest()).toMatchObject({ state: 'done' })
  })
})
