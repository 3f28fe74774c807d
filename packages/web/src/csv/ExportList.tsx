import { ExportItems } from './ExportItems.tsx'
import { ExportMenu, type ExportMenuProps } from './ExportMenu.tsx'
import type { List } from './list-file.ts'

interface ExportListProps extends ExportMenuProps {
  /** Loads all rows of the list in its current order, when the export starts. */
  list(): Promise<List>
}

/** Exports all rows of a list, with its filters and order. */
export function ExportList({ name, list, size }: ExportListProps) {
  return (
    <ExportMenu name={name} size={size}>
      {(exportFile) => (
        <ExportItems
          formats={['csv', 'excel', 'pdf', 'json']}
          onExport={(format) => exportFile((file) => file.downloadList(name, list, format))}
        />
      )}
    </ExportMenu>
  )
}
