import { MenuItem } from '@kept/ui/controls/Menu.tsx'
import { ExportMenu, type ExportMenuProps } from './ExportMenu.tsx'
import type { List } from './list-file.ts'

interface ExportListProps extends ExportMenuProps {
  /** All rows as the list shows them now, in its order; asked when somebody wants the file. */
  list(): Promise<List>
}

/** What a list shows, as a file: all of its rows, with its filter and in its order. */
export function ExportList({ name, list, size }: ExportListProps) {
  return (
    <ExportMenu name={name} size={size}>
      {(take) => (
        <>
          <MenuItem onSelect={() => take((file) => file.takeList(name, list, 'csv'))}>CSV</MenuItem>
          <MenuItem onSelect={() => take((file) => file.takeList(name, list, 'json'))}>JSON</MenuItem>
        </>
      )}
    </ExportMenu>
  )
}
