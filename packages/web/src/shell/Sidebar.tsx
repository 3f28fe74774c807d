import { Mark } from '@kept/ui/brand/Mark.tsx'
import { cx } from '@kept/ui/cx.ts'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { type MenuPlace, menuLabelFor } from '../screen.ts'
import { useShortcutsOn } from './shortcut-choice.ts'
import { goKeyOf } from './shortcuts.ts'
import { useAllowedScreens } from './useAllowedScreens.ts'
import { useMe } from './useMe.ts'

const DemoDay = lazy(() => import('../demo/DemoDay.tsx'))

interface SidebarProps {
  /** Told when a link was followed, so that the phone's sidebar can close. */
  onLeave?(): void
}

/** The way through the application. */
export function Sidebar({ onLeave }: SidebarProps) {
  const organization = useMe().data?.organization
  return (
    <div className="flex h-full flex-col px-3 pt-4 pb-4">
      <Link to="/dashboard" onClick={onLeave} className="flex h-8 items-center gap-2.5 px-2">
        <Mark size={18} />
        <span className="font-serif text-title tracking-tight">Kept</span>
      </Link>
      <nav aria-label="Main" className="mt-5">
        <Entries section="main" onLeave={onLeave} />
      </nav>
      <nav aria-label="Explore" className="mt-4 border-rule border-t pt-4">
        <Entries section="more" onLeave={onLeave} />
      </nav>
      {organization && (
        <div className="mt-auto border-rule border-t px-2 pt-3">
          <p className="truncate text-small font-medium">{organization.name}</p>
          <p className="text-micro text-faint">{organization.demo ? 'Demo organization' : organization.slug}</p>
          {organization.demo && (
            <Suspense>
              <DemoDay />
            </Suspense>
          )}
        </div>
      )}
    </div>
  )
}

function Entries({ section, onLeave }: { section: MenuPlace; onLeave?(): void }) {
  const offered = useAllowedScreens()
  const permissions = useMe().data?.permissions ?? []
  const keysOn = useShortcutsOn()
  return (
    <ul className="space-y-0.5">
      {offered
        .filter((screen) => screen.menu?.section === section)
        .map(({ path, menu }) => {
          if (!menu) return null
          const Icon = menu.icon
          return (
            <li key={path}>
              <Link
                to={path}
                onClick={onLeave}
                title={keysOn ? hintOf(path) : undefined}
                className="flex h-8 items-center gap-2.5 rounded-base px-2 text-body text-soft transition-colors duration-120 hover:bg-hover hover:text-ink"
                // /admin/users is not /admin: one entry is where you are.
                activeOptions={{ exact: true, includeSearch: false }}
                activeProps={{ className: cx('bg-hover font-medium text-ink') }}
              >
                <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
                {menuLabelFor(menu, permissions)}
              </Link>
            </li>
          )
        })}
    </ul>
  )
}

function hintOf(path: string): string | undefined {
  const key = goKeyOf(path)
  return key && `g then ${key}`
}
