/** The executive's sentence: first thing on a phone, and every number in it one click from its proof. */
import { expect, test } from 'vitest'
import { focusSample } from './bill.ts'
import { join, newcomer, signIn } from './people-of.ts'
import { settled } from './settled.ts'
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

test('from the sign-up to the first finding: left in the middle, taken up again on another device', async () => {
  const person = newcomer('Nora')
  const page = await visit('/auth/signup', { as: 'nobody' })
  await join(page, person)
  await page.getByLabel('Name').fill('Nora & Partners')
  await page.getByRole('button', { name: 'Go on', exact: true }).click()
  await page.getByText('Drop a bill here, or press to choose files').waitFor()

  // A phone, with nothing of that browser: what was done is read off what is there.
  const other = await visit('/auth/login', { as: 'nobody', viewport: phone })
  await signIn(other, person)
  await other.waitForURL(/\/admin$/)
  await other.goto('/client')
  await settled(other)
  const card = other.getByRole('region', { name: 'Begin with Kept' })
  await card.getByText('1 of 5 done').waitFor()
  await card.getByText('Next: your first bill.').waitFor()
  expect(await faultsOf(other)).toEqual([])
  await card.getByRole('link', { name: 'Go on' }).click()
  await other.locator('input[type=file]').setInputFiles(focusSample)
  const shows = other.getByRole('region', { name: 'What your bill shows' })
  await shows.getByRole('link', { name: /All its evidence|What you spend/ }).waitFor({ timeout: 60_000 })
  await other.getByText('Bills from Sep 1, 2024 to').waitFor()

  await other.getByLabel('Team', { exact: true }).fill('payments')
  await other.getByLabel('Time zone').fill('Nowhere/Land')
  await other.getByRole('button', { name: 'Add the team' }).click()
  await other.getByText('Choose a zone such as Europe/Berlin.').waitFor()
  await other.getByLabel('Time zone').fill('Europe/Berlin')
  await other.getByRole('button', { name: 'Add the team' }).click()
  await other.getByLabel('What a month may cost').fill('1200')
  await other.getByRole('button', { name: 'Set the budget' }).click()
  await other.getByRole('button', { name: 'Skip Your people' }).click()
  await other.getByText('Passed over; it can be done any time.').waitFor()
  expect(await ask<number>(other, beyond)).toBeLessThanOrEqual(0)
  expect(await faultsOf(other)).toEqual([])

  // The first browser knows all of it, and puts the rest away for good.
  await page.goto('/client')
  await settled(page)
  const here = page.getByRole('region', { name: 'Begin with Kept' })
  await here.getByText('4 of 5 done').waitFor()
  await here.getByRole('button', { name: 'Put away' }).click()
  await here.waitFor({ state: 'detached' })
  await page.reload()
  await settled(page)
  expect(await here.count()).toBe(0)
})

test('a fresh organisation has one next step wherever it looks', async () => {
  const person = newcomer('Fay')
  const page = await visit('/auth/signup', { as: 'nobody' })
  await join(page, person)
  const steps: readonly (readonly [path: string, title: string, step: string])[] = [
    ['/dashboard', 'No bill has been brought in yet', 'Bring in a bill'],
    ['/client', 'Begin with Kept', 'Begin'],
    ['/resources', 'No resources yet', 'Bring in a bill'],
    ['/costs', 'No costs yet', 'Upload a bill'],
    ['/savings', 'Nothing has been judged yet', 'Bring in a bill'],
    ['/reports', 'There is nothing to report yet', 'Bring in a bill'],
    ['/anomalies', 'Nothing has been judged yet', 'Bring in a bill'],
    ['/budgets', 'No budgets yet', 'Set a budget'],
    ['/behavior', 'No bill yet', 'Bring in a bill'],
  ]
  for (const [path, title, step] of steps) {
    await page.goto(path)
    await settled(page)
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
