/** Billing: invoices from signed statements, credits, payments and the journal. */
import type { Scope } from '@kept/domain/scope.ts'
import { commissionFeature } from '../commission/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { savingsFeature } from '../savings/feature.ts'
import { billingBooks } from './admin/books-routes.ts'
import { journalCsv } from './admin/journal-csv.ts'
import { billingAdmin } from './admin/routes.ts'
import { issueDue } from './documents/issue-due.ts'
import { invoiceDownload } from './invoice-download.ts'
import { billingHourlyJob, billingJob, draftAll } from './jobs.ts'
import { chargeBack } from './payments/charge-back.ts'
import { billing } from './routes.ts'

export const billingFeature = defineFeature({
  name: 'billing',
  dependsOn: [commissionFeature, savingsFeature],
  routes: { billing, billingAdmin, billingBooks },
  start({ services }) {
    return {
      api: {
        /** Drafts invoices of new statements. */
        draft: (scope: Scope) => draftAll(services, scope),
        /** Drafts in a job, which is retried. */
        queueDraft: (scope: Scope) => services.jobs.send(billingJob, { organization_id: scope.organizationId }),
        /** Issues drafts whose window has ended. */
        issueDue: (scope: Scope) => issueDue(services, scope),
        /** For a payment rail: what the customer's bank holds back of a payment. */
        chargeBack,
      },
      rawRoutes: [invoiceDownload, journalCsv],
      jobs: [work(billingJob, services), work(billingHourlyJob, services)],
    }
  },
})
