/** Loops in customers' telemetry: found, priced, announced and stopped. */
import type { Scope } from '@kept/domain/scope.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { remediationFeature } from '../remediation/feature.ts'
import { telemetryFeature } from '../telemetry/feature.ts'
import { DemoPulse, demoPulseJob } from './demo-pulse-job.ts'
import { loopImport } from './file/import-routes.ts'
import { leaveNewestUnread } from './leave-newest-unread.ts'
import { approvedStop } from './remediation/approved-stop.ts'
import { loopActionRecorder } from './remediation/loop-action-recorder.ts'
import { loops } from './routes.ts'
import { seedDemoLoops } from './seed-demo-loops.ts'
import { startDetectors } from './start-detectors.ts'

export const loopsFeature = defineFeature({
  name: 'loops',
  dependsOn: [telemetryFeature, remediationFeature],
  routes: { loops },
  async start({ services }, { telemetry, remediation }) {
    const { state, now, config } = services
    const { registry, stop } = await startDetectors(services, (entry) => telemetry.decode(entry.body, entry))
    telemetry.deliverTo((...delivery) => registry.takeIn(...delivery))
    remediation.recordChanges('loop', loopActionRecorder('Kept', now))
    remediation.carryOutApproved('loop', approvedStop(services))
    const demoPulse = new DemoPulse({ state, now, config, registry })
    return {
      api: {
        /** Evaluates telemetry now instead of at the next tick. */
        detect: () => registry.tick(),
        /** Advances the demo's loop to now. */
        advanceDemo: () => demoPulse.beat(),
        seedDemo: (scope: Scope) => seedDemoLoops(services, scope),
        /** Advances it, detects its loop, and leaves the newest of its notifications unread. */
        async showDemo(scope: Scope) {
          await demoPulse.beat()
          await registry.tick()
          await leaveNewestUnread(services, scope, 'loop')
        },
        /** Advances it by the next job; the next tick detects its loop. */
        queueDemo: () => services.jobs.send(demoPulseJob, {}),
      },
      rawRoutes: [loopImport],
      jobs: [work(demoPulseJob, demoPulse)],
      stop,
    }
  },
})
