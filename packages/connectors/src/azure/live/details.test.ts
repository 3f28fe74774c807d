/** What Azure holds beside Resource Graph: read for each resource, and left out where the permission is missing. */
import { depsOf, readAllItems, type SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import { describe, expect, it } from 'vitest'
import { openAzureCloud } from './cloud.ts'
import { readActions } from './setup.ts'
import { azurePosture } from './testing/posture.ts'
import { azureDocuments } from './testing/posture-documents.ts'
import {
  answerAzure,
  clientId,
  clientSecret,
  createSmallAzure,
  type SmallAzure,
  subscriptionId,
  tenantId,
} from './testing/small-azure.ts'
import { failure } from './testing/small-manager.ts'

const nowMs = Date.parse('2026-11-22T10:20:00Z')
const posture = { isSound: true, nowMs }

function open(changes: Partial<SmallAzure> = {}) {
  const azure = createSmallAzure({ resources: azurePosture(posture), documents: azureDocuments(posture), ...changes })
  const access = { tenant_id: tenantId, client_id: clientId, client_secret: clientSecret, cloud: 'public' as const }
  const requests: SmallRequest[] = []
  const answer = answerAzure(azure)
  const cloud = openAzureCloud(
    { ...access, subscriptions: [] },
    depsOf((request) => {
      requests.push(request)
      return answer(request)
    }, nowMs),
  )
  const read = (dataset: SyncDataset) =>
    readAllItems(cloud, { accountId: subscriptionId(1), accountName: 'Shop', region: 'global', dataset }, nowMs)
  return { cloud, read, requests }
}

describe('details of Azure resources', () => {
  it('are left out with the permission that is missing in their place, and are not requested', async () => {
    const missing = 'Microsoft.Storage/storageAccounts/managementPolicies/read'
    const { read, requests } = open({ actions: () => readActions().filter((action) => action !== missing) })
    const [account] = await read('storage')
    expect(account?.attributes).toMatchObject({ versioning: 'true', 'denied:lifecycle_rules': missing })
    expect(account?.attributes).not.toHaveProperty('lifecycle_rules')
    expect(requests.some(({ url }) => url.pathname.includes('managementPolicies'))).toBe(false)
  })

  it('are left out where one resource refuses what the role allows', async () => {
    const { read } = open({
      fault: ({ url }) =>
        url.pathname.endsWith('/blobServices/default')
          ? failure(
              403,
              'AuthorizationFailed',
              "does not have authorization to perform action 'Microsoft.Storage/x/read'",
            )
          : undefined,
    })
    const [account] = await read('storage')
    expect(account?.attributes).toMatchObject({ 'denied:versioning': 'Microsoft.Storage/x/read', lifecycle_rules: '1' })
  })

  it('are unknown of a resource that has no such setting, or fails', async () => {
    const answering = (status: number, code: string) =>
      open({
        fault: ({ url }) => (/\/blobServices\/default$/.test(url.pathname) ? failure(status, code, 'No.') : undefined),
      })
    const [account] = await answering(400, 'FeatureNotSupportedForAccount').read('storage')
    expect(account?.attributes).not.toHaveProperty('versioning')
    expect(account?.attributes).toMatchObject({ lifecycle_rules: '1' })
    const [failed] = await answering(500, 'InternalError').read('storage')
    expect(failed?.attributes).not.toHaveProperty('versioning')
    expect(failed?.attributes).toMatchObject({ lifecycle_rules: '1' })
  }, 20_000)

  describe('of several accounts', () => {
    const accounts = ['a', 'b', 'c'].map((name) => ({
      id: `/subscriptions/${subscriptionId(1)}/resourceGroups/shop/providers/Microsoft.Storage/storageAccounts/${name}`,
      ...{ name, type: 'microsoft.storage/storageaccounts', location: 'westeurope', properties: {} },
    }))
    const resources = (_subscription: string, type: string) =>
      type === 'microsoft.storage/storageaccounts' ? accounts : []
    const failing = (names: RegExp, body: object, status = 500) =>
      open({
        resources,
        documents: () =>
          Object.fromEntries(
            accounts.map(({ id }) => [
              `${id}/blobServices/default`.toLowerCase(),
              { properties: { isVersioningEnabled: true } },
            ]),
          ),
        fault: ({ url }) => (names.test(url.pathname) ? { status, body } : undefined),
      })

    it.each([
      [500, {}],
      [200, { properties: 'soon' }],
    ])(
      'leave one out that answers %s with %j, and read the others',
      async (status, body) => {
        const items = await failing(/\/b\/blobServices\/default$/, body, status).read('storage')
        expect(items.map(({ attributes }) => attributes.versioning)).toEqual(['true', undefined, 'true'])
      },
      20_000,
    )

    it('stop where none answers: that is an outage', async () => {
      await expect(failing(/\/blobServices\/default$/, {}).read('storage')).rejects.toMatchObject({
        kind: 'unavailable',
      })
    }, 20_000)
  })

  it('leave out what was in a vault that was deleted, and the rotation of a key that cannot be read', async () => {
    const deleted = open({
      fault: ({ url }) =>
        /\/vaults\/[^/]+\/(?:keys|secrets)$/i.test(url.pathname)
          ? failure(404, 'ResourceNotFound', 'The vault was not found.')
          : undefined,
    })
    expect([await deleted.read('keys'), await deleted.read('secrets')]).toEqual([[], []])
    const broken = open({
      fault: ({ url }) => (/\/keys\/disks$/i.test(url.pathname) ? { status: 500, body: '<html>' } : undefined),
    })
    const [key] = await broken.read('keys')
    expect(key).toMatchObject({ name: 'disks', type: 'Encryption key' })
    expect(key?.attributes).not.toHaveProperty('rotation')
  }, 20_000)

  it('read what belongs to a subscription once, over pages, and count requests that cost nothing', async () => {
    const machines = Array.from({ length: 5 }, (_, index) => ({
      id: `/subscriptions/${subscriptionId(1)}/vm/${index}`,
      ...{ name: `vm-${index}`, type: 'microsoft.compute/virtualmachines', properties: {} },
    }))
    const interfaces = machines.slice(3).map(({ id }, index) => ({
      ...{ id: `/nic/${index}`, name: 'nic', type: 'microsoft.network/networkinterfaces' },
      properties: {
        virtualMachine: { id: id.toUpperCase() },
        ipConfigurations: [{ properties: { publicIPAddress: { id: '/ips/web' } } }],
      },
    }))
    const lists: Record<string, object[]> = {
      'microsoft.compute/virtualmachines': machines,
      'microsoft.network/networkinterfaces': interfaces,
    }
    const { cloud, read, requests } = open({ pageSize: 1, resources: (_subscription, type) => lists[type] ?? [] })
    const items = await read('compute')
    expect(items.map(({ attributes }) => attributes.public_address)).toEqual(['none', 'none', 'none', 'web', 'web'])
    expect(requests.filter(({ body }) => body.includes('networkinterfaces'))).toHaveLength(2)
    // The token is not a request of the API.
    expect(cloud.calls()).toBe(requests.length - 1)
    expect(cloud.chargedNanos()).toBe(0)
  })

  it('lock a resource by its group, by no group whose name only begins alike', async () => {
    const [sound] = await open().read('tables')
    const unsound = { isSound: false, nowMs }
    const [other] = await open({ resources: azurePosture(unsound), documents: azureDocuments(unsound) }).read('tables')
    expect([sound, other].map((item) => item?.attributes.deletion_protection)).toEqual(['true', 'false'])
  })

  it('list keys and secrets of vaults with the moments that Resource Manager writes in seconds', async () => {
    const { read } = open()
    expect(await read('keys')).toMatchObject([
      { type: 'Encryption key', name: 'disks', attributes: { rotation: 'true' } },
    ])
    const last_rotated = new Date(nowMs - 10 * 86_400_000).toISOString()
    expect(await read('secrets')).toMatchObject([{ type: 'Secret', name: 'card', attributes: { last_rotated } }])
  })

  it('deny a unit whose vaults may be listed, and their keys not', async () => {
    const denied = 'Microsoft.KeyVault/vaults/keys/read'
    const { read } = open({ actions: () => readActions().filter((action) => action !== denied) })
    await expect(read('keys')).rejects.toMatchObject({ kind: 'denied', action: denied })
  })
})
