/** What a list shows goes out as a file: the same rows, in the same order, and all of them. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useVisitor } from './visit.ts'

const { visit } = useVisitor()

async function exportFile(page: Page, button: string, format?: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: button, exact: true }).click()
      if (format) await page.getByRole('menuitem', { name: format, exact: true }).click()
    })(),
  ])
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

test('recommendations are exported as the list is filtered and sorted', async () => {
  const page = await visit('/savings?q=instance&sort=-title')
  const table = page.getByRole('table', { name: 'Recommendations' })
  const cells = await table.locator('tbody tr td:first-child button').allTextContents()
  const visibleTitles = cells.map((title) => title.trim())
  expect(visibleTitles.length).toBeGreaterThan(1)
  const json = await exportFile(page, 'Export recommendations open', 'JSON')
  expect(json.name).toMatch(/^recommendations-open-\d{4}-\d\d-\d\d\.json$/)
  const rows = JSON.parse(json.text) as { id: string; title: string; monthly_cost: string }[]
  // A long list draws only the rows in sight.
  expect(rows.map(({ title }) => title).slice(0, visibleTitles.length)).toEqual(visibleTitles)
  const csv = await exportFile(page, 'Export recommendations open', 'CSV')
  expect(csv.name).toMatch(/^recommendations-open-\d{4}-\d\d-\d\d\.csv$/)
  expect(csv.text).toMatch(/^Recommendation,Rule,Status,Provider,/)
  expect(
    csv.text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.slice(-36)),
  ).toEqual(rows.map(({ id }) => id))
  for (const { monthly_cost } of rows) expect(csv.text).toContain(`,${monthly_cost},`)
})

test('all resources are exported, not only the visible page', async () => {
  const page = await visit('/resources?type=EBS%20volume&sort=name')
  const status = (await page.getByRole('status').filter({ hasText: 'resource' }).textContent()) ?? ''
  const total = Number(/([\d,]+) resources?/.exec(status)?.[1]?.replaceAll(',', ''))
  const { name, text } = await exportFile(page, 'Export resources', 'CSV')
  expect(name).toMatch(/^resources-\d{4}-\d\d-\d\d\.csv$/)
  const lines = text.split('\r\n').slice(1, -1)
  expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(total)
  expect(lines.every((line) => line.includes('EBS volume'))).toBe(true)
  const firstButton = await page
    .getByRole('table', { name: 'Resources' })
    .locator('tbody td:first-child button')
    .first()
  expect(lines[0]?.split(',')[1]).toBe(((await firstButton.textContent()) ?? '').trim())
})

test('the small tables of a screen are exported one by one, and together', async () => {
  const page = await visit('/dashboard')
  const visibleRows = page.getByRole('table', { name: 'Top services' }).locator('tbody tr')
  await visibleRows.first().waitFor()
  const first = ((await visibleRows.first().locator('a').first().textContent()) ?? '').trim()
  const csv = await exportFile(page, 'Export dashboard', 'Top services')
  expect(csv.name).toMatch(/^top-services-\d{4}-\d\d-\d\d\.csv$/)
  const lines = csv.text.split('\r\n').slice(0, -1)
  expect(lines[0]).toBe('Service,Provider,Currency,Effective,Previous')
  expect(lines[1]).toMatch(new RegExp(`^${first},`))
  expect(lines.length - 1).toBeGreaterThanOrEqual(await visibleRows.count())
  const json = await exportFile(page, 'Export dashboard', 'All tables')
  const all = JSON.parse(json.text) as { list: string; rows: { service?: string }[] }[]
  expect(all.map(({ list }) => list)).toEqual([
    'spend-by-day',
    'top-services',
    'movers',
    'anomalies',
    'recommendations',
  ])
  expect(all.every(({ rows }) => rows.length > 0)).toBe(true)
  expect(all[1]?.rows.length).toBe(lines.length - 1)
})

test.each([
  ['/loops', 'Export loop statistics', 'By type', /^Type,Loops,Currency,/],
  ['/admin?tab=analytics', 'Export commission analytics', 'By month', /^Month,Currency,Verified,/],
])('%s exports its statistics', async (path, button, list, head) => {
  const page = await visit(path, { as: 'demo-admin' })
  const { text } = await exportFile(page, button, list)
  expect(text).toMatch(head)
  expect(text.split('\r\n').length).toBeGreaterThan(2)
})
