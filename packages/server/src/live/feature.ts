/** Live connections: changes are sent to the browsers of an organization as they happen. */
import { identityFeature } from '../identity/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { openHub } from './hub.ts'
import { pruneLiveJob } from './prune-job.ts'
import { liveRoutes } from './routes.ts'

export const liveFeature = defineFeature({
  name: 'live',
  dependsOn: [identityFeature],
  async start({ services, identify }, { identity }) {
    const { state, log, now } = services
    const hub = await openHub(state.database, log)
    return {
      api: {
        /** Re-authenticates all connections now instead of at the next minute. */
        refreshRights: () => hub.refreshRights(),
        connectionCount: () => hub.size(),
      },
      rawRoutes: [
        liveRoutes(hub, (request, { session, visit }) =>
          session ? identity.recallSession(session.id, visit.ip) : identify(request, visit),
        ),
      ],
      jobs: [work(pruneLiveJob, { database: state.database, now })],
      stop: () => hub.stop(),
    }
  },
})
