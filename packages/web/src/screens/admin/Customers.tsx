import { formatMoney } from '@kept/foundation/format/money.ts'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { Pager } from '../../table/Pager.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { BulkRule } from './BulkRule.tsx'
import { describeCommissionRule } from './rule-text.ts'
import { UpcomingRule } from './UpcomingRule.tsx'

const pageSize = 50

/** Every customer with the rule they are billed by. */
export function Customers() {
  const [search, setSearch] = useSearchState()
  const page = Math.max(1, Math.floor(Number(search.page) || 1))
  const tier = search.tier ?? ''
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string, checked: boolean) =>
    setChosen(new Set(checked ? [...chosen, id] : [...chosen].filter((chosenId) => chosenId !== id)))
  const query = useQuery({
    ...api.commission.customers.queryOptions({ input: { page, page_size: pageSize, ...(tier !== '' && { tier }) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="mt-6 flex flex-wrap items-end justify-between gap-3">
        <div className="w-56">
          <Input
            label="Tier"
            placeholder="standard, enterprise …"
            value={tier}
            onChange={(event) => setSearch({ tier: event.target.value.trim().toLowerCase(), page: '' })}
          />
        </div>
        {query.data && query.data.data.length > 0 && (
          <ExportList name="customers" list={async () => (await import('./export-customers.ts')).customersList(tier)} />
        )}
      </div>
      <Loaded query={query} failed="Customers could not be loaded.">
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState title="No customers match" description="Clear the tier filter to see every customer." />
          ) : (
            <>
              <BulkRule customers={data.filter(({ id }) => chosen.has(id))} onClear={() => setChosen(new Set())} />
              <Table label="Customers" className="mt-4">
                <thead>
                  <tr>
                    <Th className="w-8">
                      <Checkbox
                        hiddenLabel
                        checked={allOrSome(data, chosen)}
                        onChange={(checked) => setChosen(checked ? new Set(data.map(({ id }) => id)) : new Set())}
                      >
                        Select all customers on this page
                      </Checkbox>
                    </Th>
                    <Th>Customer</Th>
                    <Th>Tier</Th>
                    <Th>Rule</Th>
                    <Th numeric>Verified</Th>
                    <Th numeric>Fees</Th>
                    <Th numeric>Statements</Th>
                  </tr>
                </thead>
                <tbody>
                  {data.map(({ id, name, tier: customerTier, rule, upcoming, totals }) => (
                    <Tr key={id}>
                      <Td>
                        <Checkbox hiddenLabel checked={chosen.has(id)} onChange={(checked) => toggle(id, checked)}>
                          {`Select ${name}`}
                        </Checkbox>
                      </Td>
                      <Td>
                        <TextLink quiet to="/admin" search={{ tab: 'customers', customer: id }}>
                          {name}
                        </TextLink>
                      </Td>
                      <Td>{customerTier}</Td>
                      <Td className="min-w-40">
                        {describeCommissionRule(rule, rule.currency)}
                        <UpcomingRule upcoming={upcoming} />
                      </Td>
                      <Td numeric className="text-kept">
                        {totals.length === 0
                          ? '–'
                          : totals.map((total) => formatMoney(total.verified, total.currency)).join(' · ')}
                      </Td>
                      <Td numeric>
                        {totals.length === 0
                          ? '–'
                          : totals.map((total) => formatMoney(total.fee, total.currency)).join(' · ')}
                      </Td>
                      <Td numeric>{totals.reduce((all, { statements }) => all + statements, 0)}</Td>
                    </Tr>
                  ))}
                </tbody>
              </Table>
              <Pager
                page={page}
                pageSize={pageSize}
                total={meta.total}
                noun="customers"
                onPage={(next) => setSearch({ page: next === 1 ? '' : String(next) })}
              />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function allOrSome(customers: readonly { id: string }[], chosen: ReadonlySet<string>): boolean | 'indeterminate' {
  const count = customers.filter(({ id }) => chosen.has(id)).length
  return count === 0 ? false : count === customers.length || 'indeterminate'
}
