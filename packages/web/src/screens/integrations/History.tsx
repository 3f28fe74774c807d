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
import { UnderWay } from './UnderWay.tsx'
import { useImportActions } from './useImportActions.tsx'
import { isUnderWay, nameOf, sayVerdict, statusWords } from './words.ts'

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
      title="Deliveries"
      beside={
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
      <Loaded query={query} failed="Deliveries could not be loaded.">
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState
              title="Nothing has been brought in yet"
              words="Drop one bill above: what it is, how many rows it has and whether every sum agrees will stand here."
            />
          ) : (
            <>
              {data.filter(isUnderWay).map((one) => (
                <UnderWay key={one.id} delivery={one} />
              ))}
              {data
                .filter(({ status }) => status === 'needs_confirmation')
                .map((one) => (
                  <Confirmation key={one.id} delivery={one} />
                ))}
              <Table label="Deliveries">
                <thead>
                  <tr>
                    <Th>Delivery</Th>
                    <Th className="@max-3xl:hidden">Recognised as</Th>
                    <Th className="@max-xl:hidden">Brought in</Th>
                    <Th numeric className="@max-lg:hidden">
                      Rows kept
                    </Th>
                    <Th>Proof</Th>
                    <Th>
                      <span className="sr-only">Actions</span>
                    </Th>
                  </tr>
                </thead>
                <tbody>
                  {data.map((one) => (
                    <Line key={one.id} delivery={one} open={chosen === one.id} onOpen={() => onOpen(one.id)} />
                  ))}
                </tbody>
              </Table>
              <Pager page={page} pageSize={pageSize} total={meta.total} what="deliveries" onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

function Line({ delivery, open, onOpen }: { delivery: Import; open: boolean; onOpen(): void }) {
  const { askCancel, askUndo, dialog, busy } = useImportActions(delivery)
  const formats = useFormatLabels()
  const status = statusWords[delivery.status]
  const verdict = sayVerdict(delivery)
  const recognised = [...new Set(delivery.sources.map((source) => source.format).filter((format) => format !== null))]
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
          {recognised.length > 0 ? (
            recognised.map((id) => formats.get(id) ?? id).join(', ')
          ) : (
            <span className="text-faint">not yet known</span>
          )}
        </Td>
        <Td className="whitespace-nowrap text-soft @max-xl:hidden">
          <time dateTime={delivery.created_at}>{formatMoment(delivery.created_at)}</time>
        </Td>
        <Td numeric className="@max-lg:hidden">
          {delivery.reconciliation ? formatCount(delivery.reconciliation.rows.kept) : ''}
        </Td>
        <Td className="whitespace-nowrap">
          {(delivery.status === 'done' || delivery.status === 'needs_confirmation') && verdict ? (
            <button
              type="button"
              onClick={onOpen}
              className="rounded-small"
              aria-label={`${verdict.words}: open the proof`}
            >
              <Badge tone={verdict.tone}>{verdict.words}</Badge>
            </button>
          ) : (
            <Badge tone={status.tone}>{status.words}</Badge>
          )}
        </Td>
        <Td className="text-right">
          {delivery.status === 'done' && (
            <Button size="small" tone="quiet" busy={busy} onClick={askUndo} aria-label={`Undo ${nameOf(delivery)}`}>
              Undo
            </Button>
          )}
          {isUnderWay(delivery) && (
            <Button size="small" tone="quiet" busy={busy} onClick={askCancel} aria-label={`Cancel ${nameOf(delivery)}`}>
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
