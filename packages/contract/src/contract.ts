/** Every route of Kept. The server must handle all of them; the client and the OpenAPI document come from it. */
import type { ContractRouterClient } from '@orpc/contract'
import { accessControls } from './routes/access-controls.ts'
import { accessReviews } from './routes/access-reviews.ts'
import { alerts } from './routes/alerts.ts'
import { anomalies, forecasts } from './routes/anomalies.ts'
import { apiKeys } from './routes/api-keys.ts'
import { approvals } from './routes/approvals.ts'
import { auditStreams } from './routes/audit-streams.ts'
import { auth } from './routes/auth.ts'
import { autopilot } from './routes/autopilot.ts'
import { backups } from './routes/backups.ts'
import { behaviorHooks } from './routes/behavior-hooks.ts'
import { behaviorSchedules } from './routes/behavior-schedules.ts'
import { billingAdmin } from './routes/billing/admin.ts'
import { billingAlerts } from './routes/billing/alerts.ts'
import { billingBooks } from './routes/billing/books.ts'
import { costAllocation } from './routes/billing/cost-allocation.ts'
import { billing } from './routes/billing/customer.ts'
import { billingLogo } from './routes/billing/logo.ts'
import { billingPayments } from './routes/billing/payments.ts'
import { billingPaymentsAdmin } from './routes/billing/payments-admin.ts'
import { budgets } from './routes/budgets.ts'
import { commission } from './routes/commission.ts'
import { connections } from './routes/connections.ts'
import { costOptimization } from './routes/cost-optimization.ts'
import { costs } from './routes/costs.ts'
import { deletion } from './routes/deletion.ts'
import { demo } from './routes/demo.ts'
import { dependencies } from './routes/dependencies.ts'
import { developerBehavior } from './routes/developer-behavior.ts'
import { health } from './routes/health.ts'
import { imports } from './routes/imports.ts'
import { jobs } from './routes/jobs.ts'
import { loops } from './routes/loops.ts'
import { metrics } from './routes/metrics.ts'
import { notifications } from './routes/notifications.ts'
import { organizations } from './routes/organizations.ts'
import { provisioning } from './routes/provisioning.ts'
import { remediation } from './routes/remediation.ts'
import { reports } from './routes/reports.ts'
import { requiredTags } from './routes/required-tags.ts'
import { resources } from './routes/resources.ts'
import { savedReports } from './routes/saved-reports.ts'
import { savings } from './routes/savings.ts'
import { savingsReplacements } from './routes/savings-replacements.ts'
import { search } from './routes/search.ts'
import { security } from './routes/security.ts'
import { securityCompliance } from './routes/security-compliance.ts'
import { securityIncidents } from './routes/security-incidents.ts'
import { securityPolicies } from './routes/security-policies.ts'
import { securityScans } from './routes/security-scans.ts'
import { session } from './routes/session.ts'
import { singleSignOn } from './routes/single-sign-on.ts'
import { statements } from './routes/statements.ts'
import { sync } from './routes/sync.ts'
import { telemetry } from './routes/telemetry.ts'
import { tickets } from './routes/tickets.ts'
import { users } from './routes/users.ts'

export const contract = {
  deletion,
  dependencies,
  health,
  backups,
  jobs,
  imports,
  connections,
  sync,
  notifications,
  session,
  demo,
  costOptimization,
  anomalies,
  forecasts,
  budgets,
  billing,
  billingAdmin,
  billingPayments,
  billingPaymentsAdmin,
  billingBooks,
  billingAlerts,
  billingLogo,
  costAllocation,
  alerts,
  costs,
  reports,
  savedReports,
  resources,
  metrics,
  developerBehavior,
  behaviorHooks,
  behaviorSchedules,
  loops,
  remediation,
  approvals,
  autopilot,
  telemetry,
  tickets,
  savings,
  savingsReplacements,
  statements,
  commission,
  search,
  users,
  organizations,
  singleSignOn,
  provisioning,
  apiKeys,
  security,
  securityPolicies,
  auditStreams,
  securityIncidents,
  securityScans,
  securityCompliance,
  accessControls,
  accessReviews,
  requiredTags,
  auth,
}

/** What a typed client of the contract offers: one function for each route. */
export type KeptClient = ContractRouterClient<typeof contract>
