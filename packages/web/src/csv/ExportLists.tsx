import { MenuItem, MenuLabel } from '@kept/ui/controls/Menu.tsx'
import { ExportMenu, type ExportMenuProps } from './ExportMenu.tsx'
import type { List } from './list-file.ts'

export interface NamedList {
  /** Of the file: "top-services". */
  name: string
  /** As the screen calls it. */
  label: string
  list(): Promise<List>
}

/** Several small lists of one screen under one button: each as CSV, or all of them as JSON. */
export function ExportLists({ name, lists, size }: ExportMenuProps & { lists: readonly NamedList[] }) {
  const together = async (): Promise<List> => {
    const rows = lists.map(async (one) => ({ list: one.name, rows: (await one.list()).rows }))
    return { head: [], cells: [], rows: await Promise.all(rows) }
  }
  return (
    <ExportMenu name={name} size={size}>
      {(take) => (
        <>
          <MenuLabel>As CSV</MenuLabel>
          {lists.map((one) => (
            <MenuItem key={one.name} onSelect={() => take((file) => file.takeList(one.name, one.list, 'csv'))}>
              {one.label}
            </MenuItem>
          ))}
          <MenuLabel>As JSON</MenuLabel>
          <MenuItem onSelect={() => take((file) => file.takeList(name, together, 'json'))}>All of them</MenuItem>
        </>
      )}
    </ExportMenu>
  )
}
