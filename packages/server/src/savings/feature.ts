/** Verified savings: actions, baselines, the signed ledger and its statements. */

import type { Scope } from '@kept/domain/scope.ts'
import { commissionFeature } from '../commission/feature.ts'
import { ruleFor } from '../commission/public/commission-rule.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { savingsDeps } from './create-deps.ts'
import { runAndNotify, savingsHourlyJob, savingsJob } from './jobs.ts'
import { savingsReplacements } from './replacement-routes.ts'
import { savings } from './routes.ts'
import { seedDemoActions } from './seed-demo-actions.ts'
import { statementDownload } from './statement-download.ts'

export const savingsFeature = defineFeature({
  name: 'savings',
  dependsOn: [commissionFeature],
  routes: { savings, savingsReplacements },
  start({ services }) {
    const deps = savingsDeps(services, (scope, month, currency) =>
      ruleFor(services.state.database, scope, month, currency),
    )
    const jobDeps = { deps, services }
    return {
      api: {
        calculate: (scope: Scope) => runAndNotify(jobDeps, scope),
        /** Calculates in a job, which is retried. */
        queueCalculation: (scope: Scope) => services.jobs.send(savingsJob, { organization_id: scope.organizationId }),
        seedDemo: (scope: Scope) => seedDemoActions(services, scope),
      },
      rawRoutes: [statementDownload],
      jobs: [work(savingsJob, jobDeps), work(savingsHourlyJob, jobDeps)],
    }
  },
})
