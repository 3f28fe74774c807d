import { Avatar } from '@kept/ui/controls/Avatar.tsx'
import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { cx } from '@kept/ui/cx.ts'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, lazy } from 'react'
import { useProfile } from '../account/useProfile.ts'
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
  const picture = useProfile().data?.avatar_url
  const name = me?.user.full_name || me?.user.email || ''
  return (
    <button
      type="button"
      {...props}
      aria-haspopup="menu"
      className={cx(buttonClass('quiet'), 'px-1.5')}
      aria-label={name ? `${name}, user menu` : 'User menu'}
    >
      <Avatar name={name} picture={picture} />
      <span className="hidden text-left leading-tight md:block">
        <span className="block max-w-40 truncate text-small text-ink">{name}</span>
        <span className="block text-micro font-normal text-faint">{me && roleLabels[me.user.role]}</span>
      </span>
      <ChevronDown size={14} aria-hidden="true" />
    </button>
  )
}
