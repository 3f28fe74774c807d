import type { PeopleImport } from '@kept/contract/routes/users/imports.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { roleLabel } from '../../shell/role-labels.ts'

const actions = {
  invite: { label: 'invite', tone: 'fact' },
  update: { label: 'change', tone: 'watch' },
  unchanged: { label: 'unchanged', tone: 'plain' },
} as const

/** What a file would do, or why it cannot: each mistake with its line, column and reason. */
export function ImportPreview({ preview }: { preview: PeopleImport }) {
  const { counts, errors, error_count, rows, name } = preview
  if (error_count > 0) {
    return (
      <div className="space-y-3">
        <Notice tone="leak" title={`${counted(error_count, 'error')} in ${name}`}>
          Nothing was imported. Fix the file and upload it again.
        </Notice>
        <div className="max-h-[40vh] overflow-y-auto">
          <RowsTable
            label="Errors in the file"
            rows={errors}
            rowKey={({ line, column, reason }) => `${line} ${column} ${reason}`}
            columns={[
              { head: 'Line', numeric: true, cell: ({ line }) => line },
              { head: 'Column', cellClass: 'font-mono', cell: ({ column }) => column },
              {
                head: 'Value',
                cellClass: 'max-w-40 truncate font-mono',
                title: ({ value }) => value,
                cell: ({ value }) => value,
              },
              { head: 'Error', cell: ({ reason }) => reason },
            ]}
          />
        </div>
        <More shownCount={errors.length} all={error_count} noun="errors" />
      </div>
    )
  }
  return (
    <div className="space-y-3">
      <p role="status" className="text-body">
        {counted(rows, 'row')} read: {counted(counts.invite, 'user')} to invite, {counts.update} to change,{' '}
        {counts.unchanged} unchanged.
      </p>
      <div className="max-h-[40vh] overflow-y-auto">
        <Table label="Changes">
          <thead>
            <tr>
              <Th numeric>Line</Th>
              <Th>Email</Th>
              <Th className="max-sm:hidden">Name</Th>
              <Th className="max-sm:hidden">Role</Th>
              <Th>Action</Th>
            </tr>
          </thead>
          <tbody>
            {preview.preview.map(({ line, email, full_name, role, custom_role, action }) => (
              <Tr key={line}>
                <Td numeric>{line}</Td>
                <Td className="break-all">{email}</Td>
                <Td className="max-sm:hidden">{full_name}</Td>
                <Td className="whitespace-nowrap max-sm:hidden">{roleLabel({ role, custom_role })}</Td>
                <Td>
                  <Badge tone={actions[action].tone}>{actions[action].label}</Badge>
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </div>
      <More shownCount={preview.preview.length} all={rows} noun="rows" />
    </div>
  )
}

function More({ shownCount, all, noun }: { shownCount: number; all: number; noun: string }) {
  if (shownCount >= all) return null
  return (
    <p className="text-small text-soft">
      {formatCount(shownCount)} of {formatCount(all)} {noun} are shown.
    </p>
  )
}
