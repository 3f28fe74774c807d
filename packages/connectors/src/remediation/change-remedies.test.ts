/** Remedies of recommendations against emulated clouds; those of AWS that moto knows are tried against moto. */
import type { RemediationOrder } from '@kept/domain/remediation.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { backupNameOf } from './backup-name.ts'
import { changeTargetOf } from './change-target.ts'
import type { GuardedFetch } from './credentials.ts'
import { openAccount } from './open-account.ts'
import { changeRemedies, remedyFor } from './remedies.ts'
import { deletes } from './remedy.ts'
import { scriptFor } from './script.ts'
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

const group = '/subscriptions/s-1/resourceGroups/dev/providers'
const disk = `${group}/Microsoft.Compute/disks/old`
const address = `${group}/Microsoft.Network/publicIPAddresses/old`
const google = '//compute.googleapis.com/projects/p'
const googleDisk = `${google}/zones/europe-west1-b/disks/9001`
const image = 'arn:aws:ec2:eu-west-1:111122223333:image/ami-0123456789abcdef0'

interface Case {
  name: string
  provider: 'aws' | 'azure' | 'gcp' | 'kubernetes'
  id: string
  order: Omit<RemediationOrder, 'target'>
  create(): void
  /** What the description of the plan says of before and after. */
  outcome: string
  /** Makes it so that the plan is refused, and with what. */
  use?: [() => void, string]
}

const cases: Case[] = [
  {
    ...{ name: 'an image', provider: 'aws', id: image, order: { step: 'delete' }, create: () => undefined },
    outcome: 'is an image with 2 snapshots and will be deregistered',
    use: [
      () => {
        clouds.state.image.instance = 'i-1'
      },
      'is used by the instance i-1',
    ],
  },
  {
    ...{ name: 'a disk of Azure', provider: 'azure', id: disk, order: { step: 'delete' } },
    create() {
      clouds.state.azure[disk] = {
        ...{ location: 'westeurope', sku: { name: 'Premium_LRS' }, tags: { team: 'a' }, zones: ['1'] },
        properties: { diskState: 'Unattached', diskSizeGB: 128, osType: 'Linux', provisioningState: 'Succeeded' },
      }
    },
    outcome: 'is a Premium_LRS disk of 128 GB and will be deleted, with a snapshot',
    use: [
      () => {
        Object.assign(clouds.state.azure[disk] ?? {}, { managedBy: `${group}/Microsoft.Compute/virtualMachines/box` })
      },
      'is attached to a machine',
    ],
  },
  {
    ...{ name: 'an address of Azure', provider: 'azure', id: address, order: { step: 'release' } },
    create() {
      clouds.state.azure[address] = {
        ...{ location: 'westeurope', sku: { name: 'Standard' }, tags: {} },
        properties: {
          publicIPAllocationMethod: 'Static',
          ipAddress: '192.0.2.1',
          dnsSettings: { domainNameLabel: 'x' },
        },
      }
    },
    outcome: 'is a reserved public address and will be released',
    use: [
      () => {
        Object.assign(clouds.state.azure[address]?.properties ?? {}, { natGateway: { id: 'nat' } })
      },
      'is in use',
    ],
  },
  {
    ...{ name: 'a machine of Azure', provider: 'azure', order: { step: 'resize', setting: 'Standard_D2s_v5' } },
    ...{ id: `${group}/Microsoft.Compute/virtualMachines/sized`, create: () => undefined },
    outcome: 'is a running Standard_D4s_v5 and will be a running Standard_D2s_v5',
  },
  {
    ...{ name: 'a disk of Google Cloud', provider: 'gcp', id: googleDisk, order: { step: 'delete' } },
    create() {
      const type = 'https://www.googleapis.com/compute/v1/projects/p/zones/europe-west1-b/diskTypes/pd-ssd'
      clouds.state.google.disks = [
        { id: '9001', name: 'old', sizeGb: '200', type, labels: { team: 'a' }, status: 'READY' },
      ]
    },
    outcome: 'is a pd-ssd disk of 200 GB and will be deleted, with a snapshot',
    use: [
      () => {
        Object.assign(clouds.state.google.disks[0] ?? {}, { users: ['box'] })
      },
      'is attached to an instance',
    ],
  },
  {
    ...{ name: 'an address of Google Cloud', provider: 'gcp', order: { step: 'release' } },
    id: `${google}/regions/europe-west1/addresses/9002`,
    create() {
      clouds.state.google.addresses = [{ id: '9002', name: 'old', status: 'RESERVED', networkTier: 'PREMIUM' }]
    },
    outcome: 'is a reserved address and will be released',
    use: [
      () => {
        Object.assign(clouds.state.google.addresses[0] ?? {}, { users: ['rule'] })
      },
      'is in use',
    ],
  },
  {
    ...{ name: 'an instance of Google Cloud', provider: 'gcp', order: { step: 'resize', setting: 'n2-standard-4' } },
    ...{ id: `${google}/zones/europe-west1-b/instances/7001`, create: () => undefined },
    outcome: 'is a running n2-standard-8 and will be a running n2-standard-4',
  },
  {
    ...{ name: 'a database of Google Cloud', provider: 'gcp', order: { step: 'stop' }, create: () => undefined },
    id: '//cloudsql.googleapis.com/projects/p/instances/orders',
    outcome: 'is running and will be stopped',
  },
  {
    ...{ name: 'a database of Google Cloud', provider: 'gcp', order: { step: 'resize', setting: 'db-custom-2-7680' } },
    ...{ id: '//cloudsql.googleapis.com/projects/p/instances/orders', create: () => undefined },
    outcome: 'is db-custom-4-15360 and will be db-custom-2-7680',
  },
  {
    ...{ name: 'a database of Azure', provider: 'azure', order: { step: 'resize', setting: 'GP_Gen5_4' } },
    ...{ id: `${group}/Microsoft.Sql/servers/main/databases/orders`, create: () => undefined },
    outcome: 'is GP_Gen5_8 and will be GP_Gen5_4',
    use: [
      () => {
        clouds.state.containers.sql.pool = 'pool'
      },
      'shares an elastic pool',
    ],
  },
  {
    ...{ name: 'a cluster of Azure', provider: 'azure', order: { step: 'stop' }, create: () => undefined },
    id: `${group}/Microsoft.ContainerService/managedClusters/shop`,
    outcome: 'is running and will be stopped',
  },
  {
    ...{ name: 'the tasks of a service', provider: 'aws', order: { step: 'resize', setting: '512-1024' } },
    ...{ id: 'arn:aws:ecs:eu-west-1:111122223333:service/shop/web', create: () => undefined },
    outcome: 'is at 1 vCPU and 4096 MiB a task and will be at 0.5 vCPU and 1024 MiB a task',
    use: [
      () => {
        clouds.state.containers.service.deployedBy = 'CODE_DEPLOY'
      },
      'is deployed by CodeDeploy',
    ],
  },
  ...(['deployment', 'statefulset', 'daemonset'] as const).map(
    (kind): Case => ({
      ...{ name: `the requests of a ${kind}`, provider: 'kubernetes', id: `shop/${kind}/cart` },
      order: { step: 'resize', container_requests: { container: 'app', cpu: '200m', memory: '384Mi' } },
      create: () => undefined,
      outcome:
        'is requesting app: 500m CPU and 1Gi memory, proxy: no CPU and no memory and will be requesting app: 200m CPU and 384Mi memory, proxy: no CPU and no memory',
      use: [() => pauseUpdates(`${kind}s`), 'replaces its pods only when a person deletes them'],
    }),
  ),
]

function pauseUpdates(plural: string): void {
  const workload = clouds.state.containers.workloads[plural]
  if (workload) workload.spec = { updateStrategy: { type: 'OnDelete' } }
}

function orderOf({ provider, id, order }: Case): RemediationOrder {
  const target = changeTargetOf(provider, { id, name: 'it', region: 'eu-west-1', account: '', tags: {} })
  if (!target) throw new Error(`no target: ${id}`)
  return { ...order, target }
}

const portOf = (provider: Case['provider']) =>
  openAccount(provider, clouds.credentials[provider], {
    fetch: plainFetch,
    nowMs: () => Date.parse(timestamp),
    wait: async () => undefined,
  })

it('tries every remedy of Azure and Google Cloud that only recommendations use', () => {
  const needed = changeRemedies.flatMap(({ provider, kind, steps }) =>
    provider === 'aws' ? [] : steps.filter((step) => step !== 'start').map((step) => `${step} ${kind}`),
  )
  expect(cases.map((entry) => `${entry.order.step} ${orderOf(entry).target.kind}`)).toEqual(
    expect.arrayContaining(needed),
  )
})

describe.each(cases.map((entry) => [`${entry.order.step} ${entry.name}`, entry] as const))('%s', (_name, entry) => {
  const { provider, outcome, use } = entry

  it('plans without a change, applies, verifies, and restores the previous state', async () => {
    entry.create()
    const port = portOf(provider)
    const order = orderOf(entry)
    const plan = await port.plan(order)
    expect(clouds.changes).toEqual([])
    expect(plan).toMatchObject({
      description: `it ${outcome}.`,
      permissions: remedyFor(order.target.kind, order.step).permissions,
    })
    expect(plan.undo_price?.length).toBeGreaterThan(30)
    const receipt = JSON.parse(JSON.stringify(await port.apply(plan, timestamp)))
    expect(clouds.changes).toHaveLength(plan.requests.length)
    expect(await port.verify(receipt)).toMatchObject({ verified: true })
    // Done already: only the receipt was lost.
    await port.apply(plan, timestamp)
    expect(clouds.changes).toHaveLength(plan.requests.length)
    expect(await port.revert(receipt)).toMatchObject({ undone: true })
    expect((await port.plan(order)).before).toEqual(plan.before)
    expect(await port.revert(receipt)).toMatchObject({ undone: true, message: expect.stringContaining('already') })
    expect(scriptFor(order)?.run).toContain(scriptFor(order)?.tool)
  })

  it('restores what it was when a request fails midway', async () => {
    entry.create()
    const port = portOf(provider)
    const plan = await port.plan(orderOf(entry))
    const last = plan.requests.at(-1)
    // A deletion is taken back only where the cloud certainly did not begin it.
    const [status, message] = deletes(plan.order.step) ? [403, 'denied access'] : [500, 'returned 500']
    clouds.refuse(provider === 'aws' ? /DeregisterImage|UpdateService/ : new RegExp(`^${last?.method} `), status)
    await expect(port.apply(plan, timestamp)).rejects.toThrow(message)
    expect((await port.plan(orderOf(entry))).before).toEqual(plan.before)
  })

  it.skipIf(!use)('is refused while it is in use', async () => {
    entry.create()
    use?.[0]()
    await expect(portOf(provider).plan(orderOf(entry))).rejects.toThrow(use?.[1] ?? '')
    expect(clouds.changes).toEqual([])
  })
})

it('deregisters no image that AWS would not keep in the Recycle Bin', async () => {
  clouds.state.image.isCovered = false
  const [first] = cases
  if (!first) throw new Error('no case')
  await expect(portOf('aws').plan(orderOf(first))).rejects.toThrow('need the tag kept:allow=true')
})

it('says that an image cannot be restored after its 30 days', async () => {
  const [first] = cases
  if (!first) throw new Error('no case')
  const port = portOf('aws')
  const receipt = await port.apply(await port.plan(orderOf(first)), timestamp)
  clouds.state.image.location = 'gone'
  await expect(port.revert(receipt)).rejects.toThrow('its 30 days are over')
})

it('says that a disk cannot be made again when someone deleted its snapshot', async () => {
  const entry = cases.find(({ id }) => id === googleDisk)
  if (!entry) throw new Error('no case')
  entry.create()
  const port = portOf('gcp')
  const receipt = await port.apply(await port.plan(orderOf(entry)), timestamp)
  expect(clouds.state.google.snapshots).toEqual([backupNameOf({ id: googleDisk })])
  clouds.state.google.snapshots = []
  expect(await port.revert(receipt)).toMatchObject({ undone: false })
})
