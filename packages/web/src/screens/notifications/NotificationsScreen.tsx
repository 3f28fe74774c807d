import { counted } from '@kept/foundation/format/number.ts'
import { Button, buttonClass } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Link } from '@tanstack/react-router'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { NotificationList } from '../../shell/NotificationList.tsx'
import { Page } from '../../shell/Page.tsx'
import { useNotifications } from '../../shell/useNotifications.ts'
import { LiveAlerts } from './LiveAlerts.tsx'

/** All news, the newest first. */
export function NotificationsScreen() {
  const { list, read, reading } = useNotifications(100)
  const unread = list.data?.meta.unread ?? 0
  return (
    <Page
      title="Notifications"
      description={
        list.data && (unread === 0 ? 'No unread notifications.' : `${counted(unread, 'notification')} unread.`)
      }
      actions={
        <>
          {list.data && list.data.data.length > 0 && (
            <ExportList
              name="notifications"
              list={async () => (await import('./export-notifications.ts')).notificationsList(list.data.data)}
            />
          )}
          {unread > 0 && (
            <Button isBusy={reading} onClick={() => read()}>
              Mark all as read
            </Button>
          )}
        </>
      }
    >
      <LiveAlerts />
      <div className="mt-6 max-w-3xl border-rule border-t">
        <Loaded query={list} failed="Notifications could not be loaded.">
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState
                level={2}
                title="No notifications yet"
                description="Imports, recommendations, anomalies and budgets appear here. Set up alert rules to notify other people."
                action={
                  <Link to="/alerts" className={buttonClass('plain')}>
                    Set up alert rules
                  </Link>
                }
              />
            ) : (
              <NotificationList
                notifications={data}
                onOpen={(notification) => !notification.read && read([notification.id])}
              />
            )
          }
        </Loaded>
      </div>
    </Page>
  )
}
