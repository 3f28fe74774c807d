/** Azure deletes by name: what was made again under the name of the planned resource is kept, even with its mark. */
import { expect, it } from 'vitest'
import { useDeletionWorld } from '../testing/deletion-world.ts'

const world = useDeletionWorld()
const { later, client, plant, latest, ledger, deleteOnCurrentData } = world
const group = '/subscriptions/s-1/resourceGroups/dev/providers'

const kinds = [
  {
    id: `${group}/Microsoft.Compute/disks/data`,
    rule: 'unattached-volume',
    step: 'delete' as const,
    properties: { diskSizeGB: 128, diskState: 'Unattached', provisioningState: 'Succeeded' },
  },
  {
    id: `${group}/Microsoft.Network/publicIPAddresses/front`,
    rule: 'unassociated-address',
    step: 'release' as const,
    properties: { publicIPAllocationMethod: 'Static', provisioningState: 'Succeeded' },
  },
]

const deletions = () => world.clouds.changes.filter((change) => change.startsWith('DELETE'))

it.each(kinds)('$id that was made again while it waited is kept', async ({ id, rule, step, properties }) => {
  const create = (tags: Record<string, string>) => {
    const document = { location: 'westeurope', sku: { name: 'Standard' }, tags, properties: { ...properties } }
    world.clouds.state.azure = { [id]: document }
  }
  create({})
  const recommendation = await plant({ resource_id: id, provider: 'azure', rule })
  await client().actOnRecommendation({ id: recommendation, step })
  // On a busy machine the answer comes before the mark was read back.
  await expect.poll(async () => (await latest(recommendation))?.state, { timeout: 30_000 }).toBe('waiting')
  // As a template that copied all tags makes it again.
  const { tags } = world.clouds.state.azure[id] ?? {}
  expect(tags).toMatchObject({ 'kept:delete-after': expect.any(String) })
  create(tags as Record<string, string>)
  later(8)
  await deleteOnCurrentData()
  expect(await latest(recommendation)).toMatchObject({
    ...{ state: 'left', failure_reason: expect.stringContaining('it was made again with the same name') },
  })
  expect(deletions()).toEqual([])
  expect(world.clouds.state.azure[id]?.tags).toEqual({})
  expect(await ledger(recommendation)).toEqual([])
})

it.each(kinds)(
  '$id that was made again after the dry run is not marked',
  async ({ id: other, rule, step, properties }) => {
    const id = `${other}-2`
    const create = () => {
      const document = { location: 'westeurope', sku: { name: 'Standard' }, tags: {}, properties: { ...properties } }
      world.clouds.state.azure = { [id]: document }
    }
    create()
    const recommendation = await plant({ resource_id: id, provider: 'azure', rule })
    const { data } = await client().actOnRecommendation({ id: recommendation, step, dry_run: true })
    create()
    const dry_run_id = data.remediation_action?.id
    await expect(client().actOnRecommendation({ id: recommendation, step, dry_run_id })).rejects.toThrow(
      'is another resource than the one of the plan',
    )
    expect(world.clouds.changes).toEqual([])
  },
)
