import { alertStreams } from './alerts.ts'
import { billingStreams } from './billing.ts'
import { exports } from './exports.ts'
import { federationStreams } from './federation.ts'
import { operatorRoutes } from './operator.ts'
import { scimStreams } from './provisioning.ts'
import { siteForms } from './site.ts'
import type { StreamRoute } from './stream-route.ts'
import { telemetryStreams } from './telemetry.ts'
import { uploads } from './uploads.ts'

export const streamRoutes: readonly StreamRoute[] = [
  ...uploads,
  ...telemetryStreams,
  ...exports,
  ...alertStreams,
  ...billingStreams,
  ...scimStreams,
  ...federationStreams,
  ...siteForms,
  ...operatorRoutes,
]
