/** The activity log of a subscription. Azure keeps it for 90 days. */
import { createActivityPort } from '@kept/domain/sync/activity.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import * as z from 'zod'
import { requireActions } from './grants.ts'
import type { AzureSession } from './session.ts'

const action = 'Microsoft.Insights/eventtypes/values/Read'
const schema = z.object({ value: z.array(z.record(z.string(), z.unknown())), nextLink: z.string().nullish() })
const providers = ['Microsoft.Compute', 'Microsoft.MachineLearningServices', 'Microsoft.DevCenter']

export const activityPort = createActivityPort<AzureSession>({
  permission: { action, reason: 'Reads who started and stopped machines.' },
  async read(session, { accountId }, { from, to, token }) {
    if (token === undefined) await requireActions(session, accountId, [action])
    const answer = await session.send(action, token ?? firstPath(accountId, from, to), { pace: 'activity-log' })
    const { value, nextLink } = parseAnswer(action, schema, answer)
    return {
      records: value.filter((record) => providers.some((provider) => operationOf(record).startsWith(`${provider}/`))),
      next: nextLink || undefined,
    }
  },
})

/** The filter takes times only: what else it takes excludes the other. */
function firstPath(subscription: string, from: string, to: string): string {
  const query = new URLSearchParams({
    'api-version': '2015-04-01',
    $filter: `eventTimestamp ge '${from}' and eventTimestamp le '${to}'`,
    $select: 'eventDataId,operationName,status,caller,resourceId,subscriptionId,eventTimestamp',
  })
  return `/subscriptions/${encodeURIComponent(subscription)}/providers/Microsoft.Insights/eventtypes/management/values?${query}`
}

function operationOf({ operationName }: Record<string, unknown>): string {
  const value = typeof operationName === 'object' && operationName !== null ? Reflect.get(operationName, 'value') : ''
  return typeof value === 'string' ? value : ''
}
