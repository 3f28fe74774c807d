/** The subscriptions that the application can read. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import type { DiscoveredAccount, LivePermission } from '@kept/domain/sync/port.ts'
import * as z from 'zod'
import type { AzureSession } from './session.ts'

const action = 'Microsoft.Resources/subscriptions/read'

export const discoverPermissions: readonly LivePermission[] = [
  { action, reason: 'Lists the subscriptions that Kept may read.' },
  { action: 'Microsoft.Authorization/permissions/read', reason: 'Reads which of these permissions Kept has.' },
  { action: 'Microsoft.ResourceGraph/resources/read', reason: 'Queries the inventory of all resources at once.' },
]

const schema = z.object({
  value: z.array(
    z.object({ subscriptionId: z.string(), displayName: z.string().nullish(), state: z.string().nullish() }),
  ),
  nextLink: z.string().nullish(),
})

/** Disabled and deleted subscriptions are left out; those chosen that do not exist are an error. */
export async function listSubscriptions(session: AzureSession): Promise<DiscoveredAccount[]> {
  const visible: DiscoveredAccount[] = []
  let path: string | undefined = '/subscriptions?api-version=2022-12-01'
  while (path !== undefined) {
    const { value, nextLink }: z.output<typeof schema> = parseAnswer(action, schema, await session.send(action, path))
    for (const { subscriptionId, displayName, state } of value) {
      if (state !== 'Disabled' && state !== 'Deleted')
        visible.push({ id: subscriptionId, name: displayName ?? subscriptionId })
    }
    if (nextLink && nextLink === path)
      throw new SyncFailure('unexpected', 'Azure returned the same page of subscriptions twice.', { action })
    path = nextLink || undefined
  }
  const { client_id, subscriptions: chosen } = session.access
  if (visible.length === 0)
    throw new SyncFailure(
      'denied',
      `The application ${client_id} can read no subscription. Assign the role Kept Reader to it, then check again.`,
      { action },
    )
  if (chosen.length === 0) return visible
  const selected = visible.filter(({ id }) => chosen.includes(id))
  if (selected.length === 0)
    throw new SyncFailure('not_enabled', `${unknownSubscriptions(visible, chosen)} Enter another ID, or none.`, {
      action,
    })
  return selected
}

/** One sentence about the chosen subscriptions that cannot be read; '' when all can. */
export function unknownSubscriptions(visible: readonly DiscoveredAccount[], chosen: readonly string[]): string {
  const missing = chosen.filter((id) => !visible.some((subscription) => subscription.id === id))
  return missing.length === 0 ? '' : `The application cannot read the subscription ${missing.join(', ')}.`
}
