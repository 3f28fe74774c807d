/** What can be done from the palette without going anywhere first. */
import type { Permission } from '@kept/domain/permission.ts'
import { FileUp, Keyboard, type LucideIcon, Monitor, Moon, Printer, Rows3, Rows4, Sun } from 'lucide-react'
import { setAppearance } from '../theme/appearance.ts'
import { showShortcuts } from './shortcut-choice.ts'

export interface PaletteAction {
  title: string
  /** Other words a person may type to find it. */
  also: string
  icon: LucideIcon
  needs?: Permission
  run(go: (href: string) => void): void
}

export const paletteActions: readonly PaletteAction[] = [
  {
    title: 'Bring in a bill',
    also: 'import upload connect bucket',
    icon: FileUp,
    needs: 'costs:import',
    run: (go) => go('/integrations'),
  },
  {
    title: 'Use the dark theme',
    also: 'appearance night',
    icon: Moon,
    run: () => void setAppearance({ theme: 'dark' }),
  },
  {
    title: 'Use the light theme',
    also: 'appearance day',
    icon: Sun,
    run: () => void setAppearance({ theme: 'light' }),
  },
  {
    title: 'Follow the theme of the system',
    also: 'appearance automatic',
    icon: Monitor,
    run: () => void setAppearance({ theme: 'system' }),
  },
  {
    title: 'Show tables compact',
    also: 'density dense rows',
    icon: Rows4,
    run: () => void setAppearance({ density: 'compact' }),
  },
  {
    title: 'Show tables comfortable',
    also: 'density rows',
    icon: Rows3,
    run: () => void setAppearance({ density: 'comfortable' }),
  },
  {
    title: 'Print this page',
    also: 'paper pdf',
    icon: Printer,
    // Once the palette is gone.
    run: () => void setTimeout(() => window.print(), 200),
  },
  {
    title: 'Keyboard shortcuts',
    also: 'keys help',
    icon: Keyboard,
    run: () => showShortcuts(true),
  },
]
