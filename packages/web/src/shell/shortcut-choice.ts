/** Whether single keys do anything, and whether their list is open. Kept in this browser: it is about this keyboard. */
import { useSyncExternalStore } from 'react'

const storageName = 'kept.shortcuts'
const listeners = new Set<() => void>()
let isEnabled: boolean | undefined
let sheet = false

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

/** Users of speech input, or who press keys by accident, can turn them off in the settings. */
export function areShortcutsOn(): boolean {
  if (isEnabled === undefined) {
    try {
      isEnabled = localStorage.getItem(storageName) !== 'off'
    } catch {
      isEnabled = true
    }
  }
  return isEnabled
}

/** Takes effect at once; false when the browser would not store it. */
export function setShortcuts(next: boolean): boolean {
  isEnabled = next
  notifyListeners()
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
  notifyListeners()
}

export function useSheetOpen(): boolean {
  return useSyncExternalStore(subscribe, () => sheet)
}
