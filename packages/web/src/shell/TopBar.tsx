import { IconButton } from '@kept/ui/controls/Button.tsx'
import { Menu as MenuIcon } from 'lucide-react'
import { Bell } from './Bell.tsx'
import { LiveMark } from './LiveMark.tsx'
import { SearchBox } from './SearchBox.tsx'
import { UserMenu } from './UserMenu.tsx'

/** The bar above every screen: menu on a phone, search, news, who you are. */
export function TopBar({ onMenu }: { onMenu(): void }) {
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-rule border-b bg-paper px-4 sm:px-8 print:hidden">
      <IconButton label="Open menu" icon={<MenuIcon size={18} />} onClick={onMenu} className="-ml-2 lg:hidden" />
      <SearchBox />
      <div className="ml-auto flex items-center gap-1">
        <LiveMark />
        <Bell />
        <UserMenu />
      </div>
    </header>
  )
}
