/** Azure's cost exports. Its FOCUS exports are FOCUS. */
import type { BillFormat, BillSignature } from '@kept/domain/bill-format.ts'
import { any } from '@kept/domain/mapping.ts'
import {
  actual,
  actualWithAmortized,
  amortized,
  amortizedWithActual,
  isAmortizedRow,
  isCommitmentPurchase,
  isCovered,
} from './costs.ts'
import { azureMapping } from './mapping.ts'

const signature: BillSignature = {
  all: ['MeterCategory', 'MeterId'],
  anyOf: [
    ['CostInBillingCurrency', 'Cost', 'PreTaxCost', 'ExtendedCost'],
    ['Date', 'UsageDateTime'],
    ['SubscriptionId', 'SubscriptionGuid'],
  ],
  noneOf: ['BilledCost'],
}

const combinedNote =
  'The actual and amortized exports of this month are combined: billed cost from the actual, effective cost from the amortized.'

export const azureFormats: BillFormat[] = [
  {
    id: 'azure-actual',
    label: 'Azure actual cost export',
    dataset: 'cost_and_usage',
    signature,
    rank: 30,
    mapping: azureMapping(actual),
    unknowable: [
      {
        description:
          'An actual cost export has no effective cost for usage covered by a commitment. Upload the amortized export of the same month together with it.',
        rows: any(isCovered, isCommitmentPurchase),
      },
    ],
    companion: { format: 'azure-amortized', mapping: azureMapping(actualWithAmortized), note: combinedNote },
  },
  {
    id: 'azure-amortized',
    label: 'Azure amortized cost export',
    dataset: 'cost_and_usage',
    signature: { ...signature, rows: { condition: isAmortizedRow, description: 'by rows with amortized cost' } },
    rank: 31,
    mapping: azureMapping(amortized),
    path: { hint: 'amortized', unless: 'actual' },
    unknowable: [
      {
        description:
          'An amortized export has no commitment purchases. Their billed cost is only in the actual export of the same month.',
      },
    ],
    companion: { format: 'azure-actual', mapping: azureMapping(amortizedWithActual), note: combinedNote },
  },
]
