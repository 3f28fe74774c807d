/** Several deletions, and several processes: none holds up another, and each is completed once. */
import { completeAction, findRemediationAction } from '@kept/store/remediation/actions.ts'
import { actionsToDelete } from '@kept/store/remediation/deletions.ts'
import { describe, expect, it } from 'vitest'
import { dayMs, useDeletionWorld } from '../testing/deletion-world.ts'
import { deletionJob } from './delete-job.ts'

const world = useDeletionWorld()
const { later, client, plant, see, deleteDue, mark, latest, setAction, nowMs, pass } = world

describe('several', () => {
  it('that are put off do not hold up one that was not tried', async () => {
    await mark()
    const first = (await latest())?.id
    const secondVolume = `${world.volume.slice(0, -1)}f`
    world.clouds.state.volumes[secondVolume] = { type: 'gp2', size: 200, attached: false, tags: {} }
    pass(1_000)
    const second = await plant({ resource_id: secondVolume })
    await client().actOnRecommendation({ id: second, step: 'delete' })
    const secondId = (await latest(second))?.id
    pass(7 * dayMs - 1_000)
    await deleteDue()
    pass(1_000)
    const due = await actionsToDelete(world.kept.world.database, world.kept.world.scope, new Date(nowMs()))
    expect(due.filter((action) => action === first || action === secondId)).toEqual([secondId, first])
  })

  it('are deleted by a job each', async () => {
    await mark()
    later(8)
    await see()
    const { services } = world.kept.server
    const noWrite = async () => undefined
    const onStateChange = { loop: noWrite, environment: noWrite, recommendation: noWrite }
    await deletionJob.run({}, { ...services, onStateChange, guard: noWrite }, AbortSignal.timeout(30_000), {
      last: true,
    })
    await expect.poll(async () => (await latest())?.state, { timeout: 30_000 }).toBe('done')
  })
})

it('lets no process complete what another one has taken over', async () => {
  await mark()
  const stored = await findRemediationAction(
    world.kept.world.database,
    world.kept.world.scope,
    (await latest())?.id ?? '',
  )
  await setAction({ lease_token: '00000000-0000-4000-8000-000000000001' })
  const auditContext = { actor: { kind: 'system', id: null, name: 'Kept' }, at: new Date(nowMs()) } as const
  const outcome = { state: 'left', summary: 'It is too late.', auditContext } as const
  await expect(completeAction(world.kept.world.database, world.kept.world.scope, stored, outcome)).rejects.toThrow(
    'has taken over',
  )
  expect(await latest()).toMatchObject({ state: 'waiting' })
})
