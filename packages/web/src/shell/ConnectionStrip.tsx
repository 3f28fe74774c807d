import { Button } from '@kept/ui/controls/Button.tsx'
import { useSyncExternalStore } from 'react'
import { reach } from '../api/door.ts'
import { live } from '../live/live.ts'
import { useLiveState } from '../live/useLive.ts'
import { Strip } from './Strip.tsx'

/** What holds for the whole page while it cannot ask the server, or no longer hears of news by itself. */
export function ConnectionStrip() {
  const now = useSyncExternalStore(reach.subscribe, reach.now)
  const liveState = useLiveState()
  return (
    // There from the start: a region that comes with its words is not read aloud.
    <div role="status">
      {now.state === 'here' && now.back && (
        <Strip tone="plain">Back online. What had grown old is asked for again.</Strip>
      )}
      {now.state === 'offline' && (
        <Strip>
          <b className="font-semibold">You are offline since {clock(now.since)}.</b> What you see is as of{' '}
          {clock(now.asOf)}; it is asked for again as soon as there is a network.
        </Strip>
      )}
      {now.state === 'unreachable' && (
        <Strip
          action={
            <Button size="small" onClick={() => void reach.tryNow()}>
              Try now
            </Button>
          }
        >
          <b className="font-semibold">Kept cannot be reached since {clock(now.since)}.</b> What you see is as of{' '}
          {clock(now.asOf)}; Kept is asked again every five seconds.
        </Strip>
      )}
      {now.state === 'here' && liveState === 'error' && (
        <Strip
          action={
            <Button size="small" onClick={() => live.retry()}>
              Try again
            </Button>
          }
        >
          <b className="font-semibold">News no longer comes by itself.</b> The live connection could not be made; pages
          still show what holds when you open them.
        </Strip>
      )}
    </div>
  )
}

/** With its seconds, because an outage is often shorter than a minute. */
function clock(at: number): string {
  return new Date(at).toLocaleTimeString('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  })
}
