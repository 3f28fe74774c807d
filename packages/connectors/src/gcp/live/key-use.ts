/** When keys of service accounts were last used: Policy Analyzer lists it for all keys of a project at once. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import * as z from 'zod'
import { dateOf } from '../../live-item.ts'
import { oncePerAccount } from '../../live-once.ts'
import type { GcpDetail } from './define-port.ts'
import type { GcpSession } from './session.ts'

const action = 'policyanalyzer.serviceAccountKeyLastAuthenticationActivities.query'
const pageSize = 1000
const schema = z.object({
  activities: z
    .array(
      z.object({
        fullResourceName: z.string(),
        activity: z.object({ lastAuthenticatedTime: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
  nextPageToken: z.string().nullish(),
})

const keyOf = (name: string) => name.replace(/^.*\/keys\//, '')

/** By the ID of a key: accounts are named by their address in one API, and by number in the other. */
const lastUses = oncePerAccount(async (session: GcpSession, project) => {
  const uses = new Map<string, string>()
  let token: string | undefined
  do {
    const query = new URLSearchParams({ pageSize: String(pageSize), ...(token !== undefined && { pageToken: token }) })
    const path = `/v1/projects/${encodeURIComponent(project)}/locations/global/activityTypes/serviceAccountKeyLastAuthentication/activities:query?${query}`
    const { activities, nextPageToken } = parseAnswer(
      action,
      schema,
      await session.send(action, 'policyanalyzer', path),
    )
    // A key that did not sign in during the period that Google observed has no time.
    for (const { fullResourceName, activity } of activities ?? [])
      uses.set(keyOf(fullResourceName), dateOf(activity?.lastAuthenticatedTime) ?? 'never')
    if (nextPageToken && nextPageToken === token)
      throw new SyncFailure('unexpected', 'The use of keys returned the same page twice.', { action })
    token = nextPageToken || undefined
  } while (token !== undefined)
  return uses
})

export const lastUse: GcpDetail = {
  attribute: 'last_used',
  permissions: [{ action, reason: 'Lists when keys of service accounts were last used.' }],
  read: async (session, { asset }, { accountId }) => (await lastUses(session, accountId)).get(keyOf(asset)),
}
