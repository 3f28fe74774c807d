/** What the inventory says of a resource that is billed otherwise than by the list price of its type. */
import type { DiscoveredUnit } from '@kept/domain/sync/port.ts'
import { depsOf, readAllItems } from '@kept/domain/sync/testing/small-cloud.ts'
import { describe, expect, it } from 'vitest'
import { openGcpCloud } from '../cloud.ts'
import {
  answerGoogle,
  createSmallGoogle,
  smallGoogleNowMs as nowMs,
  serviceAccountKey,
} from '../testing/small-google.ts'

const project = 'https://www.googleapis.com/compute/v1/projects/p'

async function attributesOf(
  assetType: string,
  data: object,
  dataset: DiscoveredUnit['dataset'] = 'compute',
): Promise<Record<string, string>> {
  const name = `//${assetType.split('/')[0]}/projects/p/things/thing`
  const google = createSmallGoogle({
    assets: (_project, type) =>
      type === assetType ? [{ name, assetType, resource: { location: 'europe-west1-b', data } }] : [],
  })
  const cloud = openGcpCloud({ key: serviceAccountKey, projects: [] }, depsOf(answerGoogle(google), nowMs))
  const unit = { accountId: 'shop-production', accountName: 'Shop', region: 'global', dataset }
  const [item] = await readAllItems(cloud, unit, nowMs)
  return item?.attributes ?? {}
}

describe('an instance', () => {
  const instance = (data: object) => attributesOf('compute.googleapis.com/Instance', { id: '1', ...data })

  it('that is billed by its type alone has nothing of it', async () => {
    const free = ['debian-cloud/global/licenses/debian-12', 'cos-cloud/global/licenses/cos'].map(
      (license) => `https://www.googleapis.com/compute/v1/projects/${license}`,
    )
    const plain = {
      scheduling: { preemptible: false, provisioningModel: 'STANDARD', nodeAffinities: [] },
      reservationAffinity: { consumeReservationType: 'ANY_RESERVATION' },
      guestAccelerators: [],
      disks: [{ type: 'PERSISTENT', licenses: free }, { type: 'PERSISTENT' }],
      confidentialInstanceConfig: { enableConfidentialCompute: false },
      networkPerformanceConfig: { totalEgressBandwidthTier: 'DEFAULT' },
    }
    expect(await instance(plain)).toEqual({ public_address: 'none', instance_role: 'none' })
  })

  it.each<[Record<string, string>, object]>([
    [{ lifecycle: 'spot' }, { scheduling: { preemptible: true } }],
    [{ lifecycle: 'spot' }, { scheduling: { provisioningModel: 'SPOT' } }],
    [{ tenancy: 'host' }, { scheduling: { nodeAffinities: [{ key: 'node-group', values: ['a'] }] } }],
    [
      { capacity_reservation: 'web' },
      {
        reservationAffinity: {
          consumeReservationType: 'SPECIFIC_RESERVATION',
          values: ['projects/p/reservations/web'],
        },
      },
    ],
    [{ capacity_reservation: 'specific' }, { reservationAffinity: { consumeReservationType: 'SPECIFIC_RESERVATION' } }],
    [
      { accelerators: '2 nvidia-tesla-t4' },
      {
        guestAccelerators: [
          { acceleratorCount: 2, acceleratorType: `${project}/zones/europe-west1-b/acceleratorTypes/nvidia-tesla-t4` },
        ],
      },
    ],
    [
      { license: 'windows-cloud/windows-server-2022-dc' },
      {
        disks: [
          {
            type: 'PERSISTENT',
            licenses: [`${project.replace(/p$/, 'windows-cloud')}/global/licenses/windows-server-2022-dc`],
          },
        ],
      },
    ],
    [{ local_disks: '2' }, { disks: [{ type: 'SCRATCH' }, { type: 'PERSISTENT' }, { type: 'SCRATCH' }] }],
    [{ confidential: 'true' }, { confidentialInstanceConfig: { enableConfidentialCompute: true } }],
    [{ network_tier: 'tier_1' }, { networkPerformanceConfig: { totalEgressBandwidthTier: 'TIER_1' } }],
  ])('has %o', async (attributes, data) => {
    expect(await instance(data)).toMatchObject(attributes)
  })
})

it('tells disks, snapshots, addresses and databases apart that have the same type', async () => {
  const pool = `${project}/zones/europe-west1-b/storagePools/fast`
  const disk = { provisionedIops: '4000', provisionedThroughput: '200', storagePool: pool }
  expect(await attributesOf('compute.googleapis.com/Disk', { ...disk, enableConfidentialCompute: true })).toMatchObject(
    { iops: '4000', throughput: '200', storage_pool: 'fast', confidential: 'true' },
  )
  const plain = await attributesOf('compute.googleapis.com/Disk', { enableConfidentialCompute: false })
  expect(plain).toEqual({ encrypted: 'true' })
  const snapshot = { snapshotType: 'ARCHIVE', storageLocations: ['europe-west1'] }
  expect(await attributesOf('compute.googleapis.com/Snapshot', snapshot)).toMatchObject({
    ...{ snapshot_type: 'archive', storage_location: 'europe-west1' },
  })
  const address = (user: string) =>
    attributesOf('compute.googleapis.com/Address', { status: 'IN_USE', users: [`${project}/${user}`] }, 'network')
  expect(await address('zones/europe-west1-b/instances/web')).toMatchObject({ used_by: 'instances' })
  expect(await address('regions/europe-west1/forwardingRules/web')).toMatchObject({ used_by: 'forwardingRules' })
  const database = {
    databaseVersion: 'POSTGRES_15',
    settings: { tier: 'db-custom-2-7680', edition: 'ENTERPRISE_PLUS' },
  }
  expect(await attributesOf('sqladmin.googleapis.com/Instance', database, 'databases')).toMatchObject({
    edition: 'enterprise_plus',
  })
})
