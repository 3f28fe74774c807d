import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { counted, formatCount } from '@kept/ui/format/share.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Pager } from '../../table/Pager.tsx'

const pageSize = 20

/** Rows that could not be read, each with its line, column and reason; all of them in one file to take away. */
export function SetAside({ id, rows }: { id: string; rows: number }) {
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...api.imports.setAside.queryOptions({ input: { id, page, page_size: pageSize } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="mt-6" aria-label="Rows set aside">
      <div className="mb-2 flex items-baseline justify-between border-rule-strong border-b pb-1">
        <h3 className="text-small font-semibold">{counted(rows, 'row')} set aside</h3>
        <a href={`/v1/imports/${id}/set-aside.csv`} download className={buttonClass('quiet', 'small')}>
          <Download size={13} aria-hidden="true" />
          CSV
        </a>
      </div>
      <p className="mb-2 text-small text-soft">
        They are in no total. Mend the file and bring it in again: it takes the place of this one.
      </p>
      <Loaded query={query} failed="The rows could not be loaded.">
        {({ data, meta }) => (
          <>
            <Table label="Rows set aside">
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
            <Pager page={page} pageSize={pageSize} total={meta.total} what="rows set aside" onPage={setPage} />
          </>
        )}
      </Loaded>
    </section>
  )
}
