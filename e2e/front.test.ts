/** The executive's sentence: first thing on a phone, and every number in it one click from its proof. */
import { expect, test } from 'vitest'
import { ask, faultsOf, phone, useVisitor } from './visit.ts'

const { visit } = useVisitor()
const beyond = 'document.documentElement.scrollWidth - window.innerWidth'

test('a phone shows the whole sentence before anything is scrolled', async () => {
  const page = await visit('/dashboard', { viewport: phone })
  const sentence = page.getByText(/^You spent \$[\d,.]+/)
  await sentence.waitFor()
  const box = await sentence.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(phone.height)
  expect(await sentence.textContent()).toMatch(/(under|over|as) forecast.*; .+\./)
  expect(await ask<number>(page, beyond)).toBeLessThanOrEqual(0)
  expect(await faultsOf(page)).toEqual([])
})

test('its numbers lead to the explorer, the forecast made before, the statements and the ledger', async () => {
  const page = await visit('/dashboard')
  const sentence = page.getByText(/^You spent/)
  await sentence.getByRole('link', { name: /forecast/ }).click()
  await page.waitForURL(/#against-the-forecast$/)
  const proof = page.getByRole('region', { name: 'Against the forecast' })
  await proof.getByText(/was to be expected/).waitFor()
  expect((await proof.boundingBox())?.y).toBeLessThan(900)
  await sentence.getByRole('link', { name: /^\$/ }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Cost Explorer' }).waitFor()
  await page.goBack()
  await sentence.getByRole('link', { name: 'verified savings' }).click()
  await page.waitForURL(/\/savings\?tab=statements/)
  await page.goBack()
  await sentence.getByRole('link', { name: /you kept/ }).click()
  await page.waitForURL(/\/savings\?.*tab=ledger/)
  await page.goBack()
  await sentence.getByRole('link', { name: '€' }).click()
  await page.getByText(/^You spent €/).waitFor()
})

test('days before the first bill have no sentence, and lead back to those that have', async () => {
  const page = await visit('/dashboard?from=2000-01-01&to=2000-02-01')
  await page.getByText('Nothing was billed on these days').waitFor()
  await page.getByRole('link', { name: 'Show the latest 30 days' }).click()
  await page.getByText(/^You spent \$/).waitFor()
})
