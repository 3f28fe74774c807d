import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { focusSample, importBill, sampleDays, spoiledSample } from './bill.ts'
import { useVisitor } from './visit.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

const { visit } = useVisitor()
/** The demo takes no bills: they belong in an organization of one's own. */
const asAdmin = { as: 'admin' } as const

test('a bill is uploaded and recognized, and its total is correct to the last digit', async () => {
  const page = await visit('/integrations', asAdmin)
  await importBill(page, focusSample, 'focus-1.0-sample.csv.gz')

  const line = page.getByRole('row').filter({ hasText: 'focus-1.0-sample.csv.gz' }).first()
  await expect.poll(() => line.textContent()).toContain('FOCUS 1.0')
  await line.getByRole('button', { name: /open reconciliation/ }).click()
  const proof = page.getByRole('region', { name: 'focus-1.0-sample.csv.gz', exact: true })
  await expect.poll(() => proof.textContent()).toContain('1,000 read = 1,000 imported + 0 skipped')
  expect(await proof.getByText('$20.5202267248').count()).toBe(2)
  expect(await proof.getByText('matches', { exact: true }).count()).toBeGreaterThanOrEqual(4)

  await page.goto(`/costs?measure=billed&by=provider&${sampleDays}`)
  await waitUntilIdle(page)
  const table = page.getByRole('table', { name: 'Costs by group' })
  for (const [provider, amount] of [
    ['AWS', '$18.01'],
    ['Microsoft', '$1.98'],
    ['Oracle', '$0.54'],
  ] as const) {
    await expect.poll(() => table.getByRole('row').filter({ hasText: provider }).textContent()).toContain(amount)
  }
  expect(await table.locator('tfoot').textContent()).toContain('$20.52')
  expect(await table.getByTitle('$18.006638616').count()).toBe(1)
})

test('rows that cannot be read are skipped, shown with line and reason, and can be taken away', async () => {
  const spoiled = spoiledSample()
  const page = await visit('/integrations', asAdmin)
  await importBill(page, spoiled.path, 'spoiled.csv')
  const line = page.getByRole('row').filter({ hasText: 'spoiled.csv' }).first()
  await line.getByRole('button', { name: /^2 rows skipped \(.*%\): open reconciliation$/ }).click()
  const rejectedRows = page.getByRole('region', { name: 'Skipped rows' }).first()
  await expect.poll(() => rejectedRows.getByRole('row').count()).toBe(3)
  const text = await rejectedRows.textContent()
  for (const number of spoiled.lines) expect(text).toContain(String(number))
  expect(text).toContain('BilledCost')
  expect(text).toContain('free')

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    rejectedRows.getByRole('link', { name: 'CSV' }).click(),
  ])
  const csv = readFileSync(await file.path(), 'utf8')
  expect(csv.trim().split('\r\n')).toHaveLength(3)
  expect(csv).toContain('BilledCost,free')
})

test('an import is undone, and the load it replaced is current again', async () => {
  const page = await visit('/integrations', asAdmin)
  const line = page.getByRole('row').filter({ hasText: 'spoiled.csv' }).first()
  await line.getByRole('button', { name: 'Undo spoiled.csv' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse import' }).click()
  await page.getByRole('status').getByText('Import reversed').waitFor()
  await expect.poll(() => line.textContent()).toContain('Reversed')

  await page.goto(`/costs?measure=billed&by=provider&${sampleDays}`)
  await waitUntilIdle(page)
  await expect.poll(() => page.locator('tfoot').textContent()).toContain('$20.52')
})

/** A bill of some days of March 2024, of an account no other journey touches. */
function monthOf(days: number): Buffer {
  const header =
    'BilledCost,EffectiveCost,ContractedCost,ListCost,BillingCurrency,BillingAccountId,BillingPeriodStart,BillingPeriodEnd,ChargePeriodStart,ChargePeriodEnd,ChargeCategory,ProviderName,ServiceName,ResourceId\n'
  const rows = Array.from({ length: days }, (_, index) => {
    const day = `2024-03-${String(index + 1).padStart(2, '0')}`
    return `2,2,2,2,USD,confirmation,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,${day}T00:00:00Z,${day}T01:00:00Z,Usage,AWS,Compute,i-1\n`
  })
  return Buffer.from(header + rows.join(''))
}

test('a bill that would lose part of a month waits, and is discarded or replaces the month', async () => {
  const page = await visit('/integrations', asAdmin)
  const drop = async (name: string, days: number) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: monthOf(days) })
  await drop('march.csv', 30)
  await page.getByRole('row').filter({ hasText: 'march.csv' }).getByText('Reconciled').first().waitFor()

  await drop('nine-days.csv', 9)
  const waiting = page.getByRole('region', { name: 'nine-days.csv needs confirmation' }).first()
  await waiting.getByText('No charges on 21 of 30 days: 2024-03-10 to 2024-03-30.').waitFor()
  const line = page.getByRole('row').filter({ hasText: 'nine-days.csv' }).first()
  await expect.poll(() => line.textContent()).toContain('Missing: rows, days and charges')
  await waiting.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('status').getByText('nine-days.csv discarded').waitFor()
  await expect.poll(() => line.textContent()).toContain('Discarded')

  await drop('nine-again.csv', 9)
  const confirmation = page.getByRole('region', { name: 'nine-again.csv needs confirmation' }).first()
  await confirmation.getByRole('button', { name: 'Replace anyway' }).click()
  await page.getByRole('status').getByText('nine-again.csv imported').waitFor()
  const replaced = page.getByRole('row').filter({ hasText: 'nine-again.csv' }).first()
  await expect.poll(() => replaced.textContent()).toContain('Missing: rows, days and charges')
  await replaced.getByRole('button', { name: 'Undo nine-again.csv' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse import' }).click()
  await expect.poll(() => replaced.textContent()).toContain('Reversed')
})

test('a file that is no bill says so in one sentence and changes nothing', async () => {
  const page = await visit('/integrations', asAdmin)
  await page.locator('input[type=file]').setInputFiles({
    name: 'shopping.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('what,how many\napples,3\n'),
  })
  await page.getByRole('alert').getByText('shopping.csv could not be imported').waitFor()
  const line = page.getByRole('row').filter({ hasText: 'shopping.csv' }).first()
  await expect.poll(() => line.textContent()).toContain('Failed')
})
