import { cx } from '@kept/ui/cx.ts'
import { useSyncExternalStore } from 'react'
import { reach } from '../api/door.ts'
import { useLiveState } from '../live/useLive.ts'

const looks = {
  connected: { label: 'Live', title: 'News arrives by itself.', dot: 'bg-fact border-fact' },
  connecting: { label: 'Connecting', title: 'The live connection is being made.', dot: 'border-edge' },
  disconnected: { label: 'Not live', title: 'There is no live connection.', dot: 'border-edge' },
  error: { label: 'Not live', title: 'The live connection could not be made.', dot: 'bg-watch border-watch' },
} as const

/** How the live connection is doing: a quiet word in the bar. */
export function LiveMark() {
  const line = useLiveState()
  const here = useSyncExternalStore(reach.subscribe, reach.now).state === 'here'
  // A line that was cut without a word looks open for a while.
  const state = here || line === 'error' ? line : 'disconnected'
  const { label, title, dot } = looks[state]
  return (
    <span data-live={state} title={title} className="mr-1 flex items-center gap-1.5 text-faint text-micro">
      <span aria-hidden="true" className={cx('size-2 rounded-full border', dot)} />
      <span className="sr-only">Live connection: </span>
      <span className="sr-only xl:not-sr-only">{label}</span>
    </span>
  )
}
