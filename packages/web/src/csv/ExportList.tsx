import { Button } from '@kept/ui/controls/Button.tsx'
import { Menu, MenuItem } from '@kept/ui/controls/Menu.tsx'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { List } from './list-file.ts'

interface ExportListProps {
  /** Of the file, and what is exported for a screen reader: "alert-rules". */
  name: string
  /** All rows as the list shows them now, in its order; asked when somebody wants the file. */
  list(): Promise<List>
  size?: 'small'
}

/** What a list shows, as a file: all of its rows, with its filter and in its order. What makes it comes when it is wanted. */
export function ExportList({ name, list, size }: ExportListProps) {
  const [busy, setBusy] = useState(false)
  const take = async (format: 'csv' | 'json') => {
    setBusy(true)
    const { takeList } = await import('./take-file.ts')
    await takeList(name, list, format)
    setBusy(false)
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
      <MenuItem onSelect={() => void take('csv')}>CSV</MenuItem>
      <MenuItem onSelect={() => void take('json')}>JSON</MenuItem>
    </Menu>
  )
}
