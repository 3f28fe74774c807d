/** A deletion that was sent: its result is read, its backup stays, and what others deleted is not claimed. */
import { describe, expect, it } from 'vitest'
import { hourMs, useDeletionWorld } from '../testing/deletion-world.ts'

const world = useDeletionWorld()
const {
  later,
  client,
  plant,
  deleteDue,
  mark,
  deleteOnCurrentData,
  restore,
  latest,
  statusOf,
  ledger,
  setAction,
  backup,
  nowMs,
  pass,
} = world

const newDisk = () => ({
  ...{ location: 'westeurope', sku: { name: 'Premium_LRS' }, tags: {} },
  properties: { diskSizeGB: 128, diskState: 'Unattached', provisioningState: 'Succeeded' },
})
const disks = '/subscriptions/s-1/resourceGroups/dev/providers/Microsoft.Compute/disks'

describe('a deletion that was sent', () => {
  it('and whose result could not be read is in progress, not waiting, and is recorded when it can be', async () => {
    await mark()
    later(8)
    world.clouds.failReadsAfter(/DeleteVolume/)
    await deleteOnCurrentData()
    expect(await latest()).toMatchObject({ state: 'doing' })
    await expect(restore()).rejects.toThrow('being undone or deleted')
    await deleteDue()
    expect(await latest()).toMatchObject({ state: 'doing' })
    world.clouds.failReadsAfter(null)
    await setAction({ leased_until: new Date(0) })
    await deleteDue()
    expect(await latest()).toMatchObject({ state: 'done', failure_reason: '' })
    expect([await statusOf(), await ledger()]).toMatchObject(['done', [{}]])
    expect(Object.keys(world.clouds.state.snapshots)).toHaveLength(1)
    expect(await restore()).toMatchObject({ state: 'undone' })
    expect(Object.values(world.clouds.state.volumes)).toHaveLength(1)
  })

  it('and came to nothing does not count as the one that deleted it later, but can be undone', async () => {
    await mark()
    later(8)
    await setAction({ earlier_delete_sent_at: new Date(nowMs() - hourMs) })
    Object.assign(world.clouds.state, { volumes: {}, snapshots: backup() })
    await deleteOnCurrentData()
    expect(await latest()).toMatchObject({
      state: 'done',
      failure_reason: expect.stringContaining('no saving is counted'),
    })
    expect([await statusOf(), await ledger()]).toEqual(['accepted', []])
    expect(await restore()).toMatchObject({ state: 'undone' })
    expect(Object.values(world.clouds.state.volumes)).toHaveLength(1)
  })

  it('and that came about while it waited again is undone from its backup', async () => {
    await mark()
    await setAction({ earlier_delete_sent_at: new Date(nowMs() - hourMs) })
    Object.assign(world.clouds.state, { volumes: {}, snapshots: backup() })
    expect(await restore()).toMatchObject({ state: 'undone', failure_reason: '' })
    expect(Object.values(world.clouds.state.volumes)).toHaveLength(1)
  })

  it('and came to nothing waits on, with its backup', async () => {
    await mark()
    later(8)
    world.clouds.refuse(/DeleteVolume/, 500)
    await deleteOnCurrentData()
    expect(await latest()).toMatchObject({ state: 'doing' })
    pass(11 * 60_000)
    await deleteDue()
    expect(await latest()).toMatchObject({ state: 'waiting', failure_reason: expect.stringContaining('still exists') })
    expect(Object.keys(world.clouds.state.snapshots)).toHaveLength(1)
    expect(await restore()).toMatchObject({ state: 'undone' })
    expect([Object.keys(world.clouds.state.volumes), Object.keys(world.clouds.state.snapshots).length]).toEqual([
      [world.volume],
      1,
    ])
  })
})

it('that is going on may still fail: it is no deletion before the resource is gone', async () => {
  const disk = `${disks}/failing`
  world.clouds.state.azure = { [disk]: newDisk() }
  world.clouds.state.slowDeletions = true
  const recommendation = await plant({ resource_id: disk, provider: 'azure' })
  await client().actOnRecommendation({ id: recommendation, step: 'delete' })
  later(8)
  const before = new Date(nowMs() - 11 * 60_000)
  const sent = {
    state: 'doing',
    leased_until: new Date(0),
    deletion_started_at: before,
    delete_sent_at: before,
  } as const
  await setAction(sent, recommendation)
  Object.assign(world.clouds.state.azure[disk]?.properties ?? {}, { provisioningState: 'Deleting' })
  await deleteDue()
  expect(await latest(recommendation)).toMatchObject({ state: 'doing' })
  expect(await ledger(recommendation)).toEqual([])
  Object.assign(world.clouds.state.azure[disk]?.properties ?? {}, { provisioningState: 'Succeeded' })
  await deleteDue()
  expect(await latest(recommendation)).toMatchObject({
    ...{ state: 'waiting', failure_reason: expect.stringContaining('still exists') },
  })
})

it.each([7, 0])('keeps the backup of a disk whose deletion is stopped midway, with %i days', async (days) => {
  const disk = `${disks}/slow${days}`
  const { automatic, max_step, max_per_hour } = (await client().policy({})).data
  await client().setPolicy({ automatic, max_step, max_per_hour, grace_days: { managed_disk: days } })
  world.clouds.state.azure = {
    [disk]: newDisk(),
  }
  world.clouds.state.slowDeletions = true
  const recommendation = await plant({ resource_id: disk, provider: 'azure' })
  const act = client().actOnRecommendation({ id: recommendation, step: 'delete' })
  act.catch(() => undefined)
  let run: Promise<unknown> = act
  if (days > 0) {
    await act
    later(8)
    run = deleteOnCurrentData()
  }
  await expect.poll(() => world.clouds.changes.includes(`DELETE ${disk}`), { timeout: 10_000 }).toBe(true)
  await world.kept.client.autopilot.stop({ reason: 'Incident.' })
  await run.catch(() => undefined)
  expect(world.clouds.changes.filter((change) => change.startsWith('DELETE'))).toEqual([`DELETE ${disk}`])
  await world.kept.client.autopilot.resume({})
  world.clouds.finishDeletions()
  pass(3 * 60_000)
  await deleteDue()
  await world.kept.server.features.remediation.revertDue()
  expect(await latest(recommendation)).toMatchObject({ state: 'done', failure_reason: '' })
  expect(Object.keys(world.clouds.state.azure)).toEqual([expect.stringContaining('/snapshots/')])
  await client().setPolicy({ automatic, max_step, max_per_hour, grace_days: { managed_disk: 7 } })
})

it('is restored from a backup of Kept that the record does not know of', async () => {
  await mark()
  Object.assign(world.clouds.state, { volumes: {}, snapshots: backup() })
  expect(await restore()).toMatchObject({ state: 'undone' })
  expect(Object.values(world.clouds.state.volumes)).toHaveLength(1)
})

it('does not restore what someone else deleted, and says so', async () => {
  await mark()
  world.clouds.state.volumes = {}
  expect(await restore()).toMatchObject({
    ...{ state: 'left', failure_reason: expect.stringContaining('not Kept that deleted it') },
  })
  expect(await ledger()).toEqual([])
})

it('does not delete with a backup that an earlier attempt left', async () => {
  world.clouds.state.snapshots = backup()
  await expect(mark()).rejects.toThrow('has a backup that Kept made before')
  expect(world.clouds.changes).toEqual([])
})
