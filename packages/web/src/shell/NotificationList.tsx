import type { Notification } from '@kept/contract/routes/notifications.ts'
import { cx } from '@kept/ui/cx.ts'
import { formatAgo } from '@kept/ui/format/moment.ts'
import { Link } from '@tanstack/react-router'
import { parseSearch } from '../url/search.ts'

interface NotificationListProps {
  notifications: readonly Notification[]
  onOpen(notification: Notification): void
}

/** News as a list of links; what is unread has a mark and says so. */
export function NotificationList({ notifications, onOpen }: NotificationListProps) {
  const now = Date.now()
  if (notifications.length === 0) {
    return <p className="px-4 py-8 text-center text-body text-soft">No notifications yet.</p>
  }
  return (
    <ul className="divide-y divide-rule">
      {notifications.map((notification) => {
        const [path = '/', query = ''] = notification.href.split('?')
        return (
          <li key={notification.id}>
            <Link
              to={path}
              search={parseSearch(query)}
              onClick={() => onOpen(notification)}
              className="flex gap-3 px-4 py-2.5 hover:bg-hover"
            >
              <span
                aria-hidden="true"
                className={cx('mt-2 size-1.5 shrink-0 rounded-full', notification.read ? 'bg-transparent' : 'bg-fact')}
              />
              <span className="min-w-0">
                <span className={cx('block text-body', notification.read ? 'text-soft' : 'font-medium')}>
                  {notification.title}
                  {!notification.read && <span className="sr-only"> (unread)</span>}
                </span>
                {notification.body && <span className="block text-small text-soft">{notification.body}</span>}
                <time dateTime={notification.created_at} className="text-micro text-faint">
                  {formatAgo(notification.created_at, now)}
                </time>
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
