import { MenuItem } from '@kept/ui/controls/Menu.tsx'

const labels = { csv: 'CSV', excel: 'Excel', pdf: 'PDF', html: 'HTML', json: 'JSON' } as const
type Format = keyof typeof labels

interface ExportItemsProps<Offered extends Format> {
  formats: readonly Offered[]
  onExport(format: Offered): void
}

/** The formats of an export menu, with the same names everywhere. */
export function ExportItems<Offered extends Format>({ formats, onExport }: ExportItemsProps<Offered>) {
  return formats.map((format) => (
    <MenuItem key={format} onSelect={() => onExport(format)}>
      {labels[format]}
    </MenuItem>
  ))
}
