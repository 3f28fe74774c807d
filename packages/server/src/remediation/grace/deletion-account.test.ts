/** Deletions and restores whose account was removed, and added again: with new keys, or with those of another account. */
import { describe, expect, it } from 'vitest'
import { hourMs, useDeletionWorld } from '../testing/deletion-world.ts'

const world = useDeletionWorld()
const { later, connect, disconnect, client, deleteDue, mark, deleteOnCurrentData } = world
const { restore, latest, notificationsOf, ledger, setAction, nowMs, pass } = world

/** As an admin would rotate the keys, with those of another account by mistake. */
const addOtherAccount = async () => {
  await disconnect('aws')
  await connect('aws', 'Shop', world.clouds.otherAws.credentials)
}
const addOwnAccount = async () => {
  await disconnect('aws')
  await connect('aws', 'New keys')
}
const sentence = 'Shop is the AWS account 444455556666'
const sent = () => {
  const before = new Date(nowMs() - 1)
  return { state: 'doing', leased_until: new Date(0), deletion_started_at: before, delete_sent_at: before } as const
}

describe('an account that was added again', () => {
  it('such as with new keys, is used from then on', async () => {
    await mark()
    await disconnect('aws')
    later(8)
    // While there is none, nothing ends.
    await deleteOnCurrentData()
    expect(await latest()).toMatchObject({ state: 'waiting', failure_reason: expect.stringContaining('Add it again') })
    await addOwnAccount()
    pass(hourMs)
    await deleteOnCurrentData()
    expect(await latest()).toMatchObject({ state: 'done' })
  })

  it('with keys of another account makes nothing look deleted: what waits goes on waiting', async () => {
    await mark()
    await addOtherAccount()
    later(8)
    await deleteOnCurrentData()
    expect(await latest()).toMatchObject({ state: 'waiting', failure_reason: expect.stringContaining(sentence) })
    later(2)
    await deleteOnCurrentData()
    expect(await notificationsOf(world.volume)).toMatchObject([{ body: expect.stringContaining('111122223333') }])
    await addOwnAccount()
    later(1)
    await deleteOnCurrentData()
    expect(await latest()).toMatchObject({ state: 'done', failure_reason: '' })
  })

  it('with keys of another account is no reason to take a deletion for complete', async () => {
    await mark()
    later(8)
    await setAction(sent())
    await addOtherAccount()
    await deleteDue()
    await deleteDue()
    expect(await latest()).toMatchObject({ state: 'doing', failure_reason: expect.stringContaining(sentence) })
    expect(await ledger()).toEqual([])
    expect(await notificationsOf(world.volume)).toHaveLength(1)
    await addOwnAccount()
    pass(hourMs)
    await setAction({ leased_until: new Date(0) })
    await deleteDue()
    expect(await latest()).toMatchObject({ state: 'waiting', failure_reason: expect.stringContaining('still exists') })
    expect(await ledger()).toEqual([])
  })

  it('with keys of another account undoes nothing, and the undo stays possible', async () => {
    await mark()
    await client().deleteNow({ id: world.id })
    await addOtherAccount()
    await expect(restore()).rejects.toThrow(sentence)
    expect(await latest()).toMatchObject({ state: 'done', failure_reason: expect.stringContaining(sentence) })
    await addOwnAccount()
    expect(await restore()).toMatchObject({ state: 'undone' })
    expect(Object.values(world.clouds.state.volumes)).toHaveLength(1)
  })

  it('with keys of another account keeps what was restored, and removes its mark with the right keys', async () => {
    await mark()
    await addOtherAccount()
    await expect(restore()).rejects.toThrow(sentence)
    expect(await latest()).toMatchObject({ state: 'undoing', failure_reason: expect.stringContaining(sentence) })
    await addOwnAccount()
    await world.kept.server.features.remediation.revertDue()
    expect(await latest()).toMatchObject({ state: 'undone' })
    expect(world.clouds.state.volumes[world.volume]?.tags).toEqual({ team: 'a' })
  })

  it('is not used for a dry run that was made in another one', async () => {
    const { data } = await client().actOnRecommendation({ id: world.id, step: 'delete', dry_run: true })
    await addOtherAccount()
    const { volumes } = world.clouds.otherAws.state
    // An ID is of one account only; the keys are what is tested.
    Object.assign(volumes, world.clouds.state.volumes)
    const dry_run_id = data.remediation_action?.id
    await expect(client().actOnRecommendation({ id: world.id, step: 'delete', dry_run_id })).rejects.toThrow(sentence)
    await expect(mark()).rejects.toThrow(sentence)
    expect(world.clouds.changes).toEqual([])
    await addOwnAccount()
  })
})

describe('an undo without an account', () => {
  it('of what was deleted says so, and stays possible', async () => {
    await mark()
    await client().deleteNow({ id: world.id })
    await disconnect('aws')
    await expect(restore()).rejects.toThrow('was removed, so Kept cannot undo this')
    expect(await latest()).toMatchObject({ state: 'done', failure_reason: expect.stringContaining('was removed') })
    await addOwnAccount()
    expect(await restore()).toMatchObject({ state: 'undone' })
    expect(Object.values(world.clouds.state.volumes)).toHaveLength(1)
  })

  it('of what waits keeps it, says so, and removes its mark when the account is there again', async () => {
    await mark()
    await disconnect('aws')
    await expect(restore()).rejects.toThrow('was removed, so Kept cannot undo this')
    expect(await notificationsOf(world.volume)).toMatchObject([{ title: `Restore incomplete: ${world.volume}` }])
    later(8)
    await addOwnAccount()
    await deleteOnCurrentData()
    await world.kept.server.features.remediation.revertDue()
    expect(await latest()).toMatchObject({ state: 'undone' })
    expect(world.clouds.state.volumes[world.volume]?.tags).toEqual({ team: 'a' })
  })
})
