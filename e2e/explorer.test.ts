import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { focusSample, importBill, sampleDays } from './bill.ts'
import { useVisitor } from './visit.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

const { visit } = useVisitor()
/** The organization the sample bill is in: the demo takes none. */
const asAdmin = { as: 'admin' } as const

beforeAll(async () => {
  const page = await visit('/integrations', asAdmin)
  await importBill(page, focusSample, 'focus-1.0-sample.csv.gz')
})

test('a query is composed, is part of the address, and is restored by a reload', async () => {
  const page = await visit(`/costs?${sampleDays}`, asAdmin)
  await page.getByRole('button', { name: 'Group by: Service' }).click()
  await page.getByPlaceholder('Search dimensions and tags').fill('provider')
  await page.getByRole('option', { name: 'Provider', exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('radiogroup', { name: 'Interval' }).getByRole('radio', { name: 'Monthly', exact: true }).click()
  await expect.poll(() => page.url()).toContain('by=service,provider')
  await expect.poll(() => page.url()).toContain('grain=month')

  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByPlaceholder('Search dimensions and tags').fill('provider')
  await page.getByRole('option', { name: 'Provider', exact: true }).click()
  await page.getByPlaceholder('Search values').fill('micro')
  await page.getByRole('option', { name: /Microsoft/ }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => page.url()).toContain('f=provider|is|Microsoft')
  await waitUntilIdle(page)

  const table = page.getByRole('table', { name: 'Costs by group' })
  const before = await table.textContent()
  expect(before).not.toContain('AWS')
  await page.reload()
  await waitUntilIdle(page)
  await expect.poll(() => table.textContent()).toBe(before)
})

test('the name of a group filters by that group', async () => {
  const page = await visit(`/costs?by=provider&measure=billed&${sampleDays}`, asAdmin)
  await page.getByRole('table', { name: 'Costs by group' }).getByRole('link', { name: 'Oracle' }).click()
  await expect.poll(() => page.locator('tfoot').textContent()).toContain('$0.54')
  expect(page.url()).toContain('f=provider|is|Oracle')
  await page.goBack()
  await expect.poll(() => page.locator('tfoot').textContent()).toContain('$20.52')
})

test('a click goes from a provider to a service to an account, and the path leads back', async () => {
  const page = await visit(`/costs?by=provider&measure=billed&${sampleDays}`, asAdmin)
  const table = page.getByRole('table', { name: 'Costs by group' })
  await table.getByRole('link', { name: 'AWS' }).click()
  await page.getByRole('heading', { name: 'By service', exact: true }).waitFor()
  await table.locator('tbody td a').first().click()
  await page.getByRole('heading', { name: 'By sub-account', exact: true }).waitFor()
  const path = page.getByRole('navigation', { name: 'Path' })
  await path.getByRole('link', { name: 'AWS' }).click()
  await page.getByRole('heading', { name: 'By service', exact: true }).waitFor()
  await path.getByRole('link', { name: 'All costs' }).click()
  await page.getByRole('heading', { name: 'By provider', exact: true }).waitFor()
})

test('a facet filters, and the view is saved, opened and deleted', async () => {
  const page = await visit(`/costs?by=provider&measure=billed&${sampleDays}`, asAdmin)
  const facet = page.getByRole('complementary', { name: 'Filters' }).getByRole('region', { name: 'Provider' })
  await facet.getByRole('checkbox', { name: /Oracle/ }).check()
  await expect.poll(() => page.locator('tfoot').textContent()).toContain('$0.54')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save view…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill('Oracle only')
  await dialog.getByLabel('Folder').fill('Monthly review')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Oracle only' }).waitFor()
  await page.goto(`/costs?${sampleDays}`)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Oracle only' }).click()
  await expect.poll(() => page.url()).toContain('by=provider&from=2024-09-01&to=2024-11-01&f=provider|is|Oracle')
  await page.getByRole('button', { name: 'Oracle only' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await page.getByRole('button', { name: 'Views' }).waitFor()
})

test('the table is exported as CSV with every digit', async () => {
  const page = await visit(`/costs?by=provider&measure=billed&${sampleDays}`, asAdmin)
  const exportAs = async (item: string) => {
    await page.getByRole('button', { name: 'Export costs' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item, exact: true }).click(),
    ])
    return file
  }
  const file = await exportAs('Current groups')
  const csv = readFileSync(await file.path(), 'utf8')
  expect(csv).toContain('Provider,Currency,Billed cost\r\n')
  expect(csv).toContain('AWS,USD,18.006638616\r\n')
  expect(csv).toContain('Oracle,USD,0.5370739248\r\n')
  for (const item of ['Current groups (PDF)', 'All groups (PDF)']) {
    const pdf = await exportAs(item)
    expect(pdf.suggestedFilename()).toMatch(/^costs.*\.pdf$/)
    expect(readFileSync(await pdf.path(), 'latin1')).toMatch(/^%PDF-/)
  }
  const excel = await exportAs('Groups by period (Excel)')
  expect(readFileSync(await excel.path(), 'latin1')).toMatch(/^PK/)
})

test('the sort order is announced in the header and part of the address', async () => {
  const page = await visit(`/costs?by=service&measure=billed&${sampleDays}`, asAdmin)
  const head = page.getByRole('columnheader', { name: /Billed cost/ })
  await head.getByRole('button').click()
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending')
  await head.getByRole('button').click()
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending')
  expect(page.url()).toContain('sort=billed')
})

test('an error of the server is shown with its message, and can be retried', async () => {
  const page = await visit('/settings')
  await page.route('**/v1/costs/query', (route) =>
    route.fulfill({ status: 400, json: { code: 'bad_input', message: 'The warehouse is on holiday.' } }),
  )
  await page.goto(`/costs?${sampleDays}`)
  const panel = page.getByRole('alert').filter({ hasText: 'The table could not be loaded.' })
  await panel.waitFor()
  expect(await panel.textContent()).toContain('The warehouse is on holiday.')
  expect(await page.getByRole('alert').getByText('The warehouse is on holiday.').count()).toBeGreaterThan(1)
  await page.unroute('**/v1/costs/query')
  await panel.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('table', { name: 'Costs by group' }).waitFor()
})

test('a pivot shows two dimensions, and a cell opens what it consists of', async () => {
  const page = await visit(`/costs?by=provider&measure=billed&${sampleDays}`, asAdmin)
  await page.getByRole('radiogroup', { name: 'Chart' }).getByRole('radio', { name: 'Pivot' }).click()
  const table = page.getByRole('table', { name: 'Provider by sub-account' })
  await table.waitFor()
  await expect.poll(() => page.locator('tfoot').textContent()).toContain('$20.52')
  expect(page.url()).toContain('chart=pivot')
  await table.locator('tbody tr').first().locator('td a').nth(1).click()
  await expect.poll(() => page.url()).toContain('f=provider|is|')
  expect(page.url()).toContain('sub_account|is|')
})

test('a day is annotated, marked in the chart, and the note deleted again', async () => {
  const page = await visit(`/costs?by=provider&measure=billed&${sampleDays}`, asAdmin)
  await page.getByRole('button', { name: 'Add annotation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add annotation' })
  await dialog.getByLabel('Note').fill('Moved to the new region')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const notes = page.getByRole('list', { name: 'Annotations' })
  await notes.getByText('Moved to the new region').waitFor()
  expect(await page.locator('[data-marks="1"]').count()).toBe(1)
  await page.reload()
  await notes.getByText('Moved to the new region').waitFor()
  await notes.getByRole('button', { name: /Delete/ }).click()
  await notes.waitFor({ state: 'detached' })
  expect(await page.locator('[data-marks]').count()).toBe(0)
})
