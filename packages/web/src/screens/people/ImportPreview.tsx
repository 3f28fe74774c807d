import type { PeopleImport } from '@kept/contract/routes/users.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { counted, formatCount } from '@kept/ui/format/share.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { roleWords } from '../../shell/role-words.ts'

const actions = {
  invite: { label: 'invite', tone: 'fact' },
  update: { label: 'change', tone: 'watch' },
  unchanged: { label: 'as it is', tone: 'plain' },
} as const

/** What a file would do, or why it cannot: each mistake with its line, column and reason. */
export function ImportPreview({ preview }: { preview: PeopleImport }) {
  const { counts, errors, error_count, rows, name } = preview
  if (error_count > 0) {
    return (
      <div className="space-y-3">
        <Notice tone="leak" title={`${counted(error_count, 'mistake')} in ${name}`}>
          Nothing is imported while there is one. Mend the file and choose it again.
        </Notice>
        <div className="max-h-[40vh] overflow-y-auto">
          <Table label="Mistakes in the file">
            <thead>
              <tr>
                <Th numeric>Line</Th>
                <Th>Column</Th>
                <Th>Value</Th>
                <Th>What is wrong</Th>
              </tr>
            </thead>
            <tbody>
              {errors.map(({ line, column, value, reason }) => (
                <Tr key={`${line} ${column} ${reason}`}>
                  <Td numeric>{line}</Td>
                  <Td className="font-mono">{column}</Td>
                  <Td className="max-w-40 truncate font-mono" title={value}>
                    {value}
                  </Td>
                  <Td>{reason}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </div>
        <More shown={errors.length} all={error_count} what="mistakes" />
      </div>
    )
  }
  return (
    <div className="space-y-3">
      <p role="status" className="text-body">
        {counted(rows, 'row')} read: {counted(counts.invite, 'person', 'people')} to invite, {counts.update} to change,{' '}
        {counts.unchanged} already so.
      </p>
      <div className="max-h-[40vh] overflow-y-auto">
        <Table label="What the import would do">
          <thead>
            <tr>
              <Th numeric>Line</Th>
              <Th>E-mail</Th>
              <Th className="max-sm:hidden">Name</Th>
              <Th className="max-sm:hidden">Role</Th>
              <Th>Would</Th>
            </tr>
          </thead>
          <tbody>
            {preview.preview.map(({ line, email, full_name, role, action }) => (
              <Tr key={line}>
                <Td numeric>{line}</Td>
                <Td className="break-all">{email}</Td>
                <Td className="max-sm:hidden">{full_name}</Td>
                <Td className="whitespace-nowrap max-sm:hidden">{roleWords[role]}</Td>
                <Td>
                  <Badge tone={actions[action].tone}>{actions[action].label}</Badge>
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </div>
      <More shown={preview.preview.length} all={rows} what="rows" />
    </div>
  )
}

function More({ shown, all, what }: { shown: number; all: number; what: string }) {
  if (shown >= all) return null
  return (
    <p className="text-small text-soft">
      {formatCount(shown)} of {formatCount(all)} {what} are shown.
    </p>
  )
}
