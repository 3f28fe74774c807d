/** Every remedy that deletes marks its resource first, or says why it does not; a mark changes nothing else. */
import { graceKinds } from '@kept/domain/grace-period.ts'
import type { RemediationOrder } from '@kept/domain/remediation.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { GuardedFetch } from './credentials.ts'
import { openAccount } from './open-account.ts'
import { allRemedies, changeRemedies } from './remedies.ts'
import { deletes } from './remedy.ts'
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

describe('a remedy', () => {
  const all = [...allRemedies, ...changeRemedies]

  it.each(all)('of $kind ($steps) has a grace period or a reason exactly where it deletes', (remedy) => {
    const { steps, deletionGrace } = remedy
    expect(deletionGrace !== undefined).toBe(steps.some(deletes))
    if (deletionGrace && 'none' in deletionGrace) expect(deletionGrace.none).toMatch(/^[A-Z].{30,}\.$/)
  })

  it('marks exactly the kinds whose grace period can be set', () => {
    const marked = all.flatMap(({ kind, deletionGrace }) => (deletionGrace && 'marking' in deletionGrace ? kind : []))
    expect(marked.toSorted()).toEqual([...graceKinds].toSorted())
  })
})

const group = '/subscriptions/s-1/resourceGroups/dev/providers'
const disk = `${group}/Microsoft.Compute/disks/old`
const address = `${group}/Microsoft.Network/publicIPAddresses/old`
const google = '//compute.googleapis.com/projects/p'
const balancer = 'arn:aws:elasticloadbalancing:eu-west-1:111122223333:loadbalancer/app/old/50dc6c495c0c9188'
const mark = '2026-06-17t09-00-00z'

const target = { name: 'it', region: 'eu-west-1', account: '', tags: {} }
const cases: { name: string; order: RemediationOrder; create(): void; permission: string }[] = [
  {
    name: 'a volume',
    order: { step: 'delete', target: { ...target, provider: 'aws', kind: 'ebs_volume', id: 'vol-0123456789abcdef0' } },
    create() {
      clouds.state.volumes = {
        'vol-0123456789abcdef0': { type: 'gp2', size: 10, attached: false, tags: { team: 'a' } },
      }
    },
    permission: 'ec2:DeleteTags',
  },
  {
    name: 'an Elastic IP address',
    order: { step: 'release', target: { ...target, provider: 'aws', kind: 'elastic_ip', id: 'eipalloc-1' } },
    create() {
      clouds.state.addresses['eipalloc-1'] = { address: '203.0.113.7', tags: { team: 'a' } }
    },
    permission: 'ec2:DeleteTags',
  },
  {
    name: 'a load balancer',
    order: { step: 'delete', target: { ...target, provider: 'aws', kind: 'load_balancer', id: balancer } },
    create() {
      clouds.state.balancers[balancer] = { tags: { team: 'a' }, targets: [] }
    },
    permission: 'elasticloadbalancing:RemoveTags',
  },
  {
    name: 'a disk of Azure',
    order: { step: 'delete', target: { ...target, provider: 'azure', kind: 'managed_disk', id: disk } },
    create() {
      clouds.state.azure[disk] = {
        ...{ location: 'westeurope', sku: { name: 'Premium_LRS' }, tags: { team: 'a' } },
        properties: { diskSizeGB: 128, diskState: 'Unattached', provisioningState: 'Succeeded' },
      }
    },
    permission: 'Microsoft.Resources/tags/write',
  },
  {
    name: 'an address of Azure',
    order: { step: 'release', target: { ...target, provider: 'azure', kind: 'public_ip_address', id: address } },
    create() {
      clouds.state.azure[address] = { location: 'westeurope', sku: { name: 'Standard' }, properties: {} }
    },
    permission: 'Microsoft.Resources/tags/write',
  },
  {
    name: 'a disk of Google Cloud',
    order: {
      step: 'delete',
      target: { ...target, provider: 'gcp', kind: 'persistent_disk', id: `${google}/zones/europe-west1-b/disks/9001` },
    },
    create() {
      clouds.state.google.disks = [{ id: '9001', name: 'old', sizeGb: '200', labels: { team: 'a' }, status: 'READY' }]
    },
    permission: 'compute.disks.setLabels',
  },
  {
    name: 'an address of Google Cloud',
    order: {
      step: 'release',
      target: {
        ...{ ...target, provider: 'gcp', kind: 'static_address' },
        id: `${google}/regions/europe-west1/addresses/9002`,
      },
    },
    create() {
      clouds.state.google.addresses = [{ id: '9002', name: 'old', status: 'RESERVED' }]
    },
    permission: 'compute.addresses.setLabels',
  },
]

it('is tried on every kind that has a grace period', () => {
  expect(cases.map(({ order }) => order.target.kind).toSorted()).toEqual([...graceKinds].toSorted())
})

describe.each(cases)('the mark on $name', ({ order, create, permission }) => {
  it('is set by the requests that were listed before, is not part of the state, and is removed', async () => {
    create()
    const { provider } = order.target
    const port = openAccount(provider, clouds.credentials[provider], {
      fetch: plainFetch,
      nowMs: () => Date.parse(timestamp),
    })
    const marks = port.marksOf(order)
    if (!marks) throw new Error('It is not marked.')
    const before = await port.plan(order)
    expect(before.permissions).toContain(permission)
    const listed = await marks.requests(mark)
    expect(listed).toHaveLength(1)
    expect(clouds.changes).toEqual([])
    await marks.write(mark)
    expect(clouds.changes).toHaveLength(1)
    expect(await marks.read()).toMatchObject({ mark })
    expect((await port.plan(order)).before).toEqual(before.before)
    // Again: nothing is sent.
    await marks.write(mark)
    expect(clouds.changes).toHaveLength(1)
    await marks.write(null)
    expect(await marks.read()).toMatchObject({ mark: null })
    await port.apply(before, timestamp)
    expect(await marks.read()).toBeUndefined()
    expect(await marks.requests(mark)).toEqual([])
  })
})

/** Of these, a deletion takes a while; until its end most look as if they existed. */
const slow = cases.filter(({ order }) => order.target.provider !== 'aws')

describe.each(slow)('the deletion of $name', ({ order, create }) => {
  const { provider } = order.target
  const portOf = () =>
    openAccount(provider, clouds.credentials[provider], {
      fetch: plainFetch,
      nowMs: () => Date.parse(timestamp),
      // As the process ends while it waits for the end of the deletion; a backup is complete at once.
      wait: async () => {
        throw new Error('The process ends.')
      },
    })

  it('that was sent is not taken back when it fails afterwards', async () => {
    create()
    clouds.state.slowDeletions = true
    const port = portOf()
    const plan = await port.plan(order)
    const events: string[] = []
    const failing = port.apply(plan, timestamp, undefined, {
      beforeDelete: async () => {
        events.push(`recorded before ${clouds.changes.filter((change) => change.startsWith('DELETE')).length}`)
      },
      onRefused: async () => {
        events.push('refused')
      },
      keepsBackup: false,
    })
    await failing.catch(() => undefined)
    expect(events).toEqual(['recorded before 0'])
    const changes = [...clouds.changes]
    // Neither a backup removed, nor another address reserved.
    expect(changes.filter((change) => change.startsWith('DELETE'))).toHaveLength(1)
    expect(changes.at(-1)).toMatch(/^DELETE .*old|^DELETE .*900[12]/)
    clouds.finishDeletions()
    expect(await port.verify({ ...plan, applied_at: timestamp })).toMatchObject({ verified: true })
    expect(clouds.changes).toEqual(changes)
  })

  it('that was refused is taken back, and counts as not sent', async () => {
    create()
    const port = portOf()
    const plan = await port.plan(order)
    const events: string[] = []
    clouds.refuse(/^DELETE/, 403)
    const failing = port.apply(plan, timestamp, undefined, {
      beforeDelete: async () => void events.push('sent'),
      onRefused: async () => void events.push('refused'),
      keepsBackup: false,
    })
    await expect(failing).rejects.toThrow('denied access')
    expect(events).toEqual(['sent', 'refused'])
    expect((await port.plan(order)).before).toEqual(plan.before)
  })

  it('that may not be sent any more leaves the resource, and the backup for the next attempt', async () => {
    create()
    const port = portOf()
    const plan = await port.plan(order)
    const control = {
      onRefused: async () => undefined,
      keepsBackup: true,
    }
    const stopped = port.apply(plan, timestamp, undefined, {
      ...control,
      beforeDelete: () => Promise.reject(new Error('It is kept.')),
    })
    await expect(stopped).rejects.toThrow('It is kept.')
    expect(clouds.changes.filter((change) => change.startsWith('DELETE'))).toEqual([])
    const backups = clouds.changes.length
    await port.apply(plan, timestamp, undefined, { ...control, beforeDelete: async () => undefined })
    expect(clouds.changes.slice(backups)).toEqual([expect.stringMatching(/^DELETE/)])
  })
})

it('compares the labels of an address of Google Cloud, and restores them', async () => {
  const last = cases.at(-1)
  if (!last) throw new Error('There are no cases.')
  clouds.state.google.addresses = [{ id: '9002', name: 'old', status: 'RESERVED', labels: { team: 'a' } }]
  const port = openAccount('gcp', clouds.credentials.gcp, { fetch: plainFetch, nowMs: () => Date.parse(timestamp) })
  const plan = await port.plan(last.order)
  expect(plan.before).toMatchObject({ labels: { team: 'a' } })
  const receipt = await port.apply(plan, timestamp)
  expect(await port.revert(receipt)).toMatchObject({ undone: true })
  expect(clouds.state.google.addresses).toMatchObject([{ labels: { team: 'a' } }])
  expect(await port.revert(receipt)).toMatchObject({ undone: true })
})

it('tells which targets are registered with a load balancer', async () => {
  clouds.state.balancers[balancer] = { tags: {}, targets: [] }
  const order: RemediationOrder = {
    step: 'delete',
    target: { ...target, provider: 'aws', kind: 'load_balancer', id: balancer },
  }
  const port = openAccount('aws', clouds.credentials.aws, { fetch: plainFetch, nowMs: () => Date.parse(timestamp) })
  const marks = port.marksOf(order)
  expect(await marks?.read()).toMatchObject({ usage: '' })
  clouds.state.balancers[balancer]?.targets.push('i-1')
  expect(await marks?.read()).toMatchObject({ usage: expect.stringContaining('i-1 80') })
})
