import { Button } from '@kept/ui/controls/Button.tsx'
import { Menu, MenuItem, MenuLabel } from '@kept/ui/controls/Menu.tsx'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { List } from './list-file.ts'

export interface NamedList {
  /** Of the file: "top-services". */
  name: string
  /** As the screen calls it. */
  label: string
  list(): Promise<List>
}

interface ExportListsProps {
  /** Of all of them together, and what is exported for a screen reader: "loop-statistics". */
  name: string
  lists: readonly NamedList[]
  size?: 'small'
}

/** Several small lists of one screen under one button: each as CSV, or all of them as JSON. */
export function ExportLists({ name, lists, size }: ExportListsProps) {
  const [busy, setBusy] = useState(false)
  const take = async (work: (file: typeof import('./take-file.ts')) => Promise<void>) => {
    setBusy(true)
    await work(await import('./take-file.ts'))
    setBusy(false)
  }
  const together = async (): Promise<List> => {
    const rows = lists.map(async (one) => ({ list: one.name, rows: (await one.list()).rows }))
    return { head: [], cells: [], rows: await Promise.all(rows) }
  }
  return (
    <Menu
      trigger={
        <Button
          size={size}
          busy={busy}
          icon={<Download size={14} className="text-faint" />}
          aria-label={`Export ${name.replaceAll('-', ' ')}`}
        >
          Export
        </Button>
      }
    >
      <MenuLabel>As CSV</MenuLabel>
      {lists.map((one) => (
        <MenuItem key={one.name} onSelect={() => void take((file) => file.takeList(one.name, one.list, 'csv'))}>
          {one.label}
        </MenuItem>
      ))}
      <MenuLabel>As JSON</MenuLabel>
      <MenuItem onSelect={() => void take((file) => file.takeList(name, together, 'json'))}>All of them</MenuItem>
    </Menu>
  )
}
