/** The executive summary: first on a phone, and every number in it one click from its details. */
import { expect, test } from 'vitest'
import { evaluateExpression, findPageErrors, phone, useVisitor } from './visit.ts'

const { visit } = useVisitor()
const beyond = 'document.documentElement.scrollWidth - window.innerWidth'

test('a phone shows the complete summary without scrolling', async () => {
  const page = await visit('/dashboard', { viewport: phone })
  const sentence = page.getByText(/^You spent \$[\d,.]+/)
  await sentence.waitFor()
  const box = await sentence.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(phone.height)
  expect(await sentence.textContent()).toMatch(/(under|over|as) forecast.*\. Verified savings.*: .+\. You keep .+\./)
  expect(await evaluateExpression<number>(page, beyond)).toBeLessThanOrEqual(0)
  expect(await findPageErrors(page)).toEqual([])
})

test('its numbers link to the explorer, the original forecast, the statements and the ledger', async () => {
  const page = await visit('/dashboard')
  const sentence = page.getByText(/^You spent/)
  await sentence.getByRole('link', { name: /forecast/ }).click()
  await page.waitForURL(/#against-the-forecast$/)
  const proof = page.getByRole('region', { name: 'Actual vs. original forecast' })
  await proof.getByText(/the forecast was/).waitFor()
  await expect.poll(async () => (await proof.boundingBox())?.y).toBeLessThan(900)
  await sentence.getByRole('link', { name: /^\$/ }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Cost Explorer' }).waitFor()
  await page.goBack()
  await sentence.getByRole('link', { name: /^\$/ }).last().click()
  await page.waitForURL(/\/savings\?tab=statements/)
  await page.goBack()
  await sentence.getByRole('link', { name: /You keep/ }).click()
  await page.waitForURL(/\/savings\?.*tab=ledger/)
  await page.goBack()
  await sentence.getByRole('link', { name: '€' }).click()
  await page.getByText(/^You spent €/).waitFor()
})

test('days before the first bill have no summary, and link to those that have', async () => {
  const page = await visit('/dashboard?from=2000-01-01&to=2000-02-01')
  await page.getByText('No costs in this period').waitFor()
  await page.getByRole('link', { name: 'Show last 30 days' }).click()
  await page.getByText(/^You spent \$/).waitFor()
})
