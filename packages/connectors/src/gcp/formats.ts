/** Google Cloud's billing exports. Its FOCUS export is FOCUS. */
import type { BillFormat, BillSignature } from '@kept/domain/bill-format.ts'
import { gcpMapping } from './mapping.ts'

const signature: BillSignature = {
  all: ['billing_account_id', 'service.description', 'sku.description', 'usage_start_time', 'cost'],
  noneOf: ['BilledCost'],
}

export const gcpFormats: BillFormat[] = [
  {
    id: 'gcp-standard',
    label: 'Google Cloud billing export (standard)',
    dataset: 'cost_and_usage',
    signature,
    rank: 30,
    mapping: gcpMapping,
  },
  {
    id: 'gcp-detailed',
    label: 'Google Cloud billing export (detailed)',
    dataset: 'cost_and_usage',
    signature: { ...signature, anyOf: [['resource.global_name', 'resource.name']] },
    rank: 31,
    mapping: gcpMapping,
  },
]
