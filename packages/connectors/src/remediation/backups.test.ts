/** A backup is as new as what is deleted, and is removed only with what it is a backup of. */
import type { RemediationOrder } from '@kept/domain/remediation.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { backupNameOf } from './backup-name.ts'
import type { GuardedFetch } from './credentials.ts'
import { openAccount } from './open-account.ts'
import { type EmulatedClouds, emulateClouds } from './testing/emulated-clouds.ts'

const timestamp = '2026-06-10T09:00:00Z'
const plainFetch: GuardedFetch = (url, { certificateAuthority: _, signal, ...options }) =>
  fetch(url, { ...options, ...(signal && { signal }) })

let clouds: EmulatedClouds
beforeEach(async () => {
  await clouds?.close()
  clouds = await emulateClouds()
})
afterAll(() => clouds.close())

const portOf = (provider: 'aws' | 'azure' | 'gcp') =>
  openAccount(provider, clouds.credentials[provider], {
    fetch: plainFetch,
    nowMs: () => Date.parse(timestamp),
    wait: async () => undefined,
  })
const target = { name: 'data', region: 'eu-west-1', account: '', tags: {} }

const azureId = '/subscriptions/s-1/resourceGroups/dev/providers/Microsoft.Compute/disks/data'
const newAzureDisk = () => ({
  ...{ location: 'westeurope', sku: { name: 'Premium_LRS' }, tags: {} },
  properties: { diskSizeGB: 128, diskState: 'Unattached', provisioningState: 'Succeeded' },
})

it('leaves the snapshot of a disk of Azure when others made another disk with its name', async () => {
  const order: RemediationOrder = {
    step: 'delete',
    target: { ...target, provider: 'azure', kind: 'managed_disk', id: azureId },
  }
  clouds.state.azure[azureId] = newAzureDisk()
  const port = portOf('azure')
  const receipt = await port.apply(await port.plan(order), timestamp)
  const snapshots = Object.keys(clouds.state.azure)
  expect(snapshots).toHaveLength(1)
  clouds.state.azure[azureId] = newAzureDisk()
  const count = clouds.changes.length
  for (const keepsBackup of [false, true])
    expect(await port.revert(receipt, undefined, { keepsBackup })).toMatchObject({
      ...{ undone: false, message: expect.stringContaining('Others made another data') },
    })
  expect(clouds.changes).toHaveLength(count)
  // Once it is gone, the undo works as ever, and continues after an interruption.
  delete clouds.state.azure[azureId]
  clouds.refuse(/DELETE.*snapshots/, 500)
  await expect(port.revert(receipt)).rejects.toThrow('500')
  expect(await port.revert(receipt)).toMatchObject({ undone: true })
  expect(Object.keys(clouds.state.azure)).toEqual([azureId])
})

it('leaves the snapshot of a disk of Google Cloud when others made another disk with its name', async () => {
  const id = '//compute.googleapis.com/projects/p/zones/europe-west1-b/disks/data'
  const order: RemediationOrder = {
    step: 'delete',
    target: { ...target, provider: 'gcp', kind: 'persistent_disk', id },
  }
  const disk = { name: 'data', sizeGb: '200', status: 'READY' }
  clouds.state.google.disks = [{ ...disk, id: '9001' }]
  const port = portOf('gcp')
  const receipt = await port.apply(await port.plan(order), timestamp)
  clouds.state.google.disks = [{ ...disk, id: '9005' }]
  expect(await port.revert(receipt)).toMatchObject({ undone: false })
  expect(clouds.state.google.snapshots).toEqual([backupNameOf({ id })])
})

it('backs up a volume again in each attempt, because AWS does not say that it was used between them', async () => {
  const id = 'vol-0123456789abcdef0'
  const order: RemediationOrder = { step: 'delete', target: { ...target, provider: 'aws', kind: 'ebs_volume', id } }
  const volume = { type: 'gp2', size: 10, attached: false, tags: { data: 'v1' } }
  clouds.state.volumes = { [id]: volume }
  const port = portOf('aws')
  const plan = await port.plan(order)
  const control = { beforeDelete: async () => undefined, onRefused: async () => undefined, keepsBackup: true }
  clouds.refuse(/DeleteVolume/, 403)
  await expect(port.apply(plan, timestamp, undefined, control)).rejects.toThrow('denied access')
  const [first] = Object.keys(clouds.state.snapshots)
  await port.apply(plan, timestamp, undefined, control)
  const left = Object.keys(clouds.state.snapshots)
  expect(left).toHaveLength(1)
  expect(left).not.toEqual([first])
  // The older one was removed when the newer one was complete.
  expect(clouds.changes.slice(-3)).toEqual(['CreateSnapshot', 'DeleteSnapshot', 'DeleteVolume'])
})

it('does not send a deletion whose checks were long ago, such as in a machine that was suspended', async () => {
  const id = 'vol-0123456789abcdef0'
  const order: RemediationOrder = { step: 'delete', target: { ...target, provider: 'aws', kind: 'ebs_volume', id } }
  clouds.state.volumes = { [id]: { type: 'gp2', size: 10, attached: false, tags: {} } }
  const port = portOf('aws')
  const plan = await port.plan(order)
  const realNow = Date.now
  const late = port.apply(plan, timestamp, undefined, {
    beforeDelete: async () => {
      Date.now = () => realNow() + 120_000
    },
    onRefused: async () => undefined,
    keepsBackup: true,
  })
  await late.catch(() => undefined).finally(() => Object.assign(Date, { now: realNow }))
  await expect(late).rejects.toThrow('took too long')
  expect(Object.keys(clouds.state.volumes)).toEqual([id])
})

const google = '//compute.googleapis.com/projects/p'
it.each([
  ['persistent_disk', 'delete', 'disks', `${google}/zones/europe-west1-b/disks`, 'data'],
  ['persistent_disk', 'delete', 'disks', `${google}/zones/europe-west1-b/disks`, '9001'],
  ['static_address', 'release', 'addresses', `${google}/regions/europe-west1/addresses`, 'data'],
  ['static_address', 'release', 'addresses', `${google}/regions/europe-west1/addresses`, '9001'],
] as const)('does not delete a %s that took its name at the last moment', async (kind, step, list, url, last) => {
  const order: RemediationOrder = { step, target: { ...target, provider: 'gcp', kind, id: `${url}/${last}` } }
  const item = { name: 'data', sizeGb: '200', status: list === 'disks' ? 'READY' : 'RESERVED' }
  clouds.state.google[list] = [{ ...item, id: '9001' }]
  const port = portOf('gcp')
  const plan = await port.plan(order)
  const replacing = port.apply(plan, timestamp, undefined, {
    beforeDelete: async () => {
      clouds.state.google[list] = [{ ...item, id: '9005' }]
    },
    onRefused: async () => undefined,
    keepsBackup: true,
  })
  await expect(replacing).rejects.toThrow('did not find this resource')
  expect(clouds.state.google[list]).toMatchObject([{ id: '9005' }])
  expect(clouds.changes.at(-1)).toMatch(/^DELETE .*\/9001$/)
})

it.each(['azure', 'gcp'] as const)(
  'does not delete a disk of %s that was made again during the backup',
  async (cloud) => {
    const [kind, id] =
      cloud === 'azure'
        ? (['managed_disk', azureId] as const)
        : (['persistent_disk', `${google}/zones/europe-west1-b/disks/data`] as const)
    const order: RemediationOrder = { step: 'delete', target: { ...target, provider: cloud, kind, id } }
    const disk = { name: 'data', sizeGb: '200', status: 'READY' }
    clouds.state.azure[azureId] = newAzureDisk()
    clouds.state.google.disks = [{ ...disk, id: '9001' }]
    const plan = await portOf(cloud).plan(order)
    clouds.slow(/PUT .*snapshots|createSnapshot/, 500)
    const run = portOf(cloud).apply(plan, timestamp)
    run.catch(() => undefined)
    await expect.poll(() => clouds.changes.length).toBeGreaterThan(0)
    clouds.state.azure[azureId] = newAzureDisk()
    clouds.state.google.disks = [{ ...disk, id: '9005' }]
    await expect(run).rejects.toThrow('is another disk than the one of the snapshot')
    expect(clouds.changes.filter((change) => /^DELETE .*disks/.test(change))).toEqual([])
  },
)

const azureAddress = '/subscriptions/s-1/resourceGroups/dev/providers/Microsoft.Network/publicIPAddresses/data'
const newAzureAddress = () => ({
  ...{ location: 'westeurope', sku: { name: 'Standard' }, tags: {} },
  properties: { publicIPAllocationMethod: 'Static', provisioningState: 'Succeeded' },
})
const ofAzure = {
  'a disk': {
    ...{ id: azureId, create: newAzureDisk, identity: 'uniqueId' },
    order: { step: 'delete', target: { ...target, provider: 'azure', kind: 'managed_disk', id: azureId } },
  },
  'an address': {
    ...{ id: azureAddress, create: newAzureAddress, identity: 'resourceGuid' },
    order: { step: 'release', target: { ...target, provider: 'azure', kind: 'public_ip_address', id: azureAddress } },
  },
} satisfies Record<string, { id: string; create: () => object; identity: string; order: RemediationOrder }>

describe.each(Object.entries(ofAzure))('%s of Azure', (_name, { id, create, identity, order }) => {
  const deletions = () => clouds.changes.filter((change) => change.startsWith('DELETE'))
  const remake = () => {
    clouds.state.azure[id] = create()
  }

  it('that was made again with the same name after the plan is not deleted', async () => {
    remake()
    const plan = await portOf('azure').plan(order)
    expect(plan.identity).toMatch(/^[0-9a-f-]{36}$/)
    remake()
    await expect(portOf('azure').apply(plan, timestamp)).rejects.toThrow(
      'data is another resource than the one of the plan: it was made again with the same name.',
    )
    expect(clouds.changes).toEqual([])
  })

  it('that was made again during the last checks is not deleted, and the deletion is not recorded as sent', async () => {
    remake()
    const plan = await portOf('azure').plan(order)
    const calls: string[] = []
    const deletion = {
      keepsBackup: true,
      async beforeDelete() {
        calls.push('recorded')
        remake()
      },
      async onRefused() {
        calls.push('withdrawn')
      },
    }
    await expect(portOf('azure').apply(plan, timestamp, undefined, deletion)).rejects.toThrow('made again')
    expect(calls).toEqual(['recorded', 'withdrawn'])
    expect(deletions()).toEqual([])
    expect(clouds.state.azure[id]).toBeDefined()
  })

  it('that Azure gives no identity is not planned', async () => {
    clouds.state.azure[id] = { ...create(), properties: { ...create().properties, [identity]: null } }
    await expect(portOf('azure').plan(order)).rejects.toThrow('The cloud gives data no identity of its own')
  })

  it('of a plan from before identities is planned again first, where nothing marks it', async () => {
    remake()
    const { identity: _, ...plan } = await portOf('azure').plan(order)
    await expect(portOf('azure').apply(plan, timestamp)).rejects.toThrow('Run it again')
    expect(clouds.changes).toEqual([])
  })
})
