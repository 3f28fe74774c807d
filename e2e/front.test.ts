/** The executive's sentence: first thing on a phone, and every number in it one click from its proof. */
import { expect, test } from 'vitest'
import { focusSample } from './bill.ts'
import { join, newcomer, signIn } from './people-of.ts'
import { evaluateExpression, findPageErrors, phone, useVisitor } from './visit.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

const { visit } = useVisitor()
const beyond = 'document.documentElement.scrollWidth - window.innerWidth'

test('a phone shows the whole sentence before anything is scrolled', async () => {
  const page = await visit('/dashboard', { viewport: phone })
  const sentence = page.getByText(/^You spent \$[\d,.]+/)
  await sentence.waitFor()
  const box = await sentence.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(phone.height)
  expect(await sentence.textContent()).toMatch(/(under|over|as) forecast.*\. Verified savings.*: .+\. You keep .+\./)
  expect(await evaluateExpression<number>(page, beyond)).toBeLessThanOrEqual(0)
  expect(await findPageErrors(page)).toEqual([])
})

test('its numbers lead to the explorer, the forecast made before, the statements and the ledger', async () => {
  const page = await visit('/dashboard')
  const sentence = page.getByText(/^You spent/)
  await sentence.getByRole('link', { name: /forecast/ }).click()
  await page.waitForURL(/#against-the-forecast$/)
  const proof = page.getByRole('region', { name: 'Actual vs. original forecast' })
  await proof.getByText(/the forecast was/).waitFor()
  expect((await proof.boundingBox())?.y).toBeLessThan(900)
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

test('days before the first bill have no sentence, and lead back to those that have', async () => {
  const page = await visit('/dashboard?from=2000-01-01&to=2000-02-01')
  await page.getByText('No costs in this period').waitFor()
  await page.getByRole('link', { name: 'Show last 30 days' }).click()
  await page.getByText(/^You spent \$/).waitFor()
})

test('from the sign-up to the first recommendation: left in the middle, taken up again on another device', async () => {
  const person = newcomer('Nora')
  const page = await visit('/auth/signup', { as: 'nobody' })
  await join(page, person)
  await page.getByLabel('Name').fill('Nora & Partners')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByText('Drop a bill here, or browse').waitFor()

  // A phone, with nothing of that browser: what was done is read off what is there.
  const other = await visit('/auth/login', { as: 'nobody', viewport: phone })
  await signIn(other, person)
  await other.waitForURL(/\/admin$/)
  await other.goto('/client')
  await waitUntilIdle(other)
  const card = other.getByRole('region', { name: 'Get started' })
  await card.getByText('1 of 5 done').waitFor()
  await card.getByText('Next: first bill.').waitFor()
  expect(await findPageErrors(other)).toEqual([])
  await card.getByRole('link', { name: 'Continue' }).click()
  await other.locator('input[type=file]').setInputFiles(focusSample)
  const shows = other.getByRole('region', { name: 'Savings found' })
  await shows.getByRole('link', { name: /View evidence|View costs/ }).waitFor({ timeout: 60_000 })
  await other.getByText('Bills from Sep 1, 2024 to').waitFor()

  await other.getByLabel('Team', { exact: true }).fill('payments')
  await other.getByLabel('Time zone').fill('Nowhere/Land')
  await other.getByRole('button', { name: 'Add team' }).click()
  await other.getByText('Enter a time zone such as Europe/Berlin.').waitFor()
  await other.getByLabel('Time zone').fill('Europe/Berlin')
  await other.getByRole('button', { name: 'Add team' }).click()
  await other.getByLabel('Monthly budget').fill('1200')
  await other.getByRole('button', { name: 'Set the budget' }).click()
  await other.getByRole('button', { name: 'Skip Invite your team' }).click()
  await other.getByText('Skipped. You can do this any time.').waitFor()
  expect(await evaluateExpression<number>(other, beyond)).toBeLessThanOrEqual(0)
  expect(await findPageErrors(other)).toEqual([])

  // The first browser knows all of it, and puts the rest away for good.
  await page.goto('/client')
  await waitUntilIdle(page)
  const checklist = page.getByRole('region', { name: 'Get started' })
  await checklist.getByText('4 of 5 done').waitFor()
  await checklist.getByRole('button', { name: 'Dismiss' }).click()
  await checklist.waitFor({ state: 'detached' })
  await page.reload()
  await waitUntilIdle(page)
  expect(await checklist.count()).toBe(0)
})

test('a fresh organization has one next step wherever it looks', async () => {
  const person = newcomer('Fay')
  const page = await visit('/auth/signup', { as: 'nobody' })
  await join(page, person)
  const steps: readonly (readonly [path: string, title: string, step: string])[] = [
    ['/dashboard', 'No bills yet', 'Upload a bill'],
    ['/client', 'Get started', 'Start'],
    ['/resources', 'No resources yet', 'Upload a bill'],
    ['/costs', 'No costs yet', 'Upload a bill'],
    ['/savings', 'No recommendations yet', 'Upload a bill'],
    ['/reports', 'No reports yet', 'Upload a bill'],
    ['/anomalies', 'No anomalies yet', 'Upload a bill'],
    ['/budgets', 'No budgets yet', 'Create budget'],
    ['/behavior', 'No bill yet', 'Upload a bill'],
  ]
  for (const [path, title, step] of steps) {
    await page.goto(path)
    await waitUntilIdle(page)
    const main = page.getByRole('main')
    await main.getByRole('heading', { name: title }).waitFor()
    await main
      .getByRole('link', { name: step })
      .or(main.getByRole('button', { name: step }))
      .first()
      .waitFor()
    expect(await main.getByRole('alert').filter({ hasText: /./ }).count(), path).toBe(0)
  }
})
