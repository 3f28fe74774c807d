import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { cx } from '@kept/ui/cx.ts'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, lazy } from 'react'
import { OnDemand } from './OnDemand.tsx'
import { roleLabels } from './role-labels.ts'
import { useMe } from './useMe.ts'

export const loadUserMenu = () => import('./UserMenuList.tsx')
const UserMenuList = lazy(loadUserMenu)

/** Who is signed in, and the pages that belong to that person. */
export function UserMenu() {
  return (
    <OnDemand preload={loadUserMenu} button={<UserButton />}>
      <UserMenuList button={<UserButton />} />
    </OnDemand>
  )
}

function UserButton(props: ComponentProps<'button'>) {
  const me = useMe().data
  const name = me?.user.full_name || me?.user.email || ''
  return (
    <button
      type="button"
      {...props}
      aria-haspopup="menu"
      className={cx(buttonClass('quiet'), 'px-1.5')}
      aria-label={name ? `${name}, user menu` : 'User menu'}
    >
      <span
        aria-hidden="true"
        className="flex size-6 items-center justify-center rounded-full bg-ink text-micro font-medium text-paper"
      >
        {initials(name)}
      </span>
      <span className="hidden text-left leading-tight md:block">
        <span className="block max-w-40 truncate text-small text-ink">{name}</span>
        <span className="block text-micro font-normal text-faint">{me && roleLabels[me.user.role]}</span>
      </span>
      <ChevronDown size={14} aria-hidden="true" />
    </button>
  )
}

function initials(name: string): string {
  const names = name.split(/\s+/).filter(Boolean)
  return [names[0], names.length > 1 ? names.at(-1) : ''].map((word) => word?.[0]?.toUpperCase() ?? '').join('')
}
