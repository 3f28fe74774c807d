/** The loops feature, put together: the watches, and the tick that drives them. */
import type { Services } from '../platform/context.ts'
import { remediateLoops } from './remediation/automatic.ts'
import { Watches } from './watches.ts'

const tickEveryMs = 10_000

export interface RunningLoops {
  watches: Watches
  stop(): Promise<void>
}

export function startLoops(services: Pick<Services, 'state' | 'now' | 'log' | 'secrets' | 'config'>): RunningLoops {
  const { state, now, log } = services
  const watches = new Watches({ state, now, log, remediate: (scope, saved) => remediateLoops(services, scope, saved) })
  const timer = setInterval(() => void watches.tick(), tickEveryMs)
  timer.unref()
  return {
    watches,
    async stop() {
      clearInterval(timer)
      // What was taken in must not be lost between two ticks.
      await watches.tick()
      await watches.leave()
    },
  }
}
