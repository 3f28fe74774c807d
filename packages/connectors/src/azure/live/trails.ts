/** Where the activity log of a subscription is stored beyond the 90 days for which Azure keeps it. */
import { createPort, toOperation } from '@kept/domain/sync/operations.ts'
import type { LivePort } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import { attributes } from '../../live-item.ts'
import { requireActions } from './grants.ts'
import { azureItem, azureResourceSchema } from './resource.ts'
import type { AzureSession } from './session.ts'
import { diagnosticsAction, diagnosticsVersion } from './storage-details.ts'

/** Some answers leave out the type. */
const settingSchema = azureResourceSchema.extend({ type: z.string().default('microsoft.insights/diagnosticsettings') })
const schema = z.object({ value: z.array(settingSchema), nextLink: z.string().nullish() })

const port = createPort({
  dataset: 'trails',
  scope: 'account',
  unlocks: 'Where the activity log is stored',
  operations: [
    toOperation<AzureSession, typeof schema>({
      action: diagnosticsAction,
      reason: 'Lists where the activity log of a subscription is stored.',
      schema,
      send: (session, { accountId }, token) =>
        session.send(
          diagnosticsAction,
          token ??
            `/subscriptions/${encodeURIComponent(accountId)}/providers/Microsoft.Insights/diagnosticSettings?${diagnosticsVersion}`,
        ),
      toItems: ({ value }, location) =>
        value.map((setting) =>
          azureItem(setting, location, {
            type: 'Trail',
            service: 'Azure Monitor',
            state: 'active',
            // The activity log of a subscription is one for all regions.
            attributes: attributes({ multi_region: true, logging: true }),
          }),
        ),
      nextToken: ({ nextLink }) => nextLink || undefined,
    }),
  ],
})

export const trailsPort: LivePort<AzureSession> = {
  ...port,
  async readPage(session, location, request) {
    if (request.cursor === null) await requireActions(session, location.accountId, [diagnosticsAction])
    return port.readPage(session, location, request)
  },
}
