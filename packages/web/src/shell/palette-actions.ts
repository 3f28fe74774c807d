/** What can be done from the palette without going anywhere first. */
import type { Permission } from '@kept/domain/permission.ts'
import {
  FilePlus,
  FileUp,
  Keyboard,
  type LucideIcon,
  Map as MapIcon,
  Monitor,
  Moon,
  Printer,
  Rows3,
  Rows4,
  Sparkles,
  Sun,
  Target,
  UserPlus,
} from 'lucide-react'
import { setAppearance } from '../theme/appearance.ts'
import { tourStart } from '../tour/tour-steps.ts'
import { publicPath } from '../url/base-path.ts'
import { showShortcuts } from './shortcut-choice.ts'

interface PaletteAction {
  title: string
  /** Other words a person may type to find it. */
  keywords: string
  icon: LucideIcon
  needs?: Permission
  run(navigate: (href: string) => void): void
}

export const paletteActions: readonly PaletteAction[] = [
  {
    title: 'Upload a bill',
    keywords: 'import upload connect bucket',
    icon: FileUp,
    needs: 'costs:import',
    run: (navigate) => navigate('/integrations'),
  },
  {
    title: 'Create a budget',
    keywords: 'new add limit',
    icon: Target,
    needs: 'alerts:write',
    run: (navigate) => navigate('/budgets?new=budget'),
  },
  {
    title: 'Invite a user',
    keywords: 'add person people member team',
    icon: UserPlus,
    needs: 'users:write',
    run: (navigate) => navigate('/admin/users?new=invite'),
  },
  {
    title: 'Create a report',
    keywords: 'new build schedule run',
    icon: FilePlus,
    needs: 'alerts:write',
    run: (navigate) => navigate('/reports?new=choose'),
  },
  {
    title: 'Use dark theme',
    keywords: 'appearance night',
    icon: Moon,
    run: () => void setAppearance({ theme: 'dark' }),
  },
  {
    title: 'Use light theme',
    keywords: 'appearance day',
    icon: Sun,
    run: () => void setAppearance({ theme: 'light' }),
  },
  {
    title: 'Use system theme',
    keywords: 'appearance automatic',
    icon: Monitor,
    run: () => void setAppearance({ theme: 'system' }),
  },
  {
    title: 'Use compact tables',
    keywords: 'density dense rows',
    icon: Rows4,
    run: () => void setAppearance({ density: 'compact' }),
  },
  {
    title: 'Use comfortable tables',
    keywords: 'density rows',
    icon: Rows3,
    run: () => void setAppearance({ density: 'comfortable' }),
  },
  {
    title: 'Print this page',
    keywords: 'paper pdf',
    icon: Printer,
    // Once the palette is gone.
    run: () => void setTimeout(() => window.print(), 200),
  },
  {
    title: 'Keyboard shortcuts',
    keywords: 'keys help',
    icon: Keyboard,
    run: () => showShortcuts(true),
  },
  {
    title: 'Take the tour',
    keywords: 'guide introduction help',
    icon: MapIcon,
    run: (navigate) => navigate(tourStart),
  },
  {
    title: "What's new",
    keywords: 'changelog release version help',
    icon: Sparkles,
    // A page of the site, written from the changelog when it is built.
    run: () => void window.open(publicPath('/changelog'), '_blank', 'noopener'),
  },
]
