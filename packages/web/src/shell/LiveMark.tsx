import { cx } from '@kept/ui/cx.ts'
import { useSyncExternalStore } from 'react'
import { reach } from '../api/http-client.ts'
import { useLiveState } from '../live/useLive.ts'

const stateDisplay = {
  connected: { label: 'Live', title: 'Live updates are on.', dot: 'bg-fact border-fact' },
  connecting: { label: 'Connecting', title: 'Connecting to live updates.', dot: 'border-edge' },
  disconnected: { label: 'Not live', title: 'Live updates are off.', dot: 'border-edge' },
  error: { label: 'Not live', title: 'The live connection failed.', dot: 'bg-watch border-watch' },
} as const

/** How the live connection is doing: a quiet word in the bar. */
export function LiveMark() {
  const line = useLiveState()
  const isReachable = useSyncExternalStore(reach.subscribe, reach.now).state === 'here'
  // A line that was cut without a word looks open for a while.
  const state = isReachable || line === 'error' ? line : 'disconnected'
  const { label, title, dot } = stateDisplay[state]
  return (
    <span data-live={state} title={title} className="mr-1 flex items-center gap-1.5 text-faint text-micro">
      <span aria-hidden="true" className={cx('size-2 rounded-full border', dot)} />
      <span className="sr-only">Live connection: </span>
      <span className="sr-only xl:not-sr-only">{label}</span>
    </span>
  )
}
