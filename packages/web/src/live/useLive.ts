import { useSyncExternalStore } from 'react'
import { live } from './live.ts'
import type { LiveMessage, LiveState } from './live-client.ts'

/** How the live connection of this page is doing. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(live.subscribe, () => live.snapshot().state)
}

/** The number of the newest message of a kind; it changes when there is another. */
export function useNewestOf(kind: string): number {
  return useSyncExternalStore(live.subscribe, () => newestOf(live.snapshot().messages, kind))
}

function newestOf(messages: readonly LiveMessage[], kind: string): number {
  return messages.find(({ payload }) => payload.kind === kind)?.seq ?? 0
}
