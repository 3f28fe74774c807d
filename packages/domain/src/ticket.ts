/** An issue that a person made of a recommendation or an anomaly in the organization's own tracker. */
import * as z from 'zod'
import { issueTrackers } from './alert-labels.ts'

const ticketSubjects = ['recommendation', 'anomaly'] as const
export type TicketSubject = (typeof ticketSubjects)[number]

export const ticketSchema = z.object({
  id: z.uuid(),
  tracker: z.enum(issueTrackers),
  channel: z.object({ id: z.uuid(), name: z.string() }),
  /** The tracker's own name of the issue: `OPS-12`, `northwind/platform#12`. */
  key: z.string(),
  url: z.url(),
  title: z.string(),
  created_by: z.string(),
  created_at: z.iso.datetime(),
})
export type Ticket = z.infer<typeof ticketSchema>
