/** Whether the page is being printed, and since when. Paper is light: a dark page changes its theme for as long. */
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let startedAt: Date | null = null
let themeBefore: string | undefined

/** Begins to listen; once for the whole application. The browser waits for what is drawn in answer. */
export function followPrinting(now: () => Date = () => new Date()): void {
  const start = () => change(now())
  const end = () => change(null)
  window.addEventListener('beforeprint', start)
  window.addEventListener('afterprint', end)
  // Where a program prints, or shows how it would look, only this is said.
  matchMedia('print').addEventListener('change', ({ matches }) => (matches ? start() : end()))
}

/** Null while nothing is printed. */
export function usePrinting(): Date | null {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => startedAt,
  )
}

function change(next: Date | null): void {
  if ((next === null) === (startedAt === null)) return
  startedAt = next
  const { dataset } = document.documentElement
  if (next) {
    themeBefore = dataset.theme
    dataset.theme = 'light'
  } else if (themeBefore !== undefined) {
    dataset.theme = themeBefore
  }
  for (const listener of listeners) listener()
}
