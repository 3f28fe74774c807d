/** Azure's cost exports. Its FOCUS exports are FOCUS. */
import type { BillFormat, BillSignature } from '@kept/domain/bill-format.ts'
import { any } from '@kept/domain/mapping.ts'
import {
  actual,
  actualBesideAmortized,
  amortized,
  amortizedBesideActual,
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
  none: ['BilledCost'],
}

const together =
  'actual and amortised cost of the same month came together: billed is taken from the one, effective from the other.'

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
        say: 'usage covered by a commitment has no effective cost in an actual export; deliver the amortised export of the same month together with it.',
        rows: any(isCovered, isCommitmentPurchase),
      },
    ],
    beside: { format: 'azure-amortized', mapping: azureMapping(actualBesideAmortized), note: together },
  },
  {
    id: 'azure-amortized',
    label: 'Azure amortised cost export',
    dataset: 'cost_and_usage',
    signature: { ...signature, rows: { some: isAmortizedRow, say: 'by rows with amortised cost' } },
    rank: 31,
    mapping: azureMapping(amortized),
    path: { hint: 'amortized', unless: 'actual' },
    unknowable: [
      {
        say: 'an amortised export has no purchases of commitments: what they billed is known only to the actual export of the same month.',
      },
    ],
    beside: { format: 'azure-actual', mapping: azureMapping(amortizedBesideActual), note: together },
  },
]
