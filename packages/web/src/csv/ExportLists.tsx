import { MenuItem, MenuLabel } from '@kept/ui/controls/Menu.tsx'
import { ExportMenu, type ExportMenuProps } from './ExportMenu.tsx'
import type { List } from './list-file.ts'

interface NamedList {
  /** The file name: "top-services". */
  name: string
  /** The name shown in the menu. */
  label: string
  list(): Promise<List>
}

const formats = [
  { format: 'csv', label: 'As CSV', suffix: '' },
  { format: 'excel', label: 'As Excel', suffix: ' (Excel)' },
  { format: 'pdf', label: 'As PDF', suffix: ' (PDF)' },
] as const

/** Exports several lists of a screen: each as CSV, Excel or PDF, or all as JSON. */
export function ExportLists({ name, lists, size }: ExportMenuProps & { lists: readonly NamedList[] }) {
  const listAll = async (): Promise<List> => {
    const rows = lists.map(async (namedList) => ({ list: namedList.name, rows: (await namedList.list()).rows }))
    return { head: [], cells: [], rows: await Promise.all(rows) }
  }
  return (
    <ExportMenu name={name} size={size}>
      {(exportFile) => (
        <div className="max-h-[70dvh] overflow-y-auto">
          {formats.map(({ format, label, suffix }) => (
            <div key={format}>
              <MenuLabel>{label}</MenuLabel>
              {lists.map((namedList) => (
                <MenuItem
                  key={namedList.name}
                  onSelect={() => exportFile((file) => file.downloadList(namedList.name, namedList.list, format))}
                >
                  {namedList.label}
                  <span className="sr-only">{suffix}</span>
                </MenuItem>
              ))}
            </div>
          ))}
          <MenuLabel>As JSON</MenuLabel>
          <MenuItem onSelect={() => exportFile((file) => file.downloadList(name, listAll, 'json'))}>
            All tables
          </MenuItem>
        </div>
      )}
    </ExportMenu>
  )
}
