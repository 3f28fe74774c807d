/** Which months a billing export in BigQuery has, and which of its tables each is read from. */
import { describe, expect, it } from 'vitest'
import { detailed, exportName, type OpenedExport, openExport, standard } from '../testing/open-billing-export.ts'
import { standardFields } from '../testing/small-bigquery.ts'
import { billingAccount, detailedTable, smallBill, standardTable } from '../testing/small-bills.ts'

const march = smallBill({ month: '2026-03', cost: '1.25' })
const april = smallBill({ month: '2026-04', cost: '0.1' })

function pathOf(table: string, month: string, days: readonly [string, string], rows: number): string {
  const [from, to] = days.map((day) => Date.parse(day) * 1000)
  return `billing.${table}/${month}/${from}-${to}-${rows}.jsonl.gz`
}

describe('the months of a billing export', () => {
  it('are those of the invoice, with a version that changes with each row', async () => {
    const late = smallBill({ month: '2026-03', cost: '2', exported: '2026-04-03T00:00:00Z' })
    const { list, bigQuery } = openExport({ [exportName]: standard(march, late, april) })
    const before = await list()
    expect(before.map(({ path, month, kind, accounts }) => [path, month, kind, accounts])).toEqual([
      // By the days on which rows were loaded, and how many there are.
      [pathOf(standardTable, '2026-03', ['2026-03-03', '2026-04-03'], 2), '2026-03', 'month', [billingAccount]],
      [pathOf(standardTable, '2026-04', ['2026-04-03', '2026-04-03'], 1), '2026-04', 'month', [billingAccount]],
    ])
    bigQuery.datasets[exportName]?.[standardTable]?.rows.push(smallBill({ month: '2026-04', cost: '0.1', day: 3 }))
    const after = await list('2026-04')
    expect(after.map(({ month }) => month)).toEqual(['2026-04'])
    expect(after[0]?.version).not.toBe(before[1]?.version)
  })

  const rows = (month: string, days: number[]) => days.map((day) => smallBill({ month, cost: '1', day }))
  const tablesOf = async ({ list }: Pick<OpenedExport, 'list'>) =>
    (await list()).map(({ path, month }) => [month, path.includes(detailedTable) ? 'detailed' : 'standard']).sort()

  it('are read from the detailed export where it has all costs', async () => {
    const datasets = {
      [exportName]: {
        // In April the detailed export began late; in June it had ended.
        ...standard(...['2026-04', '2026-05', '2026-06'].flatMap((month) => rows(month, [1, 10, 20]))),
        ...detailed(...rows('2026-04', [10, 20]), ...rows('2026-05', [1, 10, 20]), ...rows('2026-06', [1])),
      },
    }
    expect(await tablesOf(openExport(datasets))).toEqual([
      ['2026-04', 'standard'],
      ['2026-05', 'detailed'],
      ['2026-06', 'standard'],
    ])
  })

  it('are not read from a detailed export that was enabled later, though both have a late row', async () => {
    const late = smallBill({ month: '2026-11', cost: '1', usedOn: '2026-10-20', exported: '2026-11-06T08:00:00Z' })
    const days = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
    for (const until of [7, 12, 21]) {
      const datasets = {
        [exportName]: {
          ...standard(late, ...rows('2026-11', days(1, until))),
          ...detailed(late, ...rows('2026-11', days(5, until))),
        },
      }
      const opened = openExport(datasets)
      expect(await tablesOf(opened)).toEqual([['2026-11', 'standard']])
      const [report] = await opened.list()
      expect(report?.note).toBe(
        'The detailed export lacks costs of 2026-11. This month is from the standard export, which names no resources.',
      )
    }
  })

  it('are not read from a detailed export that was disabled before the last rows and the tax', async () => {
    const october = rows('2026-10', [1, 15, 28, 29])
    const last = [
      smallBill({ month: '2026-10', cost: '1', day: 31, exported: '2026-11-01T10:00:00Z' }),
      smallBill({ month: '2026-10', cost: '0.57', day: 31, costType: 'tax', exported: '2026-11-02T10:00:00Z' }),
    ]
    const ended = openExport({ [exportName]: { ...standard(...october, ...last), ...detailed(...october) } })
    expect(await tablesOf(ended)).toEqual([['2026-10', 'standard']])
    const complete = { ...standard(...october, ...last), ...detailed(...october, ...last) }
    expect(await tablesOf(openExport({ [exportName]: complete }))).toEqual([['2026-10', 'detailed']])
  })

  it('stay with the detailed export that is some hours late, and that rounds the parts of a cost', async () => {
    const exported = '2026-11-22T08:00:00Z'
    const newest = smallBill({ month: '2026-11', cost: '50', day: 22, exported })
    const parts = ['0.333333', '0.333333', '0.333333'].map((cost) => smallBill({ month: '2026-11', cost }))
    const datasets = {
      [exportName]: { ...standard(smallBill({ month: '2026-11', cost: '1' }), newest), ...detailed(...parts) },
    }
    expect(await tablesOf(openExport(datasets))).toEqual([['2026-11', 'detailed']])
  })

  it('are found over pages of tables and datasets when only the project is named', async () => {
    const other = { fields: ['id'], rows: [] }
    const datasets = { 'shop-billing.logs': { a: other, b: other, c: other }, [exportName]: standard(march) }
    const { list, requests } = openExport(datasets, { billingExport: 'shop-billing' })
    expect(await list()).toHaveLength(1)
    expect(requests.some(({ url: { searchParams } }) => searchParams.get('pageToken') === '2')).toBe(true)
    // Tables with other names are not looked at.
    expect(requests.filter(({ url: { pathname } }) => pathname.includes('/tables/'))).toHaveLength(1)
  })

  it('of one account in two tables are refused, and both are named', async () => {
    const reseller = { fields: standardFields, rows: [smallBill({ month: '2026-03', cost: '9' })] }
    const { list } = openExport({
      [exportName]: { ...standard(march), gcp_billing_export_v1_ABCDEF_ABCDEF_ABCDEF: reseller },
    })
    await expect(list()).rejects.toThrow(
      `shop-billing.billing.${standardTable} and shop-billing.billing.gcp_billing_export_v1_ABCDEF_ABCDEF_ABCDEF both have 2026-03 of the billing account ${billingAccount}, whose costs would count twice. Enter the name of one of these tables as the billing export.`,
    )
  })
})
