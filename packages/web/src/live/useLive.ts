import type { LiveMessage, LiveState } from '@kept/client/live-connection.ts'
import { useSyncExternalStore } from 'react'
import { live } from './live.ts'

/** How the live connection of this page is doing. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(live.subscribe, () => live.snapshot().state)
}

/** The last ten alerts that arrived while this page was open, the newest first. */
export function useLiveAlerts(): readonly LiveMessage[] {
  return useSyncExternalStore(live.subscribe, () => live.snapshot().alerts)
}

/** The number of the newest message of a kind; it changes when there is another. */
export function useNewestOf(kind: string): number {
  return useSyncExternalStore(live.subscribe, () => newestOf(live.snapshot().messages, kind))
}

function newestOf(messages: readonly LiveMessage[], kind: string): number {
  return messages.find(({ payload }) => payload.kind === kind)?.seq ?? 0
}
