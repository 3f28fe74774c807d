import type {
  CostAllocation as Allocation,
  CostAllocationQuery,
} from '@kept/contract/routes/billing/cost-allocation.ts'
import { formatMonth } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { keysOf } from '@kept/foundation/keys.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { Section } from '../../shell/Page.tsx'
import { allocationName } from './allocation-name.ts'
import { useOrganization } from './useBilling.ts'

type GroupBy = CostAllocationQuery['group_by']

const groupLabels: Record<GroupBy, string> = {
  service: 'Service',
  sub_account: 'Account',
  team: 'Team',
  tag: 'Tag',
  rule: 'Savings rule',
}
const groups = keysOf(groupLabels)

/** What the latest signed month cost, saved and was charged for each service, account, team, tag or rule. */
export default function CostAllocation() {
  const organization = useOrganization()
  const [groupBy, setGroupBy] = useState<GroupBy>('service')
  const query = useQuery(
    api.costAllocation.read.queryOptions({
      input: { organization, group_by: groupBy },
      enabled: organization !== '',
    }),
  )
  const allocation = query.data?.data
  return (
    <Section
      title="Cost allocation"
      className="mt-10 max-w-3xl print:hidden"
      description={allocation && describe(allocation)}
      actions={
        allocation && (
          <ExportList
            name="cost-allocation"
            list={async () => (await import('./export-allocation.ts')).allocationList(allocation)}
          />
        )
      }
    >
      <div className="mb-3 w-48">
        <Select<GroupBy>
          label="Group by"
          value={groupBy}
          options={groups.map((value) => ({ value, label: groupLabels[value] }))}
          onChange={setGroupBy}
        />
      </div>
      <Loaded query={query} failed="The cost allocation could not be loaded.">
        {({ data }) => <Table key={data.group_by} allocation={data} />}
      </Loaded>
    </Section>
  )
}

function describe({ month, is_signed, tag_key }: Allocation): string {
  if (month === null) return 'The first signed statement is allocated here.'
  const tag = tag_key === null ? '' : ` By the tag ${tag_key}.`
  return `${formatMonth(`${month}-01`)}${is_signed ? '' : ', not signed yet'}.${tag} Savings of commitments are split by spend.`
}

/** Enough to see where the money goes; the rest is one click away. */
const shownFirst = 10

function Table({ allocation: { rows, totals, group_by } }: { allocation: Allocation }) {
  const [isComplete, setComplete] = useState(false)
  if (rows.length === 0) return <p className="text-body text-soft">Nothing to allocate yet.</p>
  const money = (amount: string | null, currency: string) => (amount === null ? '' : formatMoney(amount, currency))
  const visible = isComplete ? rows : rows.slice(0, shownFirst)
  const groups = visible.map((row) => ({ ...row, isTotal: false }))
  const sums = totals.map((total) => ({ ...total, key: '', name: 'Total', is_other: false, isTotal: true }))
  return (
    <>
      <RowsTable
        label="Cost allocation"
        rows={[...groups, ...sums]}
        rowKey={({ currency, key, is_other, isTotal }) => `${currency} ${key} ${is_other} ${isTotal}`}
        columns={[
          {
            head: groupLabels[group_by],
            cellClass: ({ isTotal }) => (isTotal ? 'font-semibold' : ''),
            cell: (row) => allocationName(row),
          },
          { head: 'Spend', numeric: true, cell: ({ spend, currency }) => money(spend, currency) },
          { head: 'Verified savings', numeric: true, cell: ({ verified, currency }) => money(verified, currency) },
          { head: 'Fee', numeric: true, cell: ({ fee, currency }) => money(fee, currency) },
        ]}
      />
      {visible.length < rows.length && (
        <div className="mt-2">
          <Button size="small" onClick={() => setComplete(true)}>
            Show all {formatCount(rows.length)} rows
          </Button>
        </div>
      )}
    </>
  )
}
