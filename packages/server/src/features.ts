/** All features, in the order they start: each after the ones it depends on. */
import { alertsFeature } from './alerts/feature.ts'
import { anomaliesFeature } from './anomalies/feature.ts'
import { apiKeysFeature } from './api-keys/feature.ts'
import { autopilotFeature } from './autopilot/feature.ts'
import { backupsFeature } from './backups/feature.ts'
import { behaviorFeature } from './behavior/feature.ts'
import { billingFeature } from './billing/feature.ts'
import { budgetsFeature } from './budgets/feature.ts'
import { commissionFeature } from './commission/feature.ts'
import { connectionsFeature } from './connections/feature.ts'
import { costsFeature } from './costs/feature.ts'
import { deletionFeature } from './deletion/feature.ts'
import { demoFeature } from './demo/feature.ts'
import { federationFeature } from './federation/feature.ts'
import { forecastsFeature } from './forecasts/feature.ts'
import { healthFeature } from './health/feature.ts'
import { identityFeature } from './identity/feature.ts'
import { importsFeature } from './imports/feature.ts'
import { jobsFeature } from './jobs/feature.ts'
import { liveFeature } from './live/feature.ts'
import { loopsFeature } from './loops/feature.ts'
import { metricsFeature } from './metrics/feature.ts'
import { notificationsFeature } from './notifications/feature.ts'
import { operatorFeature } from './operator/feature.ts'
import { organizationsFeature } from './organizations/feature.ts'
import { peopleFeature } from './people/feature.ts'
import type { ApisOf } from './platform/feature.ts'
import { provisioningFeature } from './provisioning/feature.ts'
import { recommendationsFeature } from './recommendations/feature.ts'
import { remediationFeature } from './remediation/feature.ts'
import { reportsFeature } from './reports/feature.ts'
import { resourcesFeature } from './resources/feature.ts'
import { savingsFeature } from './savings/feature.ts'
import { searchFeature } from './search/feature.ts'
import { securityFeature } from './security/feature.ts'
import { simulationFeature } from './simulation/feature.ts'
import { siteFeature } from './site/feature.ts'
import { syncFeature } from './sync/feature.ts'
import { telemetryFeature } from './telemetry/feature.ts'
import { ticketsFeature } from './tickets/feature.ts'

export const features = [
  operatorFeature,
  peopleFeature,
  securityFeature,
  organizationsFeature,
  // An API key is looked for before a session.
  apiKeysFeature,
  identityFeature,
  provisioningFeature,
  commissionFeature,
  federationFeature,
  connectionsFeature,
  notificationsFeature,
  recommendationsFeature,
  savingsFeature,
  resourcesFeature,
  metricsFeature,
  costsFeature,
  forecastsFeature,
  anomaliesFeature,
  budgetsFeature,
  billingFeature,
  alertsFeature,
  ticketsFeature,
  reportsFeature,
  importsFeature,
  simulationFeature,
  remediationFeature,
  autopilotFeature,
  telemetryFeature,
  loopsFeature,
  behaviorFeature,
  syncFeature,
  backupsFeature,
  jobsFeature,
  searchFeature,
  liveFeature,
  healthFeature,
  siteFeature,
  demoFeature,
  deletionFeature,
] as const

export type FeatureApis = ApisOf<typeof features>
