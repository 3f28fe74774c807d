/** The admin activity audit log of a project, which cannot be turned off. Google keeps it for 400 days. */
import { createActivityPort } from '@kept/domain/sync/activity.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import * as z from 'zod'
import type { GcpSession } from './session.ts'

const action = 'logging.logEntries.list'
const schema = z.object({
  entries: z.array(z.record(z.string(), z.unknown())).nullish(),
  nextPageToken: z.string().nullish(),
})

export const activityPort = createActivityPort<GcpSession>({
  permission: { action, reason: 'Reads who started and stopped machines.' },
  async read(session, { accountId }, { from, to, token }) {
    const body = {
      resourceNames: [`projects/${accountId}`],
      filter: [
        `logName="projects/${accountId}/logs/cloudaudit.googleapis.com%2Factivity"`,
        'protoPayload.serviceName=("compute.googleapis.com" OR "notebooks.googleapis.com")',
        `timestamp>="${from}"`,
        `timestamp<="${to}"`,
      ].join(' AND '),
      orderBy: 'timestamp asc',
      pageSize: 1000,
      ...(token !== undefined && { pageToken: token }),
    }
    const answer = parseAnswer(action, schema, await session.send(action, 'logging', '/v2/entries:list', body))
    return { records: answer.entries ?? [], next: answer.nextPageToken || undefined }
  },
})
