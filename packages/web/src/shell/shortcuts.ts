/** Every key of the application, once: who handles them, the sheet that lists them, and the hints all read it here. */
import { isKeyOf } from '@kept/foundation/narrow.ts'

/** What a key does; `list` and `always` are handled where they belong and only listed here. */
export type ShortcutAct = 'help' | 'search' | 'main' | 'undo' | 'next' | 'previous'

interface Shortcut {
  keys: readonly string[]
  description: string
  act?: ShortcutAct
  /** Holds also when single keys are turned off: it needs Ctrl or Cmd, or belongs to what is open. */
  always?: true
}

export const shortcuts: readonly Shortcut[] = [
  { keys: ['?'], description: 'Keyboard shortcuts', act: 'help' },
  { keys: ['/'], description: 'Search', act: 'search' },
  { keys: ['Ctrl or ⌘', 'K'], description: 'Search', always: true },
  { keys: ['n'], description: 'Main action of the page', act: 'main' },
  { keys: ['u'], description: 'Undo the last action', act: 'undo' },
  { keys: ['j'], description: 'Next row', act: 'next' },
  { keys: ['k'], description: 'Previous row', act: 'previous' },
  { keys: ['↑', '↓'], description: 'Move between rows', always: true },
  { keys: ['Enter'], description: 'Open row', always: true },
  { keys: ['Esc'], description: 'Close', always: true },
]

/** `g`, then a letter. */
export const goKeys = {
  d: '/dashboard',
  r: '/resources',
  i: '/integrations',
  o: '/reports',
  a: '/admin',
  h: '/client',
  c: '/costs',
  s: '/savings',
  w: '/autopilot',
  y: '/anomalies',
  b: '/budgets',
  t: '/alerts',
  l: '/loops',
  v: '/behavior',
  f: '/billing',
  p: '/admin/users',
  u: '/security',
  n: '/notifications',
  m: '/profile',
  e: '/settings',
} as const

export function goKeyOf(path: string): string | undefined {
  return Object.entries(goKeys).find(([, to]) => to === path)?.[0]
}

type Pressed = ShortcutAct | { navigateTo: string } | undefined

/** How long the second key of two may take. */
export const secondKeyMs = 1500

/** Takes the keys one after another and says what they mean together. */
export function createKeys(now: () => number) {
  let goSince: number | undefined
  return (key: string): Pressed | 'wait' => {
    const isSequence = goSince !== undefined && now() - goSince <= secondKeyMs
    goSince = undefined
    if (isSequence) return isKeyOf(goKeys, key) ? { navigateTo: goKeys[key] } : undefined
    if (key === 'g') {
      goSince = now()
      return 'wait'
    }
    return shortcuts.find(({ keys, act }) => act !== undefined && keys[0] === key)?.act
  }
}
