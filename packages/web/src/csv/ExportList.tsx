import { MenuItem } from '@kept/ui/controls/Menu.tsx'
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
        <>
          <MenuItem onSelect={() => exportFile((file) => file.downloadList(name, list, 'csv'))}>CSV</MenuItem>
          <MenuItem onSelect={() => exportFile((file) => file.downloadList(name, list, 'json'))}>JSON</MenuItem>
        </>
      )}
    </ExportMenu>
  )
}
