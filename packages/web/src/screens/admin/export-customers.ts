/** Every customer with the rule they are billed by, as a file: a line for each currency they have statements in. */
import type { CommissionCustomer } from '@kept/contract/routes/commission.ts'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { allPages, wholePage } from '../../csv/all-pages.ts'
import { type List, listOf } from '../../csv/list-file.ts'
import { sayRule } from './rule-words.ts'

type Line = CommissionCustomer & { total: CommissionCustomer['totals'][number] | undefined }

export async function customersList(tier: string): Promise<List> {
  const customers = await allPages((page) =>
    queryClient.fetchQuery(
      api.commission.customers.queryOptions({ input: { page, page_size: wholePage, ...(tier !== '' && { tier }) } }),
    ),
  )
  const lines = customers.flatMap((one): Line[] =>
    one.totals.length === 0 ? [{ ...one, total: undefined }] : one.totals.map((total) => ({ ...one, total })),
  )
  const list = listOf<Line>(lines, [
    ['Customer', 'name'],
    ['Slug', 'slug'],
    ['Demonstration', 'demo'],
    ['Tier', 'tier'],
    ['Rule', ({ rule }) => sayRule(rule, rule.currency)],
    ['Currency', ({ total }) => total?.currency],
    ['Verified', ({ total }) => total?.verified],
    ['Fees', ({ total }) => total?.fee],
    ['Kept', ({ total }) => total?.kept],
    ['Statements', ({ total }) => total?.statements],
    ['Through', ({ total }) => total?.through],
    ['Id', 'id'],
  ])
  return { ...list, rows: customers }
}
