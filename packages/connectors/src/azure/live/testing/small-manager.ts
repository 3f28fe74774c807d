/**
 * For tests: what Resource Manager answers of a single resource, beside the lists of Resource Graph. Each address takes
 * an action of its own, and a role without it is refused as Azure words it.
 */
import type { SmallAnswer } from '@kept/domain/sync/testing/small-cloud.ts'

interface Documents {
  actions(subscription: string): string[]
  documents(subscription: string): Readonly<Record<string, object>>
}

/** learn.microsoft.com, Azure permissions: the end of an address, what it takes, and whether it is a list. */
const addresses: readonly { end: RegExp; action: string; isList?: true }[] = [
  { end: /\/microsoft\.authorization\/locks$/, action: 'Microsoft.Authorization/locks/read', isList: true },
  { end: /\/microsoft\.security\/pricings$/, action: 'Microsoft.Security/pricings/read', isList: true },
  {
    end: /\/microsoft\.insights\/diagnosticsettings$/,
    action: 'Microsoft.Insights/diagnosticSettings/read',
    isList: true,
  },
  { end: /\/blobservices\/default$/, action: 'Microsoft.Storage/storageAccounts/blobServices/read' },
  { end: /\/managementpolicies\/default$/, action: 'Microsoft.Storage/storageAccounts/managementPolicies/read' },
  { end: /\/sites\/[^/]+\/functions$/, action: 'Microsoft.Web/sites/functions/read', isList: true },
  { end: /\/config\/authsettingsv2$/, action: 'Microsoft.Web/sites/config/read' },
  {
    end: /\/microsoft\.sql\/.*\/transparentdataencryption\/current$/,
    action: 'Microsoft.Sql/servers/databases/transparentDataEncryption/read',
  },
  {
    end: /\/backupshorttermretentionpolicies\/default$/,
    action: 'Microsoft.Sql/servers/databases/backupShortTermRetentionPolicies/read',
  },
  {
    end: /\/microsoft\.synapse\/.*\/transparentdataencryption\/current$/,
    action: 'Microsoft.Synapse/workspaces/sqlPools/transparentDataEncryption/read',
  },
  { end: /\/vaults\/[^/]+\/keys$/, action: 'Microsoft.KeyVault/vaults/keys/read', isList: true },
  { end: /\/vaults\/[^/]+\/keys\/[^/]+$/, action: 'Microsoft.KeyVault/vaults/keys/read' },
  { end: /\/vaults\/[^/]+\/secrets$/, action: 'Microsoft.KeyVault/vaults/secrets/read', isList: true },
]

export function answerDocument(azure: Documents, subscription: string, pathname: string): SmallAnswer {
  const path = decodeURIComponent(pathname).toLowerCase()
  const address = addresses.find(({ end }) => end.test(path))
  if (!address) return failure(404, 'NotFound', `There is nothing at ${pathname}.`)
  if (!azure.actions(subscription).some((pattern) => covers(pattern, address.action)))
    return failure(
      403,
      'AuthorizationFailed',
      `The client does not have authorization to perform action '${address.action}' over scope '${pathname}'.`,
    )
  const body = azure.documents(subscription)[path]
  if (body !== undefined) return { body }
  return address.isList ? { body: { value: [] } } : failure(404, 'ResourceNotFound', `There is nothing at ${pathname}.`)
}

/** "Microsoft.Compute/*" covers what begins with it. */
function covers(pattern: string, action: string): boolean {
  const expression = pattern.split('*').map((part) => part.replaceAll(/[.\\/]/g, String.raw`\$&`))
  return new RegExp(`^${expression.join('.*')}$`, 'i').test(action)
}

export function failure(status: number, code: string, message: string): SmallAnswer {
  return { status, body: { error: { code, message } } }
}
