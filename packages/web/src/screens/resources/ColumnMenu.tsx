import { Button } from '@kept/ui/controls/Button.tsx'
import { Combobox } from '@kept/ui/controls/Combobox.tsx'
import { Columns3 } from 'lucide-react'
import { type ResourceColumn, resourceColumnNames, resourceColumns } from './resource-list.ts'

interface ColumnMenuProps {
  columns: readonly ResourceColumn[]
  onChange(columns: readonly ResourceColumn[]): void
}

/** Chooses the columns of the table; the name and the cost always stay. */
export function ColumnMenu({ columns, onChange }: ColumnMenuProps) {
  return (
    <Combobox
      label="Columns"
      placeholder="Search columns"
      trigger={
        <Button className="max-md:hidden" icon={<Columns3 size={14} className="text-faint" />}>
          Columns
        </Button>
      }
      options={resourceColumnNames.map((value) => ({ value, label: resourceColumns[value] }))}
      chosen={columns}
      onToggle={(value) =>
        onChange(
          resourceColumnNames.filter((name) => (name === value ? !columns.includes(name) : columns.includes(name))),
        )
      }
    />
  )
}
