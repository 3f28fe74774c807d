/** For tests: reads text of activity in chunks, and returns events and rejected records. */
import type { UsageEvent } from '@kept/domain/usage-event.ts'
import { defaultContext } from '../activity-source.ts'
import { readActivity } from '../read-activity.ts'

export function read(text: string, chunkSize = 7, context = defaultContext) {
  const events: UsageEvent[] = []
  const rejectedRows: string[] = []
  const ignored: string[] = []
  const reader = readActivity(
    'file',
    {
      event: (event) => events.push(event),
      rejectedRows: ({ location, reason }) => rejectedRows.push(`${location}: ${reason}`),
      ignored: (reason) => ignored.push(reason),
    },
    context,
  )
  for (let offset = 0; offset < text.length; offset += chunkSize) reader.push(text.slice(offset, offset + chunkSize))
  const met = reader.end()
  return { events, rejectedRows, ignored, met }
}

export const short = ({ environment_id, activity_type, timestamp, duration, user_id }: UsageEvent) =>
  [environment_id, activity_type, timestamp, duration, user_id].join(' | ')

export const delivery = (headers: object, body: object) => JSON.stringify({ headers, body })
export const github = (event: string, body: object) =>
  delivery(
    { 'X-GitHub-Event': event, 'X-GitHub-Delivery': `guid-${event}` },
    { repository: { full_name: 'acme/api', pushed_at: 1_788_242_400 }, sender: { login: 'ada' }, ...body },
  )
