/** Nothing is deleted on old data, and what is put off is neither forgotten nor given up too early. */
import { describe, expect, it } from 'vitest'
import { dayMs, hourMs, useDeletionWorld } from '../testing/deletion-world.ts'

const world = useDeletionWorld()
const { later, client, plant, deleteDue, mark, deleteOnCurrentData, latest, notificationsOf, nowMs } = world

describe('without current data', () => {
  it('nothing is deleted: an inventory and an evaluation after the mark have to show it unused', async () => {
    await mark()
    later(8)
    const reasonAfter = async (table: 'resource' | 'recommendation', at: number) => {
      await world.kept.world.database.scoped(world.kept.world.scope, (tx) =>
        table === 'resource'
          ? tx
              .updateTable('resource')
              .set({ observed_at: new Date(at) })
              .where('resource_id', '=', world.volume)
              .execute()
          : tx
              .updateTable('recommendation')
              .set({ last_seen_at: new Date(at) })
              .where('id', '=', world.id)
              .execute(),
      )
      await deleteDue()
      return (await latest())?.failure_reason
    }
    await deleteDue()
    expect(await latest()).toMatchObject({ failure_reason: 'No inventory has listed it since it was marked.' })
    expect(await reasonAfter('resource', nowMs() - 2 * dayMs)).toBe('Its inventory is older than a day.')
    expect(await reasonAfter('resource', nowMs() - hourMs)).toBe('It was not evaluated since its inventory was read.')
    const evaluation = { rule: 'unattached-volume', recommendations: 0, evaluated_count: '1', skip_reasons: '[]' }
    await world.kept.world.database.scoped(world.kept.world.scope, (tx) =>
      tx
        .insertInto('rule_evaluation')
        .values({
          organization_id: world.kept.world.scope.organizationId,
          ...evaluation,
          evaluated_at: new Date(nowMs()),
        })
        .execute(),
    )
    // The last evaluation saw it used: that of an organization without a bill leaves the status alone.
    expect(await reasonAfter('recommendation', nowMs() - 1_000)).toBe('The last evaluation did not find it unused.')
    expect(world.clouds.changes).toEqual(['CreateTags'])
    expect(await reasonAfter('recommendation', nowMs())).toBe('')
    expect(await latest()).toMatchObject({ state: 'done' })
    await world.kept.world.database.scoped(world.kept.world.scope, (tx) => tx.deleteFrom('rule_evaluation').execute())
  })

  it('what was put off while everything was stopped, or before its time, is not given up', async () => {
    await mark()
    await world.kept.client.autopilot.stop({ reason: 'Incident.' })
    await client()
      .deleteNow({ id: world.id })
      .catch(() => undefined)
    later(40)
    await deleteDue()
    later(40)
    await world.kept.client.autopilot.resume({})
    await deleteDue()
    expect(await latest()).toMatchObject({ state: 'waiting', failure_reason: expect.stringContaining('No inventory') })
  })

  it('people are notified once after a day, and after 30 days it is kept', async () => {
    await mark()
    later(8)
    await deleteDue()
    expect(await notificationsOf(world.volume)).toEqual([])
    later(1.1)
    await deleteDue()
    later(1.1)
    await deleteDue()
    expect(await notificationsOf(world.volume)).toMatchObject([{ title: `Deletion put off: ${world.volume}` }])
    later(29)
    await deleteDue()
    expect(await latest()).toMatchObject({ state: 'left', failure_reason: expect.stringContaining('for 30 days') })
    expect(world.clouds.state.volumes[world.volume]?.tags).toEqual({ team: 'a' })
    expect((await notificationsOf(world.volume)).map(({ title }) => title)).toContain(`Not deleted: ${world.volume}`)
  })
})

it('does not delete a load balancer whose targets were registered after the mark', async () => {
  const arn = 'arn:aws:elasticloadbalancing:eu-west-1:111122223333:loadbalancer/app/old/50dc6c495c0c9188'
  world.clouds.state.balancers = { [arn]: { tags: { team: 'a' }, targets: [] } }
  const recommendation = await plant({ resource_id: arn, rule: 'idle-load-balancer' })
  await client().actOnRecommendation({ id: recommendation, step: 'delete' })
  later(6)
  world.clouds.state.balancers[arn]?.targets.push('i-1')
  later(1)
  await deleteOnCurrentData()
  expect(await latest(recommendation)).toMatchObject({
    ...{ state: 'left', failure_reason: expect.stringContaining('registered or removed') },
  })
  expect(world.clouds.state.balancers[arn]?.tags).toEqual({ team: 'a' })
})
