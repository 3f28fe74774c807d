/** The table of each dataset, its columns before the dataset's own, and its required columns. */
import type { Dataset } from '@kept/domain/bill-format.ts'

interface DatasetTable {
  table: string
  /** The columns before the dataset's own, as SQL; `{import_id:String}` is unbound. */
  lead(values: Record<string, string>): Record<string, string>
  /** Target columns without which a row is skipped, unless the format says otherwise. */
  needed: string[]
}

const organization = { organization_id: '{organization_id:UUID}' }

export const datasets: Record<Dataset, DatasetTable> = {
  cost_and_usage: {
    table: 'cost_line',
    lead: ({ BillingPeriodStart, ChargePeriodStart, BillingAccountId }) => {
      const period = `toDate(${BillingPeriodStart}, 'UTC')`
      return {
        ...organization,
        load_id: `concat({import_id:String}, '/', toString(${period}), '/', ${BillingAccountId})`,
        billing_period: period,
        charge_date: `toDate(${ChargePeriodStart}, 'UTC')`,
      }
    },
    needed: ['BilledCost', 'BillingPeriodStart', 'ChargePeriodStart'],
  },
  invoice_detail: {
    table: 'invoice_detail',
    lead: ({ BillingPeriodStart, BillingAccountId }) => ({
      ...organization,
      load_id: `concat({import_id:String}, '/', toString(toDate(assumeNotNull(${BillingPeriodStart}), 'UTC')), '/', ${BillingAccountId})`,
    }),
    needed: ['BilledCost', 'BillingPeriodStart'],
  },
  billing_period: {
    table: 'billing_period',
    lead: ({ BillingPeriodStart }) => ({
      ...organization,
      load_id: `concat({import_id:String}, '/', toString(toDate(assumeNotNull(${BillingPeriodStart}), 'UTC')), '/')`,
    }),
    needed: ['BillingPeriodStart'],
  },
  contract_commitment: {
    table: 'contract_commitment',
    lead: () => ({ ...organization, load_id: "concat({import_id:String}, '//')" }),
    needed: ['ContractCommitmentId'],
  },
}
