/** Whether single keys do anything, and whether their list is open. Kept in this browser: it is about this keyboard. */
import { useSyncExternalStore } from 'react'

const storageName = 'kept.shortcuts'
const listeners = new Set<() => void>()
let on: boolean | undefined
let sheet = false

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

function tell(): void {
  for (const listener of listeners) listener()
}

/** Whoever speaks to their machine, or presses keys by accident, turns them off in the settings. */
export function areShortcutsOn(): boolean {
  if (on === undefined) {
    try {
      on = localStorage.getItem(storageName) !== 'off'
    } catch {
      on = true
    }
  }
  return on
}

/** Takes effect at once; false when the browser would not store it. */
export function setShortcuts(next: boolean): boolean {
  on = next
  tell()
  try {
    localStorage.setItem(storageName, next ? 'on' : 'off')
    return true
  } catch {
    return false
  }
}

export function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribe, areShortcutsOn)
}

/** Opens or closes the list of keys, from wherever. */
export function showShortcuts(open: boolean): void {
  sheet = open
  tell()
}

export function useSheetOpen(): boolean {
  return useSyncExternalStore(subscribe, () => sheet)
}
