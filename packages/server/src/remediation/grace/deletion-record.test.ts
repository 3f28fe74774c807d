/** What is recorded of a deletion, and of one that did not come about, is what happened. */
import { expect, it } from 'vitest'
import { useDeletionWorld } from '../testing/deletion-world.ts'

const world = useDeletionWorld()
const { later, client, plant, mark, deleteOnCurrentData, latest, statusOf, ledger, whileBackedUp } = world

const summariesOf = async (recommendation: string) => {
  const { database, scope } = world.kept.world
  const rows = await database.scoped(scope, (tx) =>
    tx.selectFrom('audit_event').select('summary').where('resource_id', '=', recommendation).orderBy('seq').execute(),
  )
  return rows.map(({ summary }) => summary)
}

it('says whether the grace period had ended', async () => {
  await mark()
  later(1)
  await client().deleteNow({ id: world.id })
  expect((await summariesOf(world.id)).at(-1)).toMatch(/ deleted vol-\w+ before the end of its grace period\.$/)
  const other = `${world.volume.slice(0, -2)}ff`
  world.clouds.state.volumes[other] = { type: 'gp2', size: 200, attached: false, tags: {} }
  const second = await plant({ resource_id: other })
  await client().actOnRecommendation({ id: second, step: 'delete' })
  later(8)
  await deleteOnCurrentData()
  expect((await summariesOf(second)).at(-1)).toMatch(/^Kept deleted vol-\w+ after its grace period\.$/)
})

it('says that a backup is left, where what is kept was changed while it was made', async () => {
  await whileBackedUp(async () => Object.assign(world.clouds.state.volumes[world.volume] ?? {}, { type: 'st1' }))
  expect(await latest()).toMatchObject({
    ...{ state: 'left', failure_reason: expect.stringContaining('Its backup may be left.') },
  })
  expect(Object.keys(world.clouds.state.snapshots)).toHaveLength(1)
  expect(world.clouds.changes).not.toContain('DeleteVolume')
})

it('claims no saving for an address that its owner released after the dry run', async () => {
  const { automatic, max_step, max_per_hour } = (await client().policy({})).data
  const setDays = (elastic_ip: number) =>
    client().setPolicy({ automatic, max_step, max_per_hour, grace_days: { elastic_ip } })
  await setDays(0)
  const address = 'eipalloc-0123456789abcdef0'
  world.clouds.state.addresses[address] = { address: '203.0.113.7', tags: {} }
  const id = await plant({ resource_id: address, rule: 'unassociated-address' })
  const { data } = await client().actOnRecommendation({ id, step: 'release', dry_run: true })
  delete world.clouds.state.addresses[address]
  const request = { id, step: 'release', dry_run_id: data.remediation_action?.id } as const
  await expect(client().actOnRecommendation(request)).rejects.toThrow('It was not Kept that deleted it')
  expect(await latest(id)).toMatchObject({ state: 'failed' })
  expect([await statusOf(id), await ledger(id)]).toEqual(['open', []])
  await setDays(7)
})
