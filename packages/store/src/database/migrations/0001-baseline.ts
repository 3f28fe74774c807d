/** The schema of the first release, by area. The order matters: tables come after those they refer to. */

import { alertsSchema } from '../baseline/alerts.ts'
import { anomaliesSchema } from '../baseline/anomalies.ts'
import { behaviorSchema } from '../baseline/behavior.ts'
import { budgetsSchema } from '../baseline/budgets.ts'
import { commissionSchema } from '../baseline/commission.ts'
import { connectionsSchema } from '../baseline/connections.ts'
import { demoSchema } from '../baseline/demo.ts'
import { idempotencySchema } from '../baseline/idempotency.ts'
import { identitySchema } from '../baseline/identity.ts'
import { importsSchema } from '../baseline/imports.ts'
import { loopsSchema } from '../baseline/loops.ts'
import { notificationsSchema } from '../baseline/notifications.ts'
import { organizationsSchema } from '../baseline/organizations.ts'
import { peopleSchema } from '../baseline/people.ts'
import { recommendationsSchema } from '../baseline/recommendations.ts'
import { remediationSchema } from '../baseline/remediation.ts'
import { resourcesSchema } from '../baseline/resources.ts'
import { savingsSchema } from '../baseline/savings.ts'
import { schedulesSchema } from '../baseline/schedules.ts'
import { siteSchema } from '../baseline/site.ts'
import { telemetrySchema } from '../baseline/telemetry.ts'
import type { DatabaseMigration } from '../migration.ts'

export const baseline: DatabaseMigration = {
  name: '0001-baseline',
  statements: [
    organizationsSchema,
    identitySchema,
    peopleSchema,
    idempotencySchema,
    connectionsSchema,
    importsSchema,
    resourcesSchema,
    recommendationsSchema,
    savingsSchema,
    commissionSchema,
    notificationsSchema,
    anomaliesSchema,
    budgetsSchema,
    alertsSchema,
    telemetrySchema,
    loopsSchema,
    behaviorSchema,
    schedulesSchema,
    remediationSchema,
    siteSchema,
    demoSchema,
  ].flat(),
}
