/** Bills for the journeys: a made-up FOCUS bill of three providers, whole or with a few rows spoiled. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/** What each provider bills: so many rows of one amount each, over services in turn. */
const providers = [
  {
    name: 'AWS',
    rows: 900,
    amount: '0.02000737624',
    services: ['Amazon Elastic Compute Cloud', 'Amazon Simple Storage Service', 'AWS Lambda'],
  },
  { name: 'Microsoft', rows: 80, amount: '0.0247064273', services: ['Virtual Machines', 'Storage Accounts'] },
  { name: 'Oracle', rows: 20, amount: '0.02685369624', services: ['COMPUTE'] },
]

/** As databases write it: text in quotes, NULL for nothing, times without a zone. */
function sampleText(): string {
  const text = (value: string) => `"${value}"`
  const columns = [
    ...['BilledCost', 'BillingAccountId', 'BillingAccountName', 'BillingCurrency', 'BillingPeriodEnd'],
    ...['BillingPeriodStart', 'ChargeCategory', 'ChargeClass', 'ChargeDescription', 'ChargeFrequency'],
    ...['ChargePeriodEnd', 'ChargePeriodStart', 'ConsumedQuantity', 'ConsumedUnit', 'ContractedCost', 'EffectiveCost'],
    ...['InvoiceIssuerName', 'ListCost', 'PricingQuantity', 'PricingUnit', 'ProviderName', 'PublisherName', 'RegionId'],
    ...['ResourceId', 'ServiceCategory', 'ServiceName', 'SkuId', 'SubAccountId', 'SubAccountName', 'Tags'],
  ]
  const lines = providers.flatMap(({ name, rows, amount, services }) =>
    Array.from({ length: rows }, (_, index) => {
      // One row in twenty falls into October.
      const month = index % 20 === 19 ? '10' : '09'
      const day = String(1 + (index % 28)).padStart(2, '0')
      const hour = String(index % 23).padStart(2, '0')
      const service = services[index % services.length] ?? ''
      const values: Record<string, string> = {
        BilledCost: amount,
        EffectiveCost: '0.01',
        ContractedCost: '0.015',
        ListCost: '0.03',
        BillingAccountId: text('700100200300'),
        BillingAccountName: text('Fairview Outfitters'),
        BillingCurrency: text('USD'),
        BillingPeriodStart: text(`2024-${month}-01 00:00:00`),
        BillingPeriodEnd: text(month === '09' ? '2024-10-01 00:00:00' : '2024-11-01 00:00:00'),
        ChargeCategory: text('Usage'),
        ChargeDescription: text(`${service} use`),
        ChargeFrequency: text('Usage-Based'),
        ChargePeriodStart: text(`2024-${month}-${day} ${hour}:00:00`),
        ChargePeriodEnd: text(`2024-${month}-${day} ${String((index % 23) + 1).padStart(2, '0')}:00:00`),
        ConsumedQuantity: '1',
        ConsumedUnit: text('Hours'),
        PricingQuantity: '1',
        PricingUnit: text('Hours'),
        InvoiceIssuerName: text(name),
        ProviderName: text(name),
        PublisherName: text(name),
        RegionId: text('us-east-2'),
        ResourceId: text(`${name.toLowerCase()}-${index % 12}`),
        ServiceCategory: text('Compute'),
        ServiceName: text(service),
        SkuId: text(`sku-${index % services.length}`),
        SubAccountId: text(`account-${index % 4}`),
        SubAccountName: text(`Account ${index % 4}`),
        Tags: index % 3 === 0 ? text('{""Environment"": ""production""}') : 'NULL',
      }
      return columns.map((column) => values[column] ?? 'NULL').join(',')
    }),
  )
  return `${[columns.map(text).join(','), ...lines].join('\n')}\n`
}

/** 1,000 rows of FOCUS 1.0 from three providers, September and October 2024. */
export const focusSample = join(mkdtempSync(join(tmpdir(), 'kept-sample-')), 'focus-1.0-sample.csv.gz')
writeFileSync(focusSample, gzipSync(sampleText()))
/** The days its charges fall on; `to` is exclusive. */
export const sampleDays = 'from=2024-09-01&to=2024-11-01'

/** The same bill with the cost of two rows made unreadable, under another name. */
export function spoiledSample(): { path: string; lines: [number, number] } {
  const [head = '', ...rows] = gunzipSync(readFileSync(focusSample)).toString('utf8').split('\n')
  const column = head.split(',').indexOf('"BilledCost"')
  if (column < 0) throw new Error('The sample has no column BilledCost.')
  for (const line of [2, 7]) {
    const cells = (rows[line - 2] ?? '').split(',')
    cells[column] = 'free'
    rows[line - 2] = cells.join(',')
  }
  const path = join(mkdtempSync(join(tmpdir(), 'kept-bill-')), 'spoiled.csv')
  writeFileSync(path, [head, ...rows].join('\n'))
  return { path, lines: [2, 7] }
}

/** Drops files on the Integration Center and waits until the import is done. */
export async function importBill(page: Page, path: string, name: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(path)
  await page.getByRole('status').getByText(`${name} imported`).waitFor()
}
