import type { Load } from '@kept/domain/ingest.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { formatMonth, formatWindow } from '@kept/foundation/format/day.ts'
import { formatMoney, formatMoneyExact } from '@kept/foundation/format/money.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { Section } from '../../shell/Page.tsx'
import { Pager } from '../../table/Pager.tsx'

const pageSize = 20
const statuses = [
  { value: 'current', label: 'Current' },
  { value: 'superseded', label: 'Replaced' },
  { value: 'discarded', label: 'Reversed' },
] as const
type Status = (typeof statuses)[number]['value']

const emptyTexts: Record<Status, string> = {
  current: 'No billing periods yet. Your first import appears here.',
  superseded: 'No replaced periods. A newer import of the same month replaces the older one.',
  discarded: 'No reversed imports.',
}

/** The billing periods that count: of each the newest load. */
export function Loads({ onOpen }: { onOpen(importId: string): void }) {
  const [page, setPage] = useState(1)
  const [status, setStatus] = useState<Status>('current')
  const query = useQuery({
    ...api.imports.loads.queryOptions({ input: { page, page_size: pageSize, status } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section
      title="Billing periods"
      actions={
        <span className="flex flex-wrap items-center gap-2">
          {query.data && query.data.meta.total > 0 && (
            <ExportList
              size="small"
              name={`billing-periods-${status}`}
              list={async () => (await import('./export-imports.ts')).loadsList(status)}
            />
          )}
          <Segmented
            label="Status"
            value={status}
            options={statuses}
            onChange={(next) => {
              setStatus(next)
              setPage(1)
            }}
          />
        </span>
      }
    >
      <Loaded query={query} failed="Billing periods could not be loaded.">
        {({ data, meta }) =>
          data.length === 0 ? (
            <p className="py-6 text-body text-soft">{emptyTexts[status]}</p>
          ) : (
            <>
              <Table label="Billing periods">
                <thead>
                  <tr>
                    <Th>Period</Th>
                    <Th className="@max-lg:hidden">Provider</Th>
                    <Th className="@max-3xl:hidden">Billing account</Th>
                    <Th className="@max-3xl:hidden">Charges on</Th>
                    <Th numeric className="@max-lg:hidden">
                      Rows
                    </Th>
                    <Th numeric>Billed</Th>
                    <Th className="@max-2xl:hidden">Since</Th>
                    <Th>
                      <span className="sr-only">Import</span>
                    </Th>
                  </tr>
                </thead>
                <tbody>
                  {data.map((load) => (
                    <Line key={load.id} load={load} onOpen={() => onOpen(load.import_id)} />
                  ))}
                </tbody>
              </Table>
              <p className="mt-2 text-small text-faint">{counted(meta.total, 'period')}</p>
              <Pager page={page} pageSize={pageSize} total={meta.total} noun="billing periods" onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

function Line({ load, onOpen }: { load: Load; onOpen(): void }) {
  return (
    <Tr>
      <Td className="whitespace-nowrap font-medium">
        {formatMonth(load.billing_period)}
        <span className="block font-normal text-soft @lg:hidden">{load.provider}</span>
      </Td>
      <Td className="whitespace-nowrap text-soft @max-lg:hidden">{load.provider}</Td>
      <Td className="max-w-56 truncate font-mono text-soft @max-3xl:hidden" title={load.billing_account_id}>
        {load.billing_account_id}
      </Td>
      <Td className="whitespace-nowrap text-soft @max-3xl:hidden">
        {formatWindow(load.first_charged_on, addDays(load.last_charge_on, 1))}
      </Td>
      <Td numeric className="@max-lg:hidden">
        {formatCount(load.rows)}
      </Td>
      <Td numeric>
        {load.billed.map(({ amount, currency }) => (
          <span key={currency} className="block" title={formatMoneyExact(amount, currency)}>
            {formatMoney(amount, currency)}
          </span>
        ))}
      </Td>
      <Td className="whitespace-nowrap text-soft @max-2xl:hidden">
        {load.published_at ? formatMoment(load.published_at) : ''}
      </Td>
      <Td className="whitespace-nowrap text-right">
        <button
          type="button"
          onClick={onOpen}
          className="min-h-6 text-fact underline decoration-fact/40 underline-offset-2"
          aria-label={`Reconciliation of ${formatMonth(load.billing_period)}, ${load.provider}`}
        >
          Proof
        </button>
      </Td>
    </Tr>
  )
}
