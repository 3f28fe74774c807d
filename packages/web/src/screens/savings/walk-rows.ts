import type { KeyboardEvent } from 'react'

/** Moves the focus between the rows of a table with the arrow keys, also over the heads of groups. */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const table = event.currentTarget.closest('table')
  const buttons = [...(table?.querySelectorAll<HTMLElement>('tbody td:first-child button') ?? [])]
  const index = buttons.indexOf(event.currentTarget)
  const next = buttons[index + (event.key === 'ArrowDown' ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}
