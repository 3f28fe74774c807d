/** Keys of storage accounts, and keys and secrets of vaults. What is secret in them cannot be read with any of this. */
import * as z from 'zod'
import { unknownWhenBroken } from '../../live-details.ts'
import { attributes, dateOf } from '../../live-item.ts'
import { definePort } from './define-port.ts'
import { listAll, readSetting } from './manager-list.ts'
import { type AzureResource, azureItem, azureResourceSchema, readProperties } from './resource.ts'
import type { AzureSession } from './session.ts'

const text = z.string()
const keysAction = 'Microsoft.KeyVault/vaults/keys/read'
const secretsAction = 'Microsoft.KeyVault/vaults/secrets/read'
const vaults = { type: 'microsoft.keyvault/vaults', action: 'Microsoft.KeyVault/vaults/read' } as const
const version = 'api-version=2023-07-01'

/** Resource Manager writes moments of vaults in seconds. */
const times = z.object({ created: z.number().nullish(), enabled: z.boolean().nullish() })
const rotation = z.object({
  lifetimeActions: z.array(z.object({ action: z.object({ type: text.nullish() }).nullish() })).nullish(),
})

function momentOf(seconds: number | null | undefined): string | undefined {
  return typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : undefined
}

export const identityPort = definePort({
  dataset: 'identity',
  unlocks: 'Old keys of storage accounts',
  queries: [
    {
      type: 'microsoft.storage/storageaccounts',
      action: 'Microsoft.Storage/storageAccounts/read',
      reason: 'Lists the keys of storage accounts with their age. The keys themselves cannot be read with it.',
      toItems(resource, location) {
        const { keyCreationTime, allowSharedKeyAccess } = readProperties(resource, {
          keyCreationTime: z.record(text, text.nullish()),
          allowSharedKeyAccess: z.boolean(),
        })
        // Keys that no one can use are not listed.
        const names = allowSharedKeyAccess === false ? [] : ['key1', 'key2']
        return names.map((name) =>
          azureItem(resource, location, {
            resource_id: `${resource.id}/keys/${name}`,
            name: `${resource.name} ${name}`,
            type: 'Storage account key',
            service: 'Storage',
            size: '',
            state: 'active',
            created_at: dateOf(keyCreationTime?.[name]),
            relations: [{ kind: 'member_of', resource_id: resource.id }],
          }),
        )
      },
    },
  ],
})

/** The list leaves out rotation: each key is asked. */
async function listKeys(session: AzureSession, { id }: AzureResource): Promise<AzureResource[]> {
  const keys = await listAll(session, {
    action: keysAction,
    path: `${id}/keys?${version}`,
    schema: azureResourceSchema,
  })
  const read: AzureResource[] = []
  for (const key of keys) {
    const path = `${key.id}?${version}`
    const answer = await unknownWhenBroken(async () => ({
      key: await readSetting(session, { action: keysAction, path, schema: azureResourceSchema }),
    }))
    // One that cannot be read stays listed; one that is missing was deleted.
    if (answer === undefined) read.push({ ...key, properties: { ...key.properties, isUnread: true } })
    else if (answer.key) read.push(answer.key)
  }
  return read
}

export const keysPort = definePort({
  dataset: 'keys',
  unlocks: 'Encryption keys that do not rotate',
  queries: [
    {
      ...vaults,
      reason: 'Lists vaults, to read their keys.',
      children: {
        permissions: [{ action: keysAction, reason: 'Lists the keys of vaults, and whether they rotate.' }],
        list: listKeys,
      },
      toItems(resource, location) {
        const key = readProperties(resource, { attributes: times, rotationPolicy: rotation, isUnread: z.boolean() })
        if (key.attributes?.enabled === false) return []
        const actions = key.rotationPolicy?.lifetimeActions ?? []
        return [
          azureItem(resource, location, {
            type: 'Encryption key',
            service: 'Key Vault',
            state: 'active',
            created_at: momentOf(key.attributes?.created),
            // A key without a policy does not rotate; a policy may only notify.
            attributes: attributes({
              rotation: key.isUnread ? undefined : actions.some(({ action }) => /^rotate$/i.test(action?.type ?? '')),
            }),
          }),
        ]
      },
    },
  ],
})

export const secretsPort = definePort({
  dataset: 'secrets',
  unlocks: 'Secrets that no one changes',
  queries: [
    {
      ...vaults,
      reason: 'Lists vaults, to read when their secrets were changed.',
      children: {
        permissions: [{ action: secretsAction, reason: 'Lists the secrets of vaults. Values cannot be read with it.' }],
        list: (session, { id }) =>
          listAll(session, { action: secretsAction, path: `${id}/secrets?${version}`, schema: azureResourceSchema }),
      },
      toItems(resource, location) {
        const secret = readProperties(resource, { attributes: times })
        if (secret.attributes?.enabled === false) return []
        return [
          azureItem(resource, location, {
            type: 'Secret',
            service: 'Key Vault',
            state: 'active',
            // A list holds the current version: it was created when the secret was last changed.
            attributes: attributes({ last_rotated: momentOf(secret.attributes?.created) }),
          }),
        ]
      },
    },
  ],
})
