import { Button } from '@kept/ui/controls/Button.tsx'
import { useSyncExternalStore } from 'react'
import { reach } from '../api/http-client.ts'
import { live } from '../live/live.ts'
import { useLiveState } from '../live/useLive.ts'
import { Banner } from './Banner.tsx'

/** The banner while the server is unreachable, or the live connection is down. */
export function ConnectionBanner() {
  const now = useSyncExternalStore(reach.subscribe, reach.now)
  const liveState = useLiveState()
  return (
    // There from the start: a region that comes with its words is not read aloud.
    <div role="status">
      {now.state === 'here' && now.isReconnected && <Banner tone="plain">Back online. Updating data.</Banner>}
      {now.state === 'offline' && (
        <Banner>
          <b className="font-semibold">Offline.</b> Showing data from {clock(now.asOf)}. It updates when you are back
          online.
        </Banner>
      )}
      {now.state === 'unreachable' && (
        <Banner
          action={
            <Button size="small" onClick={() => void reach.tryNow()}>
              Try now
            </Button>
          }
        >
          <b className="font-semibold">Kept is not responding.</b> Showing data from {clock(now.asOf)}. Retrying every
          five seconds.
        </Banner>
      )}
      {now.state === 'here' && liveState === 'error' && (
        <Banner
          action={
            <Button size="small" onClick={() => live.retry()}>
              Try again
            </Button>
          }
        >
          <b className="font-semibold">Live updates are off.</b> The live connection failed. Reload a page to see new
          data.
        </Banner>
      )}
    </div>
  )
}

/** With its seconds, because an outage is often shorter than a minute. */
function clock(timestamp: number): string {
  return new Date(timestamp).toLocaleTimeString('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  })
}
