import type { Notification } from '@kept/contract/routes/notifications.ts'
import { type List, type ListColumn, listOf } from '../../csv/list-file.ts'

const columns: readonly ListColumn<Notification>[] = [
  ['When', 'created_at'],
  ['Kind', 'kind'],
  ['Title', 'title'],
  ['Description', 'body'],
  ['Link', 'href'],
  ['Read', 'read'],
]

export const notificationsList = (notifications: readonly Notification[]): List => listOf(notifications, columns)
