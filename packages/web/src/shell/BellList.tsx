import { Button } from '@kept/ui/controls/Button.tsx'
import { Popover } from '@kept/ui/controls/Popover.tsx'
import { type ReactNode, useState } from 'react'
import { Loaded } from '../api/Loaded.tsx'
import { NotificationList } from './NotificationList.tsx'
import { TextLink } from './TextLink.tsx'
import { useNotifications } from './useNotifications.ts'

/** The newest news under the bell. Drawn from its first press on, so it begins open. */
export default function BellList({ button }: { button: ReactNode }) {
  const [open, setOpen] = useState(true)
  const { list, ringing, unread, read, reading } = useNotifications(10)
  return (
    <Popover label="Notifications" align="end" open={open} onOpenChange={setOpen} className="w-96" trigger={button}>
      <div className="flex h-11 items-center justify-between gap-3 border-rule border-b px-4">
        <h2 className="text-body font-semibold">Notifications</h2>
        {unread > 0 && (
          <Button tone="quiet" size="small" isBusy={reading} onClick={() => read()}>
            Mark all as read
          </Button>
        )}
      </div>
      <div className="max-h-96 overflow-y-auto">
        <Loaded query={list} failed="Notifications could not be loaded.">
          {() => (
            <NotificationList
              notifications={ringing}
              onOpen={(notification) => {
                setOpen(false)
                if (!notification.read) read([notification.id])
              }}
            />
          )}
        </Loaded>
      </div>
      <div className="border-rule border-t px-4 py-2 text-small">
        <TextLink to="/notifications" onClick={() => setOpen(false)}>
          All notifications
        </TextLink>
      </div>
    </Popover>
  )
}
