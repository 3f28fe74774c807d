import { sentenceOf } from '@kept/client/errors.ts'
import { Menu, MenuItem, MenuLabel, MenuLine } from '@kept/ui/controls/Menu.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { Link } from '@tanstack/react-router'
import { Map as MapIcon, Sparkles } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { screens } from '../screens.ts'
import { useAuth } from '../session/AuthProvider.tsx'
import { signOutOnClick } from '../session/sign-out-click.ts'
import { tourSteps } from '../tour/tour-steps.ts'
import { publicPath } from '../url/base-path.ts'
import { useMe } from './useMe.ts'

/** The pages behind the name. Drawn from its first press on, so it begins open. */
export default function UserMenuList({ button }: { button: ReactNode }) {
  const me = useMe().data
  const { session } = useAuth()
  const signOut = (event: MouseEvent) =>
    void signOutOnClick(event, session.signOut, (error) => {
      toasts.show({ tone: 'error', title: 'You are still signed in', body: sentenceOf(error) })
    })
  return (
    <Menu trigger={button} defaultOpen>
      {me && (
        <>
          <MenuLabel>{me.user.email}</MenuLabel>
          <MenuLine />
        </>
      )}
      <MenuItem asChild>
        <Link to={tourSteps[0].to} search={{ tour: '1' }}>
          <MapIcon size={15} strokeWidth={1.75} aria-hidden="true" className="text-faint" />
          Take the tour
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <a href={publicPath('/changelog')} target="_blank" rel="noreferrer">
          <Sparkles size={15} strokeWidth={1.75} aria-hidden="true" className="text-faint" />
          What's new
        </a>
      </MenuItem>
      {screens.map(({ path, menu }) => {
        if (menu?.section !== 'user') return null
        const Icon = menu.icon
        return (
          <MenuItem key={path} asChild>
            <Link to={path} {...(path === '/logout' && { onClick: signOut })}>
              <Icon size={15} strokeWidth={1.75} aria-hidden="true" className="text-faint" />
              {menu.label}
            </Link>
          </MenuItem>
        )
      })}
    </Menu>
  )
}
