/** Whether the page is being printed, and since when. Paper is light: a dark page changes its theme for as long. */
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let since: Date | null = null
let themeBefore: string | undefined

/** Begins to listen; once for the whole application. The browser waits for what is drawn in answer. */
export function watchPrinting(now: () => Date = () => new Date()): void {
  const begin = () => change(now())
  const end = () => change(null)
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  // Where a program prints, or shows how it would look, only this is said.
  matchMedia('print').addEventListener('change', ({ matches }) => (matches ? begin() : end()))
}

/** Null while nothing is printed. */
export function usePrinting(): Date | null {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => since,
  )
}

function change(next: Date | null): void {
  if ((next === null) === (since === null)) return
  since = next
  const { dataset } = document.documentElement
  if (next) {
    themeBefore = dataset.theme
    dataset.theme = 'light'
  } else if (themeBefore !== undefined) {
    dataset.theme = themeBefore
  }
  for (const listener of listeners) listener()
}
