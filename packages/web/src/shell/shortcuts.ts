/** Every key of the application, once: who handles them, the sheet that lists them, and the hints all read it here. */

/** What a key does; `list` and `always` are handled where they belong and only listed here. */
export type ShortcutAct = 'help' | 'search' | 'main' | 'undo' | 'next' | 'previous'

interface Shortcut {
  keys: readonly string[]
  words: string
  act?: ShortcutAct
  /** Holds also when single keys are turned off: it needs Ctrl or Cmd, or belongs to what is open. */
  always?: true
}

export const shortcuts: readonly Shortcut[] = [
  { keys: ['?'], words: 'This list', act: 'help' },
  { keys: ['/'], words: 'Search', act: 'search' },
  { keys: ['Ctrl or ⌘', 'K'], words: 'Search, from anywhere', always: true },
  { keys: ['n'], words: 'The main action of the page', act: 'main' },
  { keys: ['u'], words: 'Undo, while the message offers it', act: 'undo' },
  { keys: ['j'], words: 'Next row of a list', act: 'next' },
  { keys: ['k'], words: 'Row before', act: 'previous' },
  { keys: ['↑', '↓'], words: 'From row to row, once in a list', always: true },
  { keys: ['Enter'], words: 'Open the row', always: true },
  { keys: ['Esc'], words: 'Close what is open', always: true },
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
  y: '/anomalies',
  b: '/budgets',
  t: '/alerts',
  l: '/loops',
  v: '/behavior',
  p: '/admin/users',
  n: '/notifications',
  m: '/profile',
  e: '/settings',
} as const

export function goKeyOf(path: string): string | undefined {
  return Object.entries(goKeys).find(([, to]) => to === path)?.[0]
}

export type Pressed = ShortcutAct | { go: string } | undefined

/** How long the second key of two may take. */
export const secondKeyMs = 1500

/** Takes the keys one after another and says what they mean together. */
export function createKeys(now: () => number) {
  let goSince: number | undefined
  return (key: string): Pressed | 'wait' => {
    const going = goSince !== undefined && now() - goSince <= secondKeyMs
    goSince = undefined
    if (going) {
      const path = (goKeys as Record<string, string>)[key]
      return path === undefined ? undefined : { go: path }
    }
    if (key === 'g') {
      goSince = now()
      return 'wait'
    }
    return shortcuts.find(({ keys, act }) => act !== undefined && keys[0] === key)?.act
  }
}
