import { toasts } from '@kept/ui/toast/toasts.ts'
import { useSyncExternalStore } from 'react'
import { showError } from '../api/query-client.ts'
import { createRemovals } from './removals.ts'

const removals = createRemovals({ show: toasts.show, fail: showError })

/** Best effort when the page is left: what could not be sent any more is still there next time. */
export function followRemovals(): void {
  addEventListener('pagehide', () => void removals.sendAll())
}

/** Removes items with an Undo, and returns those that are hidden already. */
export function useRemoval() {
  const leaving = useSyncExternalStore(removals.subscribe, removals.leaving)
  return { remove: removals.start, hasLeft: (id: string) => leaving.has(id) }
}
