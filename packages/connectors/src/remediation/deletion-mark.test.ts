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
    const listed = await marks.requests('2026-06-17')
    expect(listed).toHaveLength(1)
    expect(clouds.changes).toEqual([])
    await marks.write('2026-06-17')
    expect(clouds.changes).toHaveLength(1)
    expect(await marks.read()).toMatchObject({ mark: '2026-06-17' })
    expect((await port.plan(order)).before).toEqual(before.before)
    // Again: nothing is sent.
    await marks.write('2026-06-17')
    expect(clouds.changes).toHaveLength(1)
    await marks.write(null)
    expect(await marks.read()).toMatchObject({ mark: null })
    await port.apply(before, timestamp)
    expect(await marks.read()).toBeUndefined()
    expect(await marks.requests('2026-06-17')).toEqual([])
  })
})
