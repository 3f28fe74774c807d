/** What a screen is to the rest of the application: an address, a title, a place in the menus, and how to load it. */
import type { Permission } from '@kept/domain/permission.ts'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

/** `main` is the signed-in shell's own list; `more` stands below it; `user` is the menu behind the name. */
export type MenuPlace = 'main' | 'more' | 'user'

interface MenuEntry {
  section: MenuPlace
  label: string
  icon: LucideIcon
  /** The label for those without a permission, who see less behind it. */
  labelWithout?: { permission: Permission; label: string }
}

export interface Screen {
  path: `/${string}`
  /** In the browser's tab and in the command palette. */
  title: string
  menu: MenuEntry | null
  /** Not offered to those who may not. The server decides; this only spares them a closed door. */
  needs?: Permission
  /** `open`: to everyone, without the shell around it; left out: signed-in users only. */
  access?: 'open'
  /** Other words a person may type to find it. */
  keywords?: string
  load(): Promise<{ component: ComponentType }>
}

export function defineScreen(screen: Screen): Screen {
  return screen
}

export function menuLabelFor({ label, labelWithout }: MenuEntry, permissions: readonly Permission[]): string {
  return labelWithout && !permissions.includes(labelWithout.permission) ? labelWithout.label : label
}
