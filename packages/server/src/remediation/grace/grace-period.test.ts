/** What a remedy deletes waits: from the mark through restore, changes meanwhile and crashes to the real deletion. */
import { type EmulatedClouds, emulateClouds } from '@kept/connectors/remediation/testing/emulated-clouds.ts'
import { graceKinds } from '@kept/domain/grace-period.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { plantVolumeRecommendation } from '../../testing/plant-volume-recommendation.ts'
import { seeUnused } from '../../testing/see-unused.ts'
import { createTestUser } from '../../testing/sign-in.ts'
import { openKept, type TestKept } from '../../testing.ts'
import { dayMs, longAgo } from '../testing/deletion-world.ts'

const settings = {
  KEPT_PRIVATE_NETWORKS: '127.0.0.0/8',
  KEPT_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
}
let clock = longAgo
let clouds: EmulatedClouds
let kept: TestKept
beforeAll(async () => {
  clouds = await emulateClouds()
  kept = await openKept(settings, { now: () => new Date(clock) })
  for (const provider of ['aws', 'azure', 'gcp'] as const) {
    const credentials = clouds.credentials[provider] as Record<string, string>
    await kept.client.remediation.addAccount({ provider, name: provider, account: '', credentials })
  }
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
  clouds.state.snapshots = {}
  clouds.state.volumes = { [volume]: { type: 'gp2', size: 200, attached: false, tags: { team: 'a' } } }
  id = await plant(volume)
})

const plant = (resource_id: string, provider = 'aws') =>
  plantVolumeRecommendation(kept.world.database, kept.world.scope, { resource_id, provider, seenAt: new Date(clock) })
const client = () => kept.client.remediation
/** On current data. */
const deleteDue = async () => {
  await seeUnused(kept.world.database, kept.world.scope, new Date(clock))
  return kept.server.features.remediation.deleteDue()
}
const later = (days: number) => {
  clock += days * dayMs
}
const latest = async (recommendation = id) =>
  (await client().ofRecommendation({ id: recommendation })).data.remediation_actions[0]
const statusOf = async (recommendation = id) =>
  (await kept.client.costOptimization.recommendation({ id: recommendation })).data.status
const ledgerOf = (recommendation = id) =>
  kept.world.database.scoped(kept.world.scope, (tx) =>
    tx
      .selectFrom('savings_action')
      .select(['state', 'input'])
      .where('recommendation_id', '=', recommendation)
      .execute(),
  )
const auditOf = async (target: string) =>
  (
    await kept.world.database.scoped(kept.world.scope, (tx) =>
      tx.selectFrom('audit_event').select('action').where('resource_id', '=', target).orderBy('seq').execute(),
    )
  ).map(({ action }) => action)
const mark = () => client().actOnRecommendation({ id, step: 'delete' })
const tags = () => clouds.state.volumes[volume]?.tags
const setAction = (values: {
  state: 'doing'
  leased_until: Date
  deletion_started_at: Date | null
  delete_sent_at?: Date
}) =>
  kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.updateTable('remediation_action').set(values).where('subject_id', '=', id).execute(),
  )

describe('a volume', () => {
  it('is marked with the requests that were shown, waits, and is deleted when the time has come', async () => {
    const { data: dry } = await client().actOnRecommendation({ id, step: 'delete', dry_run: true })
    const plan = dry.remediation_action
    expect(plan).toMatchObject({
      ...{ state: 'planned', grace_days: 7 },
      delete_after: new Date(clock + 7 * dayMs).toISOString(),
      description: expect.stringContaining('It is marked first, and deleted after 7 days unless restored.'),
    })
    const actions = (requests: { body: string }[] = []) =>
      requests.map(({ body }) => new URLSearchParams(body).get('Action'))
    expect(actions(plan?.mark_requests)).toEqual(['CreateTags'])
    expect(actions(plan?.requests)).toEqual(['CreateSnapshot', 'DeleteVolume'])
    const { data } = await client().actOnRecommendation({ id, step: 'delete', dry_run_id: plan?.id })
    expect(data).toMatchObject({ recommendation: { status: 'accepted' }, remediation_action: { state: 'waiting' } })
    expect(clouds.changes).toEqual(['CreateTags'])
    const instant = `${plan?.delete_after?.slice(0, 19).toLowerCase().replaceAll(':', '-')}z`
    expect(tags()).toEqual({ team: 'a', 'kept:delete-after': instant })
    expect(await ledgerOf()).toEqual([])
    await expect(mark()).rejects.toThrow('still in effect')

    later(6.99)
    await deleteDue()
    expect(clouds.changes).toEqual(['CreateTags'])
    later(0.01)
    const deletedAt = new Date(clock).toISOString().replace(/:\d\d:\d\d\.\d+Z/, ':00:00Z')
    await Promise.all([deleteDue(), deleteDue()])
    expect(clouds.changes).toEqual(['CreateTags', 'CreateSnapshot', 'DeleteVolume'])
    expect(await latest()).toMatchObject({ state: 'done', failure_reason: '' })
    expect(await statusOf()).toBe('done')
    expect(await ledgerOf()).toMatchObject([{ state: 'waiting', input: { not_before: deletedAt } }])
    await deleteDue()
    expect(clouds.changes).toHaveLength(3)
    expect(await auditOf(id)).toEqual(expect.arrayContaining(['remediation.waiting', 'remediation.done']))

    const { data: undone } = await client().revertRecommendation({ id })
    expect(undone).toMatchObject({ recommendation: { status: 'open' }, remediation_action: { state: 'undone' } })
    expect(Object.values(clouds.state.volumes)).toMatchObject([{ type: 'gp2', size: 200 }])
    expect(Object.keys(Object.values(clouds.state.volumes)[0]?.tags ?? {})).not.toContain('kept:delete-after')
  })

  it('is restored with one click, and never deleted afterwards', async () => {
    await mark()
    clouds.refuse(/DeleteTags/, 500)
    await expect(client().revertRecommendation({ id })).rejects.toThrow('returned 500')
    expect(await latest()).toMatchObject({
      ...{ state: 'undoing', failure_reason: expect.stringContaining('its mark remains') },
    })
    const { data: notifications } = await kept.client.notifications.list({})
    expect(notifications[0]).toMatchObject({ title: `Restore incomplete: ${volume}` })
    // A person who restores it does not want it deleted, whatever the cloud answered.
    later(8)
    await deleteDue()
    expect(tags()).toHaveProperty('kept:delete-after')
    await kept.server.features.remediation.revertDue()
    expect(await latest()).toMatchObject({ state: 'undone' })
    expect(tags()).toEqual({ team: 'a' })
    expect(await statusOf()).toBe('open')
    const { data: history } = await kept.client.costOptimization.history({ id })
    expect(history.map(({ note }) => note)).toContain('It was restored during its grace period.')
    await deleteDue()
    expect(clouds.changes).toEqual(['CreateTags', 'DeleteTags', 'DeleteTags'])
    await expect(client().deleteNow({ id })).rejects.toThrow('waits to be deleted')
  })

  const strictPolicy = async () => {
    const { data: policy } = await kept.client.securityPolicies.create({
      ...{ organization: 'own', kind: 'approvals', enabled: true },
      settings: { actors: 'permitted', approve_above: { amount: '1', currency: 'USD' } },
    })
    return () => kept.client.securityPolicies.remove({ organization: 'own', id: policy.id })
  }

  it('is deleted now with the approval that the remedy needs', async () => {
    await mark()
    const removePolicy = await strictPolicy()
    const { data } = await client().deleteNow({ id })
    expect(data.approval).toMatchObject({ state: 'waiting', description: expect.stringContaining('before its grace') })
    expect(clouds.changes).toEqual(['CreateTags'])
    const second = await createTestUser(kept, { name: `second${count}`, in: 'own', role: 'admin' })
    const decided = await second.client.approvals.decide({ id: data.approval?.id ?? '', decision: 'approve' })
    expect(decided.data).toMatchObject({ state: 'approved', failure_reason: '' })
    expect(clouds.changes).toEqual(['CreateTags', 'CreateSnapshot', 'DeleteVolume'])
    expect(await latest()).toMatchObject({ state: 'done' })
    await removePolicy()
  })

  it('is not deleted when a second person has to approve by then and none did', async () => {
    await mark()
    const removePolicy = await strictPolicy()
    later(8)
    await deleteDue()
    expect(await latest()).toMatchObject({ state: 'waiting', failure_reason: expect.stringContaining('second person') })
    await removePolicy()
    await deleteDue()
    expect(await latest()).toMatchObject({ state: 'done' })
  })

  it('is deleted now by one person where no policy says otherwise', async () => {
    await mark()
    const { data } = await client().deleteNow({ id })
    expect(data).toMatchObject({ recommendation: { status: 'done' }, remediation_action: { state: 'done' } })
    expect(clouds.changes).toEqual(['CreateTags', 'CreateSnapshot', 'DeleteVolume'])
  })

  it.each([
    ['attached again', (entry: { attached: boolean }) => Object.assign(entry, { attached: true }), 'is attached'],
    ['resized', (entry: { size: number }) => Object.assign(entry, { size: 300 }), 'was changed after it was marked'],
    [
      'given other tags',
      (entry: { tags: Record<string, string> }) => Object.assign(entry.tags, { team: 'b' }),
      'was changed after it was marked',
    ],
    [
      'without its mark',
      (entry: { tags: Record<string, string> }) => Object.assign(entry, { tags: { team: 'a' } }),
      'The mark was removed',
    ],
  ] as const)('that is %s is not deleted, and its recommendation opens again', async (_name, change, reason) => {
    await mark()
    const entry = clouds.state.volumes[volume]
    if (entry) change(entry)
    later(8)
    await deleteDue()
    expect(clouds.changes.filter((name) => !name.endsWith('Tags'))).toEqual([])
    expect(await latest()).toMatchObject({ state: 'left', failure_reason: expect.stringContaining(reason) })
    expect(tags()).not.toHaveProperty('kept:delete-after')
    expect(await statusOf()).toBe('open')
    expect(await ledgerOf()).toEqual([])
    const { data: history } = await kept.client.costOptimization.history({ id })
    expect(history.at(-1)?.note).toContain('Not deleted.')
    expect(await auditOf(id)).toContain('remediation.left')
    const { data: notifications } = await kept.client.notifications.list({})
    expect(notifications[0]).toMatchObject({
      ...{ title: `Not deleted: ${volume}`, body: expect.stringContaining(reason) },
      href: `/savings?recommendation=${id}`,
    })
  })

  it('whose recommendation was dismissed is not deleted', async () => {
    await mark()
    await kept.client.costOptimization.dismiss({ id, reason: 'It is needed.' })
    later(8)
    await deleteDue()
    expect(await latest()).toMatchObject({
      state: 'left',
      failure_reason: expect.stringContaining('Its recommendation'),
    })
    expect(Object.keys(clouds.state.volumes)).toEqual([volume])
    expect(await ledgerOf()).toEqual([])
  })

  it('waits on when the cloud refuses, and is tried again later and later, with one backup', async () => {
    await mark()
    later(8)
    clouds.refuse(/DeleteVolume/, 403)
    await deleteDue()
    expect(await latest()).toMatchObject({ state: 'waiting', failure_reason: expect.stringContaining('denied access') })
    expect(Object.keys(clouds.state.volumes)).toEqual([volume])
    await deleteDue()
    expect(clouds.changes.filter((name) => name === 'DeleteVolume')).toHaveLength(1)
    clock += 3_600_000
    clouds.refuse(/DeleteVolume/, 403)
    await deleteDue()
    clock += 3_600_000
    await deleteDue()
    expect(clouds.changes.filter((name) => name === 'DeleteVolume')).toHaveLength(2)
    clock += 3_600_000
    await deleteDue()
    expect(await latest()).toMatchObject({ state: 'done', failure_reason: '' })
    expect(clouds.state.volumes).toEqual({})
    expect(Object.keys(clouds.state.snapshots)).toHaveLength(1)
  })

  it('is not deleted while the kill switch is on', async () => {
    await mark()
    later(8)
    await kept.client.autopilot.stop({ reason: 'Incident.' })
    await deleteDue()
    await deleteDue()
    expect(await latest()).toMatchObject({ state: 'waiting', failure_reason: expect.stringContaining('kill switch') })
    expect((await auditOf(id)).filter((action) => action === 'remediation.put_off')).toHaveLength(1)
    await expect(client().deleteNow({ id })).rejects.toThrow('kill switch')
    expect(clouds.changes).toEqual(['CreateTags'])
    await kept.client.autopilot.resume({})
    await deleteDue()
    expect(await latest()).toMatchObject({ state: 'done' })
  })

  it('whose deletion was killed before it was sent waits again, and is deleted once', async () => {
    await mark()
    later(8)
    clouds.state.snapshots['snap-1'] = {
      volume: { type: 'gp2', size: 200, attached: false, tags: {} },
      tags: { 'kept:backup-of': volume },
    }
    await setAction({ state: 'doing', leased_until: new Date(0), deletion_started_at: new Date(clock - 1) })
    await kept.server.features.remediation.revertDue()
    expect(await latest()).toMatchObject({ state: 'doing' })
    await deleteDue()
    expect(await latest()).toMatchObject({ state: 'waiting', failure_reason: expect.stringContaining('process ended') })
    clock += 3_600_000
    await deleteDue()
    expect(await latest()).toMatchObject({ state: 'done' })
    // With a backup of its own: the earlier one may be older than the data.
    expect(clouds.changes).toEqual(['CreateTags', 'CreateSnapshot', 'DeleteSnapshot', 'DeleteVolume'])
    expect(await ledgerOf()).toHaveLength(1)
  })

  it('whose deletion was killed after it was sent is recorded once', async () => {
    await mark()
    later(8)
    clouds.state.volumes = {}
    clouds.state.snapshots['snap-1'] = {
      volume: { type: 'gp2', size: 200, attached: false, tags: {} },
      tags: { 'kept:backup-of': volume },
    }
    const before = new Date(clock - 1)
    await setAction({ state: 'doing', leased_until: new Date(0), deletion_started_at: before, delete_sent_at: before })
    await Promise.all([deleteDue(), deleteDue()])
    expect(await latest()).toMatchObject({ state: 'done' })
    expect(clouds.changes).toEqual(['CreateTags'])
    expect(await ledgerOf()).toHaveLength(1)
  })

  it('whose mark was interrupted is taken back, and not deleted', async () => {
    await mark()
    await setAction({ state: 'doing', leased_until: new Date(0), deletion_started_at: null })
    later(8)
    await deleteDue()
    await kept.server.features.remediation.revertDue()
    expect(await latest()).toMatchObject({ state: 'undone' })
    expect(tags()).toEqual({ team: 'a' })
  })

  it('is restored or deleted by no other organization, and by no one without the permission', async () => {
    await mark()
    const reader = await createTestUser(kept, { name: `reader${count}`, in: 'own', role: 'user' })
    await expect(reader.client.remediation.deleteNow({ id })).rejects.toThrow('Ask an admin')
    for (const call of ['deleteNow', 'revertRecommendation'] as const)
      await expect(kept.otherClient.remediation[call]({ id })).rejects.toThrow('Recommendation not found')
    expect(await latest()).toMatchObject({ state: 'waiting' })
  })
})

describe('the grace period', () => {
  it('is set by kind; zero days delete at once, and a dry run from before is refused', async () => {
    const { data: before } = await client().policy({})
    expect(Object.keys(before.grace_days).toSorted()).toEqual([...graceKinds].toSorted())
    expect(new Set(Object.values(before.grace_days))).toEqual(new Set([7]))
    const { data: dry } = await client().actOnRecommendation({ id, step: 'delete', dry_run: true })
    const { automatic, max_step, max_per_hour } = before
    const common = { automatic, max_step, max_per_hour }
    await client().setPolicy({ ...common, grace_days: { ebs_volume: 0 } })
    // Kinds that are left out, and clients that do not send them, keep what is set.
    await client().setPolicy(common)
    expect((await client().policy({})).data.grace_days).toMatchObject({ ebs_volume: 0, managed_disk: 7 })
    const dry_run_id = dry.remediation_action?.id
    await expect(client().actOnRecommendation({ id, step: 'delete', dry_run_id })).rejects.toThrow('grace period was')
    for (const days of [-1, 91, 1.5])
      await expect(client().setPolicy({ ...common, grace_days: { ebs_volume: days } })).rejects.toThrow('grace_days')
    const { data } = await mark()
    expect(data.remediation_action).toMatchObject({ state: 'done', grace_days: 0, delete_after: null })
    expect(clouds.changes).toEqual(['CreateSnapshot', 'DeleteVolume'])
    await client().setPolicy({ ...common, grace_days: { ebs_volume: 7 } })
  })

  const disk = '/subscriptions/s-1/resourceGroups/dev/providers/Microsoft.Compute/disks/old'
  it('of a disk of Azure ends with its deletion, unless something used it', async () => {
    const document = () => ({
      ...{ location: 'westeurope', sku: { name: 'Premium_LRS' }, tags: { team: 'a' } },
      properties: { diskSizeGB: 128, diskState: 'Unattached', provisioningState: 'Succeeded' },
    })
    for (const isUsed of [true, false]) {
      clouds.state.azure = { [disk]: document() }
      const recommendation = await plant(isUsed ? disk.replace('old', 'used') : disk, 'azure')
      if (isUsed) clouds.state.azure = { [disk.replace('old', 'used')]: document() }
      const { data } = await client().actOnRecommendation({ id: recommendation, step: 'delete' })
      expect(data.remediation_action).toMatchObject({ state: 'waiting' })
      const [entry] = Object.values(clouds.state.azure)
      expect(entry?.tags).toMatchObject({
        team: 'a',
        'kept:delete-after': expect.stringMatching(/^\d{4}-\d\d-\d\dt[\d-]{8}z$/),
      })
      later(3)
      if (isUsed) Object.assign(entry?.properties ?? {}, { LastOwnershipUpdateTime: new Date(clock).toISOString() })
      later(4)
      await deleteDue()
      expect((await latest(recommendation))?.state).toBe(isUsed ? 'left' : 'done')
      expect(Object.keys(clouds.state.azure).some((name) => name.includes('/disks/'))).toBe(isUsed)
      expect(await statusOf(recommendation)).toBe(isUsed ? 'open' : 'done')
    }
  })

  it('of an address of Google Cloud is the wait itself', async () => {
    clouds.state.google.addresses = [{ id: '9002', name: 'old', status: 'RESERVED', networkTier: 'PREMIUM' }]
    const address = '//compute.googleapis.com/projects/p/regions/europe-west1/addresses/9002'
    const recommendation = await plantVolumeRecommendation(kept.world.database, kept.world.scope, {
      ...{ resource_id: address, provider: 'gcp', rule: 'unassociated-address', seenAt: new Date(clock) },
    })
    await client().actOnRecommendation({ id: recommendation, step: 'release' })
    expect(clouds.state.google.addresses[0]?.labels).toMatchObject({ 'kept-delete-after': expect.any(String) })
    later(7)
    await deleteDue()
    expect(clouds.state.google.addresses).toEqual([])
    expect(await latest(recommendation)).toMatchObject({ state: 'done' })
  })
})
