import * as z from 'zod'
import { answer, route } from '../route.ts'

const tag = 'Notifications'

export const notificationSchema = z.object({
  id: z.uuid(),
  kind: z.enum([
    'import_done',
    'import_failed',
    'recommendations',
    'rejected_rows',
    'anomaly',
    'budget',
    'loop',
    'savings_regression',
    'invoice_drafted',
    'invoice_issued',
    'credit_note_issued',
    'invoice_due',
    'invoice_paid',
    'payment_failed',
    'billing_alert',
    'organization_deletion',
    'approval',
    'autopilot',
    'data_retention',
    'access_review',
    'incident_action',
  ]),
  title: z.string(),
  body: z.string(),
  /** Path in the application: "/savings". */
  href: z.string(),
  read: z.boolean(),
  created_at: z.iso.datetime(),
})
export type Notification = z.infer<typeof notificationSchema>

export const notifications = {
  list: route({
    method: 'GET',
    path: '/v1/notifications',
    summary: 'List notifications',
    description: 'Newest first, with the number of unread ones.',
    tag,
    needs: 'notifications:read',
    input: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) }),
    output: z.object({ data: z.array(notificationSchema), meta: z.object({ unread: z.int() }) }),
  }),
  read: route({
    method: 'POST',
    path: '/v1/notifications/read',
    idempotency: 'idempotent',
    summary: 'Mark notifications as read',
    description: 'All of them when no IDs are given.',
    tag,
    needs: 'notifications:read',
    input: z.object({ ids: z.array(z.uuid()).max(200).optional() }),
    output: answer(z.object({ unread: z.int() })),
  }),
}
