import { useEffect, useRef } from 'react'
import { areShortcutsOn } from '../../shell/shortcut-choice.ts'
import { isCovered, isTyping } from '../../shell/typing.ts'

/** What needs a dialog before it is sent. */
export type InboxAct = 'accept' | 'snooze' | 'dismiss'

const acts: Record<string, InboxAct | 'select'> = { a: 'accept', s: 'snooze', d: 'dismiss', x: 'select' }

/** The keys of the inbox, for its footer and the handler. */
export const inboxKeys = [
  [['J', 'K'], 'move'],
  [['Enter'], 'open'],
  [['X'], 'select'],
  [['A'], 'accept'],
  [['S'], 'snooze'],
  [['D'], 'dismiss'],
  [['U'], 'undo'],
] as const

/** Listens for single keys. `row` is the ID of the row in focus, or undefined. */
export function useInboxKeys(
  isActive: boolean,
  onKey: (act: InboxAct | 'select', row: string | undefined) => void,
): void {
  const latest = useRef(onKey)
  latest.current = onKey
  useEffect(() => {
    if (!isActive) return
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (!areShortcutsOn() || isTyping(event.target) || isCovered()) return
      const act = acts[event.key]
      if (!act) return
      event.preventDefault()
      latest.current(act, document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isActive])
}
