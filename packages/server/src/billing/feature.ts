/** Billing: invoices from signed statements, credits, payments and the journal. */
import type { Scope } from '@kept/domain/scope.ts'
import { budgetsFeature } from '../budgets/feature.ts'
import { commissionFeature } from '../commission/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { savingsFeature } from '../savings/feature.ts'
import { billingBooks } from './admin/books-routes.ts'
import { journalCsv } from './admin/journal-csv.ts'
import { billingLogo } from './admin/logo-routes.ts'
import { billingAdmin } from './admin/routes.ts'
import { evaluateBillingAlerts } from './alerts/evaluate.ts'
import { billingAlerts } from './alerts/routes.ts'
import { issueDue } from './documents/issue-due.ts'
import { writeEmails } from './documents/write-emails.ts'
import { invoiceDownload } from './invoice-download.ts'
import { billingHourlyJob, billingJob, draftAll } from './jobs.ts'
import { billingPaymentsAdmin } from './payments/admin-routes.ts'
import { requireRail } from './payments/deps.ts'
import { dunningJob, runDunning } from './payments/dunning-job.ts'
import { railEventsJob, railJob, runRail } from './payments/jobs.ts'
import { reconcile, reconciliationJob } from './payments/reconcile.ts'
import { billingPayments } from './payments/routes.ts'
import { railWebhook } from './payments/webhook.ts'
import { billing, costAllocation } from './routes.ts'
import { statementPdfDownload } from './statements/pdf-download.ts'
import { statements } from './statements/routes.ts'

export const billingFeature = defineFeature({
  name: 'billing',
  dependsOn: [budgetsFeature, commissionFeature, savingsFeature],
  routes: {
    billing,
    billingAdmin,
    billingAlerts,
    billingLogo,
    costAllocation,
    billingBooks,
    billingPayments,
    billingPaymentsAdmin,
    statements,
  },
  start({ services }) {
    return {
      api: {
        /** Drafts invoices of new statements. */
        draft: (scope: Scope) => draftAll(services, scope),
        /** Drafts in a job, which is retried. */
        queueDraft: (scope: Scope) => services.jobs.send(billingJob, { organization_id: scope.organizationId }),
        evaluateAlerts: async (scope: Scope) => void (await evaluateBillingAlerts(services, scope)),
        /** Issues drafts whose window has ended. */
        issueDue: (scope: Scope) => issueDue(services, scope),
        /** Charges what is due, and continues what was interrupted. */
        charge: () => runRail(requireRail(services)),
        reconcile: () => reconcile(requireRail(services)),
        /** Writes emails about documents and payments, and tells what is due soon. */
        writeEmails: (scope: Scope) => writeEmails(services, scope),
        /** Takes the dunning steps that are due. */
        dun: () => runDunning(services),
      },
      rawRoutes: [invoiceDownload, statementPdfDownload, journalCsv, railWebhook],
      jobs: [
        work(billingJob, services),
        work(billingHourlyJob, services),
        work(railEventsJob, services),
        work(railJob, services),
        work(reconciliationJob, services),
        work(dunningJob, services),
      ],
    }
  },
})
