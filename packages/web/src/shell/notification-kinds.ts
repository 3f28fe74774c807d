/** The kinds of notifications, and which of them the user gets a sound for. */
import type { Notification } from '@kept/contract/routes/notifications.ts'
import { fieldOf } from '@kept/foundation/narrow.ts'

type NotificationKind = Notification['kind']

export const notificationKinds: Record<NotificationKind, { label: string; description: string }> = {
  import_done: { label: 'Bill imported', description: 'An import finished and was reconciled.' },
  import_failed: { label: 'Import failed', description: 'An import failed, with the reason.' },
  rejected_rows: { label: 'Skipped rows', description: 'Some rows of a bill could not be read.' },
  loop: { label: 'Loop detected', description: 'A loop started or came back, with its cost.' },
  anomaly: { label: 'Anomaly', description: 'Costs or a metric are outside the expected range.' },
  budget: { label: 'Budget', description: 'A budget crossed a threshold or is forecast to.' },
  savings_regression: { label: 'Savings reversed', description: 'A resolved cost is back on the bill.' },
  invoice_drafted: { label: 'Invoice drafted', description: 'A signed statement became a draft that you can dispute.' },
  invoice_issued: { label: 'Invoice issued', description: 'A draft got its number and is due.' },
  credit_note_issued: { label: 'Credit note issued', description: 'A fee was given back.' },
  invoice_due: { label: 'Invoice due', description: 'An issued invoice is due soon or overdue.' },
  invoice_paid: { label: 'Invoice paid', description: 'A payment settled an invoice.' },
  payment_failed: { label: 'Payment failed', description: 'A payment of an invoice was declined.' },
  billing_alert: { label: 'Billing alert', description: 'A fee, spend, due date or credit reached your limit.' },
  organization_deletion: {
    label: 'Organization deletion',
    description: 'The deletion of the organization was requested or canceled.',
  },
  approval: { label: 'Approval', description: 'A change to a cloud resource waits for a second person.' },
  autopilot: { label: 'Autopilot', description: 'A run proposed, stopped, or took back changes.' },
  access_review: {
    label: 'Access review',
    description: 'A review of access began, is due soon, is overdue or has ended.',
  },
  incident_action: {
    label: 'Action of an incident',
    description: 'What is to be done after an incident is due or overdue.',
  },
  data_retention: { label: 'Data retention', description: 'Old data will be deleted, with the day it begins.' },
  recommendations: { label: 'New recommendations', description: 'New ways to save were found.' },
}

/** Every kind is on unless it was turned off. */
export function rings(kind: string, preferences: unknown): boolean {
  return fieldOf(preferences, kind) !== false
}
