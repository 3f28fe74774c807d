/** Every customer with the rule they are billed by, as a file: a line for each currency they have statements in. */
import type { CommissionCustomer } from '@kept/contract/routes/commission.ts'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { allPages, maxPageSize } from '../../csv/all-pages.ts'
import { type List, listOf } from '../../csv/list-file.ts'
import { describeCommissionRule } from './rule-text.ts'

type Line = CommissionCustomer & { total: CommissionCustomer['totals'][number] | undefined }

export async function customersList(tier: string): Promise<List> {
  const customers = await allPages((page) =>
    queryClient.fetchQuery(
      api.commission.customers.queryOptions({ input: { page, page_size: maxPageSize, ...(tier !== '' && { tier }) } }),
    ),
  )
  const lines = customers.flatMap((customer): Line[] =>
    customer.totals.length === 0
      ? [{ ...customer, total: undefined }]
      : customer.totals.map((total) => ({ ...customer, total })),
  )
  const list = listOf<Line>(lines, [
    ['Customer', 'name'],
    ['Slug', 'slug'],
    ['Demo', 'demo'],
    ['Tier', 'tier'],
    ['Rule', ({ rule }) => describeCommissionRule(rule, rule.currency)],
    ['Currency', ({ total }) => total?.currency],
    ['Verified', ({ total }) => total?.verified],
    ['Fees', ({ total }) => total?.fee],
    ['Kept', ({ total }) => total?.customer_net],
    ['Statements', ({ total }) => total?.statements],
    ['Through', ({ total }) => total?.last_period],
    ['Id', 'id'],
  ])
  return { ...list, rows: customers }
}
