import { Menu, MenuItem, MenuLabel, MenuLine } from '@kept/ui/controls/Menu.tsx'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { screens } from '../screens.ts'
import { useMe } from './useMe.ts'

/** The pages behind the name. Drawn from its first press on, so it begins open. */
export default function UserMenuList({ button }: { button: ReactNode }) {
  const me = useMe().data
  return (
    <Menu trigger={button} defaultOpen>
      {me && (
        <>
          <MenuLabel>{me.user.email}</MenuLabel>
          <MenuLine />
        </>
      )}
      {screens.map(({ path, menu }) => {
        if (menu?.place !== 'user') return null
        const Icon = menu.icon
        return (
          <MenuItem key={path} asChild>
            <Link to={path}>
              <Icon size={15} strokeWidth={1.75} aria-hidden="true" className="text-faint" />
              {menu.label}
            </Link>
          </MenuItem>
        )
      })}
    </Menu>
  )
}
