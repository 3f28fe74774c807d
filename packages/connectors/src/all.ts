/** Every bill format Kept recognizes. To add one: its file, and one line here. */
import type { BillFormat } from '@kept/domain/bill-format.ts'
import { awsFormats } from './aws/formats.ts'
import { azureFormats } from './azure/formats.ts'
import { focusCostAndUsage } from './focus/cost-and-usage.ts'
import { focusBillingPeriod, focusContractCommitment, focusInvoiceDetail } from './focus/other-datasets.ts'
import { gcpFormats } from './gcp/formats.ts'
import { ociCostReport } from './oci/cost-report.ts'
import { openCostAllocation } from './opencost/allocation-csv.ts'

export const formats: BillFormat[] = [
  ...focusCostAndUsage,
  focusContractCommitment,
  focusBillingPeriod,
  focusInvoiceDetail,
  ...awsFormats,
  ...azureFormats,
  ...gcpFormats,
  ociCostReport,
  openCostAllocation,
]
