/** Deletions that fail midway, are restored midway, or rest on old data: nothing is lost, and nothing is misreported. */
import { type EmulatedClouds, emulateClouds } from '@kept/connectors/remediation/testing/emulated-clouds.ts'
import { completeAction, findRemediationAction } from '@kept/store/remediation/actions.ts'
import { actionsToDelete } from '@kept/store/remediation/deletions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { plantVolumeRecommendation } from '../../testing/plant-volume-recommendation.ts'
import { seeUnused } from '../../testing/see-unused.ts'
import { openKept, type TestKept } from '../../testing.ts'
import { rollBackRecommended, verifyRecommended } from '../public/recommended-change.ts'
import { deletionJob } from './delete-job.ts'

const settings = {
  KEPT_PRIVATE_NETWORKS: '127.0.0.0/8',
  KEPT_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
}
const dayMs = 86_400_000
const hourMs = 3_600_000
let clock = Date.parse('2026-06-10T09:00:00Z')
let clouds: EmulatedClouds
let kept: TestKept
beforeAll(async () => {
  clouds = await emulateClouds()
  kept = await openKept(settings, { now: () => new Date(clock) })
  for (const provider of ['aws', 'azure', 'gcp'] as const) await connect(provider)
})
afterAll(async () => {
  await kept.close()
  await clouds.close()
})

let count = 0
let volume = ''
let id = ''
beforeEach(async () => {
  count += 1
  clock += 1_000
  volume = `vol-${count.toString(16).padStart(17, '0')}`
  clouds.changes.length = 0
  clouds.failReadsAfter(null)
  clouds.state.slowDeletions = false
  clouds.state.snapshots = {}
  clouds.state.volumes = { [volume]: { type: 'gp2', size: 200, attached: false, tags: { team: 'a' } } }
  id = await plant({ resource_id: volume })
})

const client = () => kept.client.remediation
const connect = async (provider: 'aws' | 'azure' | 'gcp', name: string = provider) => {
  const credentials = clouds.credentials[provider] as Record<string, string>
  return (await kept.client.remediation.addAccount({ provider, name, account: '', credentials })).data
}
const plant = (fields: { resource_id: string; provider?: string; rule?: string }) =>
  plantVolumeRecommendation(kept.world.database, kept.world.scope, {
    provider: 'aws',
    ...fields,
    seenAt: new Date(clock),
  })
const see = () => seeUnused(kept.world.database, kept.world.scope, new Date(clock))
const deleteDue = () => kept.server.features.remediation.deleteDue()
const deleteOnCurrentData = async () => {
  await see()
  return deleteDue()
}
const mark = () => client().actOnRecommendation({ id, step: 'delete' })
const restore = async (recommendation = id) =>
  (await client().revertRecommendation({ id: recommendation })).data.remediation_action
const latest = async (recommendation = id) =>
  (await client().ofRecommendation({ id: recommendation })).data.remediation_actions[0]
const statusOf = async (recommendation = id) =>
  (await kept.client.costOptimization.recommendation({ id: recommendation })).data.status
const notificationsOf = async (name: string) =>
  (await kept.client.notifications.list({})).data.filter(({ title }) => title.endsWith(`: ${name}`))
const ledger = async (recommendation = id) =>
  kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.selectFrom('savings_action').select('state').where('recommendation_id', '=', recommendation).execute(),
  )
const setAction = (values: { lease_token?: string; earlier_delete_sent_at?: Date; delete_sent_at?: Date }) =>
  kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.updateTable('remediation_action').set(values).where('subject_id', '=', id).execute(),
  )
const later = (days: number) => {
  clock += days * dayMs
}
const backup = () => ({
  'snap-1': {
    volume: { type: 'gp2', size: 200, attached: false, tags: {} },
    tags: { 'kept:backup-of': volume },
  },
})

describe('a deletion that was sent', () => {
  it('and whose result could not be read is in progress, not waiting, and is recorded when it can be', async () => {
    await mark()
    later(8)
    clouds.failReadsAfter(/DeleteVolume/)
    await deleteOnCurrentData()
    expect(await latest()).toMatchObject({ state: 'doing' })
    await expect(restore()).rejects.toThrow('being undone or deleted')
    await deleteDue()
    expect(await latest()).toMatchObject({ state: 'doing' })
    clouds.failReadsAfter(null)
    clock += 2 * 60_000
    await deleteDue()
    expect(await latest()).toMatchObject({ state: 'done', failure_reason: '' })
    expect([await statusOf(), await ledger()]).toMatchObject(['done', [{}]])
    expect(Object.keys(clouds.state.snapshots)).toHaveLength(1)
    expect(await restore()).toMatchObject({ state: 'undone' })
    expect(Object.values(clouds.state.volumes)).toHaveLength(1)
  })

  it('and came to nothing does not count as the one that deleted it later, but can be undone', async () => {
    await mark()
    later(8)
    await setAction({ earlier_delete_sent_at: new Date(clock - hourMs) })
    Object.assign(clouds.state, { volumes: {}, snapshots: backup() })
    await deleteOnCurrentData()
    expect(await latest()).toMatchObject({
      state: 'done',
      failure_reason: expect.stringContaining('no saving is counted'),
    })
    expect([await statusOf(), await ledger()]).toEqual(['accepted', []])
    expect(await restore()).toMatchObject({ state: 'undone' })
    expect(Object.values(clouds.state.volumes)).toHaveLength(1)
  })

  it('and that came about while it waited again is undone from its backup', async () => {
    await mark()
    await setAction({ earlier_delete_sent_at: new Date(clock - hourMs) })
    Object.assign(clouds.state, { volumes: {}, snapshots: backup() })
    expect(await restore()).toMatchObject({ state: 'undone', failure_reason: '' })
    expect(Object.values(clouds.state.volumes)).toHaveLength(1)
  })

  it('and came to nothing waits on, with its backup', async () => {
    await mark()
    later(8)
    clouds.refuse(/DeleteVolume/, 500)
    await deleteOnCurrentData()
    expect(await latest()).toMatchObject({ state: 'doing' })
    clock += 11 * 60_000
    await deleteDue()
    expect(await latest()).toMatchObject({ state: 'waiting', failure_reason: expect.stringContaining('still exists') })
    expect(Object.keys(clouds.state.snapshots)).toHaveLength(1)
    expect(await restore()).toMatchObject({ state: 'undone' })
    expect([Object.keys(clouds.state.volumes), Object.keys(clouds.state.snapshots).length]).toEqual([[volume], 1])
  })
})

it('that is going on may still fail: it is no deletion before the resource is gone', async () => {
  const disk = `${disks}/failing`
  clouds.state.azure = { [disk]: newDisk() }
  clouds.state.slowDeletions = true
  const recommendation = await plant({ resource_id: disk, provider: 'azure' })
  await client().actOnRecommendation({ id: recommendation, step: 'delete' })
  later(8)
  const before = new Date(clock - 11 * 60_000)
  const setOwn = async () =>
    kept.world.database.scoped(kept.world.scope, (tx) =>
      tx
        .updateTable('remediation_action')
        .set({ state: 'doing', leased_until: before, deletion_started_at: before, delete_sent_at: before })
        .where('subject_id', '=', recommendation)
        .execute(),
    )
  await setOwn()
  Object.assign(clouds.state.azure[disk]?.properties ?? {}, { provisioningState: 'Deleting' })
  await deleteDue()
  expect(await latest(recommendation)).toMatchObject({ state: 'doing' })
  expect(await ledger(recommendation)).toEqual([])
  Object.assign(clouds.state.azure[disk]?.properties ?? {}, { provisioningState: 'Succeeded' })
  await deleteDue()
  expect(await latest(recommendation)).toMatchObject({
    ...{ state: 'waiting', failure_reason: expect.stringContaining('still exists') },
  })
})

it('is stopped by a restore, also where an earlier deletion came to nothing', async () => {
  await mark()
  later(8)
  await setAction({ earlier_delete_sent_at: new Date(clock - hourMs) })
  await see()
  clouds.slow(/CreateSnapshot/, 60_000)
  const run = deleteDue()
  await expect.poll(() => clouds.changes.includes('CreateSnapshot'), { timeout: 10_000 }).toBe(true)
  expect(await restore()).toMatchObject({ failure_reason: expect.stringContaining('asked to restore') })
  await run
  expect(await latest()).toMatchObject({ state: 'undone' })
  expect(clouds.changes).not.toContain('DeleteVolume')
})

it('is stopped by a rollback of autopilot, and is no reason for one', async () => {
  await mark()
  later(8)
  await see()
  clouds.slow(/CreateSnapshot/, 60_000)
  const run = deleteDue()
  await expect.poll(() => clouds.changes.includes('CreateSnapshot'), { timeout: 10_000 }).toBe(true)
  const actionId = (await latest())?.id ?? ''
  const { services } = kept.server
  expect(await verifyRecommended(services, kept.world.scope, actionId)).toBeUndefined()
  const auditContext = { actor: { kind: 'system', id: null, name: 'Kept' }, at: new Date(clock) } as const
  await rollBackRecommended(services, kept.world.scope, actionId, { name: 'Autopilot', auditContext })
  await run
  expect(await latest()).toMatchObject({ state: 'undone' })
  expect(clouds.changes).not.toContain('DeleteVolume')
})

it('is restored from a backup of Kept that the record does not know of', async () => {
  await mark()
  Object.assign(clouds.state, { volumes: {}, snapshots: backup() })
  expect(await restore()).toMatchObject({ state: 'undone' })
  expect(Object.values(clouds.state.volumes)).toHaveLength(1)
})

const newDisk = () => ({
  ...{ location: 'westeurope', sku: { name: 'Premium_LRS' }, tags: {} },
  properties: { diskSizeGB: 128, diskState: 'Unattached', provisioningState: 'Succeeded' },
})
const disks = '/subscriptions/s-1/resourceGroups/dev/providers/Microsoft.Compute/disks'

it.each([7, 0])('keeps the backup of a disk whose deletion is stopped midway, with %i days', async (days) => {
  const disk = `${disks}/slow${days}`
  const { automatic, max_step, max_per_hour } = (await client().policy({})).data
  await client().setPolicy({ automatic, max_step, max_per_hour, grace_days: { managed_disk: days } })
  clouds.state.azure = {
    [disk]: newDisk(),
  }
  clouds.state.slowDeletions = true
  const recommendation = await plant({ resource_id: disk, provider: 'azure' })
  const act = client().actOnRecommendation({ id: recommendation, step: 'delete' })
  act.catch(() => undefined)
  let run: Promise<unknown> = act
  if (days > 0) {
    await act
    later(8)
    run = deleteOnCurrentData()
  }
  await expect.poll(() => clouds.changes.includes(`DELETE ${disk}`), { timeout: 10_000 }).toBe(true)
  await kept.client.autopilot.stop({ reason: 'Incident.' })
  await run.catch(() => undefined)
  expect(clouds.changes.filter((change) => change.startsWith('DELETE'))).toEqual([`DELETE ${disk}`])
  await kept.client.autopilot.resume({})
  clouds.finishDeletions()
  clock += 3 * 60_000
  await deleteDue()
  await kept.server.features.remediation.revertDue()
  expect(await latest(recommendation)).toMatchObject({ state: 'done', failure_reason: '' })
  expect(Object.keys(clouds.state.azure)).toEqual([expect.stringContaining('/snapshots/')])
  await client().setPolicy({ automatic, max_step, max_per_hour, grace_days: { managed_disk: 7 } })
})

it('does not delete with a backup that an earlier attempt left', async () => {
  clouds.state.snapshots = backup()
  await expect(mark()).rejects.toThrow('has a backup that Kept made before')
  expect(clouds.changes).toEqual([])
})

it('does not restore what someone else deleted, and says so', async () => {
  await mark()
  clouds.state.volumes = {}
  expect(await restore()).toMatchObject({
    ...{ state: 'left', failure_reason: expect.stringContaining('not Kept that deleted it') },
  })
  expect(await ledger()).toEqual([])
})

describe('without current data', () => {
  it('nothing is deleted: an inventory and an evaluation after the mark have to show it unused', async () => {
    await mark()
    later(8)
    const reasonAfter = async (table: 'resource' | 'recommendation', at: number) => {
      await kept.world.database.scoped(kept.world.scope, (tx) =>
        table === 'resource'
          ? tx
              .updateTable('resource')
              .set({ observed_at: new Date(at) })
              .where('resource_id', '=', volume)
              .execute()
          : tx
              .updateTable('recommendation')
              .set({ last_seen_at: new Date(at) })
              .where('id', '=', id)
              .execute(),
      )
      await deleteDue()
      return (await latest())?.failure_reason
    }
    await deleteDue()
    expect(await latest()).toMatchObject({ failure_reason: 'No inventory has listed it since it was marked.' })
    expect(await reasonAfter('resource', clock - 2 * dayMs)).toBe('Its inventory is older than a day.')
    expect(await reasonAfter('resource', clock - hourMs)).toBe('It was not evaluated since its inventory was read.')
    const evaluation = { rule: 'unattached-volume', recommendations: 0, evaluated_count: '1', skip_reasons: '[]' }
    await kept.world.database.scoped(kept.world.scope, (tx) =>
      tx
        .insertInto('rule_evaluation')
        .values({ organization_id: kept.world.scope.organizationId, ...evaluation, evaluated_at: new Date(clock) })
        .execute(),
    )
    // The last evaluation saw it used: that of an organization without a bill leaves the status alone.
    expect(await reasonAfter('recommendation', clock - 1_000)).toBe('The last evaluation did not find it unused.')
    expect(clouds.changes).toEqual(['CreateTags'])
    expect(await reasonAfter('recommendation', clock)).toBe('')
    expect(await latest()).toMatchObject({ state: 'done' })
    await kept.world.database.scoped(kept.world.scope, (tx) => tx.deleteFrom('rule_evaluation').execute())
  })

  it('what was put off while everything was stopped, or before its time, is not given up', async () => {
    await mark()
    await kept.client.autopilot.stop({ reason: 'Incident.' })
    await client()
      .deleteNow({ id })
      .catch(() => undefined)
    later(40)
    await deleteDue()
    later(40)
    await kept.client.autopilot.resume({})
    await deleteDue()
    expect(await latest()).toMatchObject({ state: 'waiting', failure_reason: expect.stringContaining('No inventory') })
  })

  it('people are notified once after a day, and after 30 days it is kept', async () => {
    await mark()
    later(8)
    await deleteDue()
    expect(await notificationsOf(volume)).toEqual([])
    later(1.1)
    await deleteDue()
    later(1.1)
    await deleteDue()
    expect(await notificationsOf(volume)).toMatchObject([{ title: `Deletion put off: ${volume}` }])
    later(29)
    await deleteDue()
    expect(await latest()).toMatchObject({ state: 'left', failure_reason: expect.stringContaining('for 30 days') })
    expect(clouds.state.volumes[volume]?.tags).toEqual({ team: 'a' })
    expect((await notificationsOf(volume)).map(({ title }) => title)).toContain(`Not deleted: ${volume}`)
  })
})

it('does not delete a load balancer whose targets were registered after the mark', async () => {
  const arn = 'arn:aws:elasticloadbalancing:eu-west-1:111122223333:loadbalancer/app/old/50dc6c495c0c9188'
  clouds.state.balancers = { [arn]: { tags: { team: 'a' }, targets: [] } }
  const recommendation = await plant({ resource_id: arn, rule: 'idle-load-balancer' })
  await client().actOnRecommendation({ id: recommendation, step: 'delete' })
  later(6)
  clouds.state.balancers[arn]?.targets.push('i-1')
  later(1)
  await deleteOnCurrentData()
  expect(await latest(recommendation)).toMatchObject({
    ...{ state: 'left', failure_reason: expect.stringContaining('registered or removed') },
  })
  expect(clouds.state.balancers[arn]?.tags).toEqual({ team: 'a' })
})

describe('while the backup is made', () => {
  /** Runs the work after the backup was requested, and before it is complete. */
  const meanwhile = async <T>(work: () => Promise<T>, backupMs = 1_000): Promise<T> => {
    await mark()
    later(8)
    await see()
    clouds.slow(/CreateSnapshot/, backupMs)
    const run = deleteDue()
    await expect.poll(() => clouds.changes.includes('CreateSnapshot'), { timeout: 10_000 }).toBe(true)
    const result = await work()
    await run
    return result
  }
  const isNotDeleted = () => {
    expect(clouds.changes).not.toContain('DeleteVolume')
    expect([clouds.state.volumes[volume]?.tags, clouds.state.snapshots]).toEqual([{ team: 'a' }, {}])
  }

  it('a removed mark still keeps the resource', async () => {
    await meanwhile(async () => Object.assign(clouds.state.volumes[volume] ?? {}, { tags: { team: 'a' } }))
    expect(await latest()).toMatchObject({ state: 'left', failure_reason: expect.stringContaining('mark was removed') })
    isNotDeleted()
  })

  it('an inventory that was not evaluated puts the deletion off', async () => {
    await meanwhile(() =>
      kept.world.database.scoped(kept.world.scope, (tx) =>
        tx
          .updateTable('resource')
          .set({ observed_at: new Date(clock + 1) })
          .where('resource_id', '=', volume)
          .execute(),
      ),
    )
    expect(await latest()).toMatchObject({ state: 'waiting', failure_reason: expect.stringContaining('not evaluated') })
    expect(clouds.changes).not.toContain('DeleteVolume')
    expect(Object.keys(clouds.state.volumes)).toEqual([volume])
  })

  it('a restore stops the deletion, at once', async () => {
    const startedMs = performance.now()
    const answer = await meanwhile(restore, 60_000)
    expect(performance.now() - startedMs).toBeLessThan(30_000)
    expect(answer).toMatchObject({ state: 'doing', failure_reason: expect.stringContaining('asked to restore') })
    expect(await latest()).toMatchObject({ state: 'undone' })
    isNotDeleted()
    expect(await statusOf()).toBe('open')
  })
})

it('goes on with the account that was added again, such as with new keys', async () => {
  await mark()
  const accounts = (await client().accounts({})).data
  await client().removeAccount({ id: accounts.find(({ provider }) => provider === 'aws')?.id ?? '' })
  later(8)
  // While there is none, nothing ends.
  await deleteOnCurrentData()
  expect(await latest()).toMatchObject({ state: 'waiting', failure_reason: expect.stringContaining('Add it again') })
  await connect('aws', 'New keys')
  clock += hourMs
  await deleteOnCurrentData()
  expect(await latest()).toMatchObject({ state: 'done' })
})

it('leaves a recommendation that was accepted before to its owner', async () => {
  await kept.client.costOptimization.accept({ id, owner: 'Ada', due_on: '2027-01-31' })
  await mark()
  expect(await restore()).toMatchObject({ state: 'undone' })
  const { data } = await kept.client.costOptimization.recommendation({ id })
  expect(data).toMatchObject({ status: 'accepted', due_on: '2027-01-31', owner: expect.anything() })
})

it('says why an early deletion did not come about, to the person and to all', async () => {
  await mark()
  Object.assign(clouds.state.volumes[volume] ?? {}, { attached: true })
  await expect(client().deleteNow({ id })).rejects.toThrow('is attached to an instance')
  expect(await latest()).toMatchObject({ state: 'left' })
  expect(await notificationsOf(volume)).toMatchObject([{ title: `Not deleted: ${volume}` }])
})

describe('several', () => {
  it('that are put off do not hold up one that was not tried', async () => {
    await mark()
    const first = (await latest())?.id
    const secondVolume = `${volume.slice(0, -1)}f`
    clouds.state.volumes[secondVolume] = { type: 'gp2', size: 200, attached: false, tags: {} }
    clock += 1_000
    const second = await plant({ resource_id: secondVolume })
    await client().actOnRecommendation({ id: second, step: 'delete' })
    const secondId = (await latest(second))?.id
    clock += 7 * dayMs - 1_000
    await deleteDue()
    clock += 1_000
    const due = await actionsToDelete(kept.world.database, kept.world.scope, new Date(clock))
    expect(due.filter((action) => action === first || action === secondId)).toEqual([secondId, first])
  })

  it('are deleted by a job each', async () => {
    await mark()
    later(8)
    await see()
    const { services } = kept.server
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
  const stored = await findRemediationAction(kept.world.database, kept.world.scope, (await latest())?.id ?? '')
  await setAction({ lease_token: '00000000-0000-4000-8000-000000000001' })
  const auditContext = { actor: { kind: 'system', id: null, name: 'Kept' }, at: new Date(clock) } as const
  const outcome = { state: 'left', summary: 'It is too late.', auditContext } as const
  await expect(completeAction(kept.world.database, kept.world.scope, stored, outcome)).rejects.toThrow('has taken over')
  expect(await latest()).toMatchObject({ state: 'waiting' })
})
