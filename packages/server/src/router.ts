/** All handlers of the contract. A missing one is a type error. */
import { alerts } from './alerts/routes.ts'
import { anomalies } from './anomalies/routes.ts'
import { apiKeys } from './api-keys/routes.ts'
import { behaviorHooks } from './behavior/hook-routes.ts'
import { developerBehavior } from './behavior/routes.ts'
import { behaviorSchedules } from './behavior/schedule-routes.ts'
import { billingAlerts, budgets } from './budgets/routes.ts'
import { commission } from './commission/routes.ts'
import { connections } from './connections/routes.ts'
import { overview } from './costs/overview.ts'
import { costs } from './costs/routes.ts'
import { forecasts } from './forecasts/routes.ts'
import { health } from './health/routes.ts'
import { auth } from './identity/routes.ts'
import { imports } from './ingest/routes.ts'
import { loops } from './loops/routes.ts'
import { metrics } from './metrics/routes.ts'
import { notifications } from './notifications/routes.ts'
import { organizations } from './organizations/routes.ts'
import { users } from './people/routes.ts'
import { allRoutes } from './platform/implement.ts'
import { recommendations } from './recommendations/routes.ts'
import { remediation } from './remediation/routes.ts'
import { reports } from './reports/routes.ts'
import { resources } from './resources/routes.ts'
import { savingsReplacements } from './savings/replacement-routes.ts'
import { savings } from './savings/routes.ts'
import { search } from './search/routes.ts'
import { session } from './session/routes.ts'
import { telemetry } from './telemetry/routes.ts'

export const router = allRoutes.router({
  anomalies,
  forecasts,
  budgets,
  billingAlerts,
  alerts,
  health,
  imports,
  connections,
  notifications,
  session,
  costs,
  reports,
  resources,
  metrics,
  developerBehavior,
  behaviorHooks,
  behaviorSchedules,
  loops,
  remediation,
  telemetry,
  savings,
  savingsReplacements,
  commission,
  search,
  users,
  organizations,
  apiKeys,
  auth,
  costOptimization: { overview, ...recommendations },
})
