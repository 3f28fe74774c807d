import { toasts } from '@kept/ui/toast/toasts.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { areShortcutsOn, showShortcuts } from './shortcut-choice.ts'
import { createKeys, type ShortcutAct } from './shortcuts.ts'
import { isCovered, isTyping } from './typing.ts'
import { useAllowedScreens } from './useAllowedScreens.ts'

/** Listens for single keys, never while the user types; with a dialog open, only for undo. */
export function useShortcuts(): void {
  const navigate = useNavigate()
  const offered = useAllowedScreens()
  const latest = useRef({ navigate, offered })
  latest.current = { navigate, offered }
  useEffect(() => {
    const press = createKeys(() => performance.now())
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.key === 'Shift' || !areShortcutsOn() || isTyping(event.target)) return
      const pressed = press(event.key)
      // A message to undo stands in front of everything, dialogs included.
      if (pressed === undefined || (pressed !== 'undo' && isCovered())) return
      event.preventDefault()
      if (pressed === 'wait') return
      if (typeof pressed === 'string') return acts[pressed]()
      const to = latest.current.offered.find(({ path }) => path === pressed.navigateTo)
      if (to) void latest.current.navigate({ to: to.path })
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

const acts: Record<ShortcutAct, () => void> = {
  help: () => showShortcuts(true),
  search() {
    const box = document.getElementById('search')
    box?.focus()
    box?.click()
  },
  main: () => mainAction()?.click(),
  // A message disappears by itself, so it must be reachable without tabbing through the page.
  undo() {
    const last = toasts.list().findLast(({ action }) => action?.label === 'Undo')
    if (last) toasts.act(last.id)
  },
  next: () => walk(1),
  previous: () => walk(-1),
}

/** The one filled button of the page that begins something; none where there are two, or a form stands open. */
export function mainAction(): HTMLElement | undefined {
  const buttons = [...document.querySelectorAll<HTMLElement>('main button[data-primary][type="button"]:enabled')]
  const visibleButtons = buttons.filter((button) => button.getClientRects().length > 0)
  return visibleButtons.length === 1 ? visibleButtons[0] : undefined
}

/** Row by row through the list in focus, or into the first of the page. */
function walk(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main tbody tr')]
    .map((row) => row.querySelector<HTMLElement>('td button, td a'))
    .filter((element) => element !== null)
  const index = rows.findIndex((element) => element.closest('tr')?.contains(document.activeElement))
  rows[index === -1 ? 0 : index + step]?.focus()
}
