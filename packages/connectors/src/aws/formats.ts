/** AWS bills: the Cost and Usage Report, legacy and 2.0. AWS's FOCUS exports are FOCUS. */
import type { BillFormat } from '@kept/domain/bill-format.ts'
import { awsMapping } from './mapping.ts'

export const awsFormats: BillFormat[] = [
  {
    id: 'aws-cur-legacy',
    label: 'AWS Cost and Usage Report (legacy)',
    dataset: 'cost_and_usage',
    signature: {
      all: ['lineItem/UnblendedCost', 'lineItem/LineItemType', 'lineItem/UsageStartDate'],
      noneOf: ['BilledCost'],
    },
    rank: 30,
    mapping: awsMapping,
  },
  {
    id: 'aws-cur-2',
    label: 'AWS Cost and Usage Report 2.0',
    dataset: 'cost_and_usage',
    signature: {
      all: ['line_item_unblended_cost', 'line_item_line_item_type', 'line_item_usage_start_date'],
      anyOf: [
        [
          'product',
          'resource_tags',
          'cost_category',
          'discount',
          'bill_payer_account_name',
          'line_item_usage_account_name',
        ],
      ],
      noneOf: ['BilledCost'],
    },
    rank: 31,
    mapping: awsMapping,
  },
]
