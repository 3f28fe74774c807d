/** For tests: what Resource Manager answers of the resources of a posture, beside Resource Graph. */
import { azureId, type Posture } from './posture.ts'

const enabled = (isEnabled: boolean) => (isEnabled ? 'Enabled' : 'Disabled')

/** For `documents` of the small Azure. */
export function azureDocuments(posture: Posture): (subscription: string) => Record<string, object> {
  return (subscription) => {
    const documents = {
      ...ofSubscription(posture, subscription),
      ...ofStorage(posture, subscription),
      ...ofData(posture, subscription),
      ...ofFunctions(posture, subscription),
      ...ofVaults(posture, subscription),
    }
    return Object.fromEntries(Object.entries(documents).map(([path, body]) => [path.toLowerCase(), body]))
  }
}

function ofSubscription({ isSound }: Posture, subscription: string): Record<string, object> {
  const base = `/subscriptions/${subscription}`
  const lock = (scope: string, level: string) => ({
    id: `${scope}/providers/Microsoft.Authorization/locks/keep`,
    properties: { level },
  })
  return {
    [`${base}/providers/Microsoft.Authorization/locks`]: {
      value: isSound
        ? [lock(`${base}/resourceGroups/SHOP`, 'CanNotDelete')]
        : [lock(base, 'NotSpecified'), lock(`${base}/resourceGroups/sho`, 'CanNotDelete')],
    },
    [`${base}/providers/Microsoft.Security/pricings`]: {
      value: [
        { name: 'VirtualMachines', properties: { pricingTier: 'Standard' } },
        { name: 'Containers', properties: { pricingTier: isSound ? 'Standard' : 'Free' } },
      ],
    },
    [`${base}/providers/Microsoft.Insights/diagnosticSettings`]: {
      value: [{ id: `${base}/providers/Microsoft.Insights/diagnosticSettings/all`, name: 'all', properties: {} }],
    },
  }
}

function ofStorage({ isSound }: Posture, subscription: string): Record<string, object> {
  const account = azureId(subscription, 'microsoft.storage/storageaccounts')
  const logs = [
    { category: 'StorageWrite', enabled: true },
    { category: 'StorageRead', enabled: isSound },
  ]
  return {
    [`${account}/blobServices/default`]: { properties: isSound ? { isVersioningEnabled: true } : {} },
    [`${account}/managementPolicies/default`]: {
      properties: { policy: { rules: [{ name: 'cool', enabled: isSound }] } },
    },
    [`${account}/blobServices/default/providers/Microsoft.Insights/diagnosticSettings`]: {
      value: [{ properties: { logs } }],
    },
  }
}

function ofData({ isSound }: Posture, subscription: string): Record<string, object> {
  const database = azureId(subscription, 'microsoft.sql/servers/databases', 'shop/orders')
  const pool = azureId(subscription, 'microsoft.synapse/workspaces/sqlpools', 'facts/sales')
  return {
    [`${database}/transparentDataEncryption/current`]: { properties: { state: enabled(isSound) } },
    [`${database}/backupShortTermRetentionPolicies/default`]: { properties: { retentionDays: isSound ? 14 : 1 } },
    [`${pool}/transparentDataEncryption/current`]: { properties: { status: enabled(isSound) } },
  }
}

/** Both answer without a key; a sign-in stands before one of them. */
function ofFunctions({ isSound }: Posture, subscription: string): Record<string, object> {
  const site = azureId(subscription, 'microsoft.web/sites')
  const bindings = [{ type: 'httpTrigger', direction: 'in', authLevel: 'anonymous' }]
  return {
    [`${site}/functions`]: { value: [{ properties: { isDisabled: false, config: { bindings } } }] },
    [`${site}/config/authsettingsV2`]: {
      properties: {
        platform: { enabled: true },
        globalValidation: {
          requireAuthentication: true,
          unauthenticatedClientAction: isSound ? 'Return401' : 'AllowAnonymous',
        },
      },
    },
  }
}

function ofVaults({ isSound, nowMs }: Posture, subscription: string): Record<string, object> {
  const vault = azureId(subscription, 'microsoft.keyvault/vaults', 'shop')
  const attributes = { enabled: true, created: Math.floor(nowMs / 1000) - (isSound ? 10 : 500) * 86_400 }
  const key = { id: `${vault}/keys/disks`, name: 'disks', type: 'Microsoft.KeyVault/vaults/keys' }
  const secret = { id: `${vault}/secrets/card`, name: 'card', type: 'Microsoft.KeyVault/vaults/secrets' }
  const lifetimeActions = [{ action: { type: isSound ? 'rotate' : 'notify' } }]
  return {
    [`${vault}/keys`]: { value: [{ ...key, properties: { attributes } }] },
    [key.id]: { ...key, properties: { attributes, rotationPolicy: { lifetimeActions } } },
    [`${vault}/secrets`]: { value: [{ ...secret, properties: { attributes } }] },
  }
}
