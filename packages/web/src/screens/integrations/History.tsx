import type { Import } from '@kept/domain/ingest.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { cx } from '@kept/ui/cx.ts'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { Section } from '../../shell/Page.tsx'
import { Pager } from '../../table/Pager.tsx'
import { Confirmation } from './Confirmation.tsx'
import { ImportProgressDetails } from './ImportProgressDetails.tsx'
import { describeOutcome, isInProgress, nameOf, statusLabels } from './import-text.ts'
import { useImportActions } from './useImportActions.tsx'

interface HistoryProps {
  chosen: string
  onOpen(id: string): void
}

const pageSize = 10

/** Every import: in progress with a bar, done with its result, failed with its error. */
export function History({ chosen, onOpen }: HistoryProps) {
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...api.imports.list.queryOptions({ input: { page, page_size: pageSize } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isInProgress) ? 700 : 30_000),
  })
  return (
    <Section
      title="Imports"
      actions={
        query.data && (
          <span className="flex items-center gap-3">
            {counted(query.data.meta.total, 'import', 'imports')}
            {query.data.meta.total > 0 && (
              <ExportList
                size="small"
                name="imports"
                list={async () => (await import('./export-imports.ts')).importsList()}
              />
            )}
          </span>
        )
      }
    >
      <Loaded query={query} failed="Imports could not be loaded.">
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState
              title="No imports yet"
              description="Upload a bill above to see its format, rows and reconciliation here."
            />
          ) : (
            <>
              {data.filter(isInProgress).map((importRecord) => (
                <ImportProgressDetails key={importRecord.id} importRecord={importRecord} />
              ))}
              {data
                .filter(({ status }) => status === 'needs_confirmation')
                .map((importRecord) => (
                  <Confirmation key={importRecord.id} importRecord={importRecord} />
                ))}
              <Table label="Imports">
                <thead>
                  <tr>
                    <Th>Import</Th>
                    <Th className="@max-3xl:hidden">Recognized as</Th>
                    <Th className="@max-xl:hidden">Imported</Th>
                    <Th numeric className="@max-lg:hidden">
                      Rows imported
                    </Th>
                    <Th>Proof</Th>
                    <Th>
                      <span className="sr-only">Actions</span>
                    </Th>
                  </tr>
                </thead>
                <tbody>
                  {data.map((importRecord) => (
                    <Line
                      key={importRecord.id}
                      importRecord={importRecord}
                      open={chosen === importRecord.id}
                      onOpen={() => onOpen(importRecord.id)}
                    />
                  ))}
                </tbody>
              </Table>
              <Pager page={page} pageSize={pageSize} total={meta.total} noun="imports" onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

function Line({ importRecord, open, onOpen }: { importRecord: Import; open: boolean; onOpen(): void }) {
  const { confirmCancel, confirmUndo, dialog, isBusy } = useImportActions(importRecord)
  const formats = useFormatLabels()
  const status = statusLabels[importRecord.status]
  const outcome = describeOutcome(importRecord)
  const recognized = [
    ...new Set(importRecord.sources.map((source) => source.format).filter((format) => format !== null)),
  ]
  return (
    <>
      <Tr className={cx(open && 'bg-fact-wash', importRecord.error && 'border-none')}>
        <Td className="w-full max-w-0">
          <button
            type="button"
            aria-expanded={open}
            onClick={onOpen}
            className="block max-w-full truncate text-left font-medium hover:underline"
          >
            {nameOf(importRecord)}
          </button>
        </Td>
        <Td className="max-w-60 truncate text-soft @max-3xl:hidden">
          {recognized.length > 0 ? (
            recognized.map((id) => formats.get(id) ?? id).join(', ')
          ) : (
            <span className="text-faint">unknown</span>
          )}
        </Td>
        <Td className="whitespace-nowrap text-soft @max-xl:hidden">
          <time dateTime={importRecord.created_at}>{formatMoment(importRecord.created_at)}</time>
        </Td>
        <Td numeric className="@max-lg:hidden">
          {importRecord.reconciliation ? formatCount(importRecord.reconciliation.rows.stored) : ''}
        </Td>
        <Td className="whitespace-nowrap">
          {(importRecord.status === 'done' || importRecord.status === 'needs_confirmation') && outcome ? (
            <button
              type="button"
              onClick={onOpen}
              className="rounded-small"
              aria-label={`${outcome.label}: open reconciliation`}
            >
              <Badge tone={outcome.tone}>{outcome.label}</Badge>
            </button>
          ) : (
            <Badge tone={status.tone}>{status.label}</Badge>
          )}
        </Td>
        <Td className="text-right">
          {importRecord.status === 'done' && (
            <Button
              size="small"
              tone="quiet"
              isBusy={isBusy}
              onClick={confirmUndo}
              aria-label={`Undo ${nameOf(importRecord)}`}
            >
              Undo
            </Button>
          )}
          {isInProgress(importRecord) && (
            <Button
              size="small"
              tone="quiet"
              isBusy={isBusy}
              onClick={confirmCancel}
              aria-label={`Cancel ${nameOf(importRecord)}`}
            >
              Cancel
            </Button>
          )}
          {dialog}
        </Td>
      </Tr>
      {importRecord.error && (
        <Tr>
          <Td colSpan={6} className="pb-2 text-pretty text-leak">
            {importRecord.error}
          </Td>
        </Tr>
      )}
    </>
  )
}

function useFormatLabels(): ReadonlyMap<string, string> {
  const formats = useQuery(api.imports.formats.queryOptions({ input: {}, staleTime: 600_000 })).data?.data ?? []
  return new Map(formats.map(({ id, label }) => [id, label]))
}
