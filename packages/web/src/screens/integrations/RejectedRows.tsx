import { counted, formatCount } from '@kept/foundation/format/number.ts'
import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Pager } from '../../table/Pager.tsx'
import { publicPath } from '../../url/base-path.ts'

const pageSize = 20

/** Rows that could not be read, each with its line, column and reason; all of them in one file to take away. */
export function RejectedRows({ id, rows }: { id: string; rows: number }) {
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...api.imports.rejectedRows.queryOptions({ input: { id, page, page_size: pageSize } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="mt-6" aria-label="Skipped rows">
      <div className="mb-2 flex items-baseline justify-between border-rule-strong border-b pb-1">
        <h3 className="text-small font-semibold">{counted(rows, 'row')} skipped</h3>
        <a href={publicPath(`/v1/imports/${id}/rejected-rows.csv`)} download className={buttonClass('quiet', 'small')}>
          <Download size={13} aria-hidden="true" />
          CSV
        </a>
      </div>
      <p className="mb-2 text-small text-soft">
        Skipped rows are not in your totals. Fix the file and upload it again to replace this import.
      </p>
      <Loaded query={query} failed="Rows could not be loaded.">
        {({ data, meta }) => (
          <>
            <Table label="Skipped rows">
              <thead>
                <tr>
                  <Th numeric>Line</Th>
                  <Th>Column</Th>
                  <Th>Value</Th>
                  <Th>Reason</Th>
                </tr>
              </thead>
              <tbody>
                {data.map((row) => (
                  <Tr key={`${row.file} ${row.line} ${row.column}`} title={`${row.file}\n${row.row}`}>
                    <Td numeric>{formatCount(row.line)}</Td>
                    <Td className="max-w-36 truncate">{row.column}</Td>
                    <Td className="max-w-36 truncate font-mono" title={row.value}>
                      {row.value === '' ? <span className="text-faint">empty</span> : row.value}
                    </Td>
                    <Td className="min-w-36 text-soft">{row.reason}</Td>
                  </Tr>
                ))}
              </tbody>
            </Table>
            <Pager page={page} pageSize={pageSize} total={meta.total} noun="rows skipped" onPage={setPage} />
          </>
        )}
      </Loaded>
    </section>
  )
}
