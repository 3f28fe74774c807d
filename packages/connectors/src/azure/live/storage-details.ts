/** What a storage account retains and logs: Resource Graph does not hold it, so each account is asked. */
import * as z from 'zod'
import type { AzureDetail } from './define-port.ts'
import { listAll, readSetting } from './manager-list.ts'

const servicesAction = 'Microsoft.Storage/storageAccounts/blobServices/read'
const policiesAction = 'Microsoft.Storage/storageAccounts/managementPolicies/read'
export const diagnosticsAction = 'Microsoft.Insights/diagnosticSettings/read'
export const diagnosticsVersion = 'api-version=2021-05-01-preview'
const version = 'api-version=2023-05-01'

const policySchema = z.object({
  properties: z.object({
    policy: z.object({ rules: z.array(z.object({ enabled: z.boolean().nullish() })).nullish() }).nullish(),
  }),
})
const diagnosticSchema = z.object({
  properties: z.object({
    logs: z
      .array(
        z.object({
          category: z.string().nullish(),
          categoryGroup: z.string().nullish(),
          enabled: z.boolean().nullish(),
        }),
      )
      .nullish(),
  }),
})

export const storageDetails: readonly AzureDetail[] = [
  {
    attribute: 'versioning',
    permissions: [{ action: servicesAction, reason: 'Reads whether a storage account retains earlier versions.' }],
    async read(session, { id }) {
      const service = await readSetting(session, {
        action: servicesAction,
        path: `${id}/blobServices/default?${version}`,
        schema: z.object({ properties: z.object({ isVersioningEnabled: z.boolean().nullish() }) }),
      })
      // What was never switched on is left out.
      return service && service.properties.isVersioningEnabled === true
    },
  },
  {
    attribute: 'lifecycle_rules',
    permissions: [{ action: policiesAction, reason: 'Reads whether old blobs move to cheaper storage.' }],
    async read(session, { id }) {
      const policy = await readSetting(session, {
        action: policiesAction,
        path: `${id}/managementPolicies/default?${version}`,
        schema: policySchema,
      })
      // Azure answers 404 for an account without a policy. A rule is on unless it says otherwise.
      return (policy?.properties.policy?.rules ?? []).filter(({ enabled }) => enabled !== false).length
    },
  },
  {
    attribute: 'access_logging',
    permissions: [{ action: diagnosticsAction, reason: 'Reads what is logged of a storage account.' }],
    async read(session, { id }) {
      const settings = await listAll(session, {
        action: diagnosticsAction,
        path: `${id}/blobServices/default/providers/Microsoft.Insights/diagnosticSettings?${diagnosticsVersion}`,
        schema: diagnosticSchema,
      })
      return settings.some(({ properties }) =>
        (properties.logs ?? []).some(
          ({ category, categoryGroup, enabled }) =>
            enabled === true && (category === 'StorageRead' || /^(?:audit|allLogs)$/i.test(categoryGroup ?? '')),
        ),
      )
    },
  },
]
