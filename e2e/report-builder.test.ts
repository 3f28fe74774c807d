/** A report from a template to the inbox: built, previewed, saved, exported with the same figures, scheduled and sent. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { servedKept } from './served.ts'
import { findPageErrors, useVisitor } from './visit.ts'
import { admin } from './visitors.ts'

const { visit } = useVisitor()

/** Builds a report from the executive summary: a section removed, one added, one moved up. */
async function buildReport(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New report' }).click()
  await page.getByRole('button', { name: /^Executive summary/ }).click()
  const builder = page.getByRole('region', { name: 'New report' })
  await builder.getByLabel('Name', { exact: true }).fill(name)
  const sections = builder.getByRole('heading', { level: 3 })
  const before = await sections.count()
  await builder.getByRole('button', { name: `Remove section ${before}` }).click()
  await builder.getByRole('combobox', { name: 'Add a section' }).click()
  await page.getByRole('option', { name: 'Text' }).click()
  await builder.getByRole('button', { name: 'Add', exact: true }).click()
  await builder.getByLabel(`Title of section ${before}`).fill('What finance should know')
  await builder.getByRole('textbox', { name: 'Text' }).fill('The index job was moved to Spot.')
  await builder.getByRole('button', { name: `Move up section ${before}` }).click()
  await expect.poll(() => sections.nth(before - 2).textContent()).toBe(`${before - 1}. Text`)
}

test('a report is built from a template, previewed, saved, and exported with the figures of the screen', async () => {
  const page = await visit('/reports')
  const name = `Board review ${Date.now()}`
  await buildReport(page, name)
  const builder = page.getByRole('region', { name: 'New report' })
  await builder.getByRole('button', { name: 'Preview' }).click()
  await builder.getByText('The index job was moved to Spot.').last().waitFor()
  expect(await findPageErrors(page)).toEqual([])
  await builder.getByRole('button', { name: 'Create report' }).click()
  const report = page.getByRole('region', { name, exact: true })
  const total = report.getByText(/^\$[\d,]+\.\d\d$/).first()
  await total.waitFor()
  const figure = (await total.textContent()) ?? ''
  const download = async (format: string) => {
    await report.getByRole('button', { name: `Export ${name}` }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format, exact: true }).click(),
    ])
    return readFileSync(await file.path(), format === 'HTML' || format === 'CSV' ? 'utf8' : 'latin1')
  }
  expect(await download('HTML')).toContain(figure)
  // A file has every digit, the screen cents.
  const amounts = [...(await download('CSV')).matchAll(/-?\d+\.\d+/g)].map(([text]) => Number(text).toFixed(2))
  expect(amounts).toContain(Number(figure.replaceAll(/[$,]/g, '')).toFixed(2))
  expect(await download('PDF')).toMatch(/^%PDF-/)
  expect(await download('Excel')).toMatch(/^PK/)
  await report.getByRole('button', { name: 'Delete' }).click()
  await report.waitFor({ state: 'detached' })
})

test('a report is scheduled, sent with its files, and listed in its history', async () => {
  const page = await visit('/reports', { as: 'admin' })
  const name = `Weekly costs ${Date.now()}`
  await buildReport(page, name)
  await page.getByRole('button', { name: 'Create report' }).click()
  const report = page.getByRole('region', { name, exact: true })
  await report.getByRole('tab', { name: 'Schedule' }).click()
  await report.getByLabel('Recipients').fill(admin.email)
  await report.getByRole('checkbox', { name: 'Excel' }).check()
  await report.getByRole('button', { name: 'Save schedule' }).click()
  await report
    .getByText(/^Every Monday at 08:00/)
    .first()
    .waitFor()
  await report.getByRole('tab', { name: 'History' }).click()
  await report.getByRole('button', { name: 'Run and send' }).click()
  await expect.poll(() => mailOf(name), { timeout: 120_000 }).toMatch(/filename="?[^"]+\.pdf/)
  expect(mailOf(name)).toMatch(/filename="?[^"]+\.xlsx/)
  await report.getByRole('button', { name: /^Send again/ }).waitFor()
  await report.getByRole('button', { name: 'Delete' }).click()
})

/** The newest email whose subject names the report; empty before it has come. */
function mailOf(name: string): string {
  const folder = servedKept().mail
  const emails = readdirSync(folder)
    .filter((file) => file.endsWith('.eml'))
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll(/=\r?\n|\r?\n\s+/g, ''))
  return emails.findLast((email) => email.includes(name)) ?? ''
}
