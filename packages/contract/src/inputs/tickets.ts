/** What the form of a ticket sends. */
import { nameSchema } from '@kept/domain/name.ts'
import * as z from 'zod'

export const newTicketInput = z.strictObject({
  /** The recommendation or anomaly. */
  id: z.uuid(),
  /** A channel of Jira, GitHub or GitLab. */
  channel_id: z.uuid(),
  title: nameSchema(250),
  /** Markdown. */
  body: z.string().trim().min(1).max(20_000),
})
