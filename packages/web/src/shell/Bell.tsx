import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { cx } from '@kept/ui/cx.ts'
import { Bell as BellIcon } from 'lucide-react'
import { type ComponentProps, lazy } from 'react'
import { OnDemand } from './OnDemand.tsx'
import { useNotifications } from './useNotifications.ts'

export const loadBell = () => import('./BellList.tsx')
const BellList = lazy(loadBell)

/** News: how much of it is unread. What opens under it comes with the first press. */
export function Bell() {
  const { unread } = useNotifications(10)
  return (
    <OnDemand preload={loadBell} button={<BellButton unread={unread} />}>
      <BellList button={<BellButton unread={unread} />} />
    </OnDemand>
  )
}

function BellButton({ unread, ...buttonProps }: ComponentProps<'button'> & { unread: number }) {
  return (
    <button
      type="button"
      {...buttonProps}
      aria-haspopup="dialog"
      aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
      className={cx(buttonClass('quiet', 'medium', true), 'relative')}
    >
      <BellIcon size={17} strokeWidth={1.75} />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="figure absolute -top-0.5 -right-0.5 flex h-4 min-w-4 items-center justify-center rounded-full bg-fact px-1 text-micro leading-none font-semibold text-paper"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </button>
  )
}
