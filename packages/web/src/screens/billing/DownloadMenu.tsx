import { errorText } from '@kept/client/error-text.ts'
import { sentenceOf } from '@kept/client/errors.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Menu, MenuItem } from '@kept/ui/controls/Menu.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { send } from '../../api/http-client.ts'
import { saveBlob } from '../../csv/save.ts'
import { serverUrl } from '../../url/base-path.ts'
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
  const download = useMutation({
    mutationFn: async ({ format, suffix }: Format) => {
      const path = `/v1/billing/${organization}/invoices/${id}/download?format=${format}`
      const response = await send(new Request(serverUrl(path)))
      saveBlob(`${number ?? 'draft-invoice'}${suffix}`, await response.blob())
    },
    onError: (error) => toasts.show({ tone: 'error', title: errorText.invoiceDownloadFailed, body: sentenceOf(error) }),
  })
  const offered = number === null ? formats.filter(({ format }) => !isElectronic(format)) : formats
  return (
    <Menu
      trigger={
        <Button size="small" isBusy={download.isPending} icon={<Download size={14} className="text-faint" />}>
          Download
        </Button>
      }
    >
      {offered.map((format) => (
        <MenuItem key={format.format} onSelect={() => download.mutate(format)}>
          {format.label}
        </MenuItem>
      ))}
    </Menu>
  )
}

function isElectronic(format: Format['format']): boolean {
  return format === 'facturx' || format === 'ubl' || format === 'cii'
}
