import { errorText } from '@kept/client/error-text.ts'
import { FormatMenu } from '../../csv/FormatMenu.tsx'
import { saveResponse } from '../../csv/save-response.ts'
import { useOrganization } from './useBilling.ts'

const formats = [
  { format: 'pdf', label: 'PDF, with the signed statement', suffix: '.pdf' },
  { format: 'facturx', label: 'PDF with Factur-X', suffix: '-factur-x.pdf' },
  { format: 'ubl', label: 'E-invoice, UBL', suffix: '-ubl.xml' },
  { format: 'cii', label: 'E-invoice, CII', suffix: '-cii.xml' },
  { format: 'csv', label: 'CSV', suffix: '.csv' },
  { format: 'json', label: 'JSON', suffix: '.json' },
] as const

type Format = (typeof formats)[number]

/** The invoice as a file. A draft has no number yet, so it is no e-invoice. */
export function DownloadMenu({ id, number }: { id: string; number: string | null }) {
  const organization = useOrganization()
  return (
    <FormatMenu
      label="Download"
      size="small"
      formats={number === null ? formats.filter(({ format }) => !isElectronic(format)) : formats}
      failed={errorText.invoiceDownloadFailed}
      download={({ format, suffix }) =>
        saveResponse(
          `/v1/billing/${organization}/invoices/${id}/download?format=${format}`,
          `${number ?? 'draft-invoice'}${suffix}`,
        )
      }
    />
  )
}

function isElectronic(format: Format['format']): boolean {
  return format === 'facturx' || format === 'ubl' || format === 'cii'
}
