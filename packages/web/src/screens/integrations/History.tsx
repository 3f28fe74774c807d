import type { Import } from '@kept/domain/ingest.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { cx } from '@kept/ui/cx.ts'
import { formatMoment } from '@kept/ui/format/day.ts'
import { counted, formatCount } from '@kept/ui/format/share.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { Section } from '../../shell/Page.tsx'
import { Pager } from '../../table/Pager.tsx'
import { Confirmation } from './Confirmation.tsx'
import { describeOutcome, isUnderWay, nameOf, statusLabels } from './import-text.ts'
import { UnderWay } from './UnderWay.tsx'
import { useImportActions } from './useImportActions.tsx'

interface HistoryProps {
  chosen: string
  onOpen(id: string): void
}

const pageSize = 10

/** Every delivery with what it brought: under way with a bar, done with its verdict, failed with its sentence. */
export function History({ chosen, onOpen }: HistoryProps) {
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...api.imports.list.queryOptions({ input: { page, page_size: pageSize } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? 700 : 30_000),
  })
  return (
    <Section
      title="Imports"
      actions={
        query.data && (
          <span className="flex items-center gap-3">
            {counted(query.data.meta.total, 'delivery', 'deliveries')}
            {query.data.meta.total > 0 && (
              <ExportList
                size="small"
                name="deliveries"
                list={async () => (await import('./export-deliveries.ts')).deliveriesList()}
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
              {data.filter(isUnderWay).map((importRecord) => (
                <UnderWay key={importRecord.id} delivery={importRecord} />
              ))}
              {data
                .filter(({ status }) => status === 'needs_confirmation')
                .map((importRecord) => (
                  <Confirmation key={importRecord.id} delivery={importRecord} />
                ))}
              <Table label="Imports">
                <thead>
                  <tr>
                    <Th>Delivery</Th>
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
                      delivery={importRecord}
                      open={chosen === importRecord.id}
                      onOpen={() => onOpen(importRecord.id)}
                    />
                  ))}
                </tbody>
              </Table>
              <Pager page={page} pageSize={pageSize} total={meta.total} noun="deliveries" onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

function Line({ delivery, open, onOpen }: { delivery: Import; open: boolean; onOpen(): void }) {
  const { confirmCancel, confirmUndo, dialog, isBusy } = useImportActions(delivery)
  const formats = useFormatLabels()
  const status = statusLabels[delivery.status]
  const outcome = describeOutcome(delivery)
  const recognized = [...new Set(delivery.sources.map((source) => source.format).filter((format) => format !== null))]
  return (
    <>
      <Tr className={cx(open && 'bg-fact-wash', delivery.error && 'border-none')}>
        <Td className="w-full max-w-0">
          <button
            type="button"
            aria-expanded={open}
            onClick={onOpen}
            className="block max-w-full truncate text-left font-medium hover:underline"
          >
            {nameOf(delivery)}
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
          <time dateTime={delivery.created_at}>{formatMoment(delivery.created_at)}</time>
        </Td>
        <Td numeric className="@max-lg:hidden">
          {delivery.reconciliation ? formatCount(delivery.reconciliation.rows.stored) : ''}
        </Td>
        <Td className="whitespace-nowrap">
          {(delivery.status === 'done' || delivery.status === 'needs_confirmation') && outcome ? (
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
          {delivery.status === 'done' && (
            <Button
              size="small"
              tone="quiet"
              isBusy={isBusy}
              onClick={confirmUndo}
              aria-label={`Undo ${nameOf(delivery)}`}
            >
              Undo
            </Button>
          )}
          {isUnderWay(delivery) && (
            <Button
              size="small"
              tone="quiet"
              isBusy={isBusy}
              onClick={confirmCancel}
              aria-label={`Cancel ${nameOf(delivery)}`}
            >
              Cancel
            </Button>
          )}
          {dialog}
        </Td>
      </Tr>
      {delivery.error && (
        <Tr>
          <Td colSpan={6} className="pb-2 text-pretty text-leak">
            {delivery.error}
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
