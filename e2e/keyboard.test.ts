import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { unseenFocus } from './keys.ts'
import { activeId, activeText, evaluateExpression, findPageErrors, phone, useVisitor } from './visit.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

const { visit } = useVisitor()

test('the palette opens with Ctrl-K, finds a page, and goes there without a mouse', async () => {
  const page = await visit('/dashboard')
  // Typed at once, as people do: not a letter may be lost while the palette is on its way.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('cost exp')
  const box = page.getByRole('dialog').getByPlaceholder('Search resources, costs, or recommendations...')
  await expect.poll(() => box.inputValue()).toBe('cost exp')
  await expect.poll(() => page.getByRole('option').first().textContent()).toContain('Cost Explorer')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Cost Explorer' }).waitFor()
  expect(await evaluateExpression(page, activeId)).toBe('main')
})

test('the palette finds resources and services of the bills', async () => {
  const page = await visit('/dashboard')
  await page.getByRole('searchbox', { name: /^Search resources/ }).focus()
  await page.keyboard.type('stor')
  const hit = page.getByRole('group', { name: 'Services' }).getByRole('option').first()
  await hit.waitFor()
  const name = (await hit.textContent()) ?? ''
  expect(name.toLowerCase()).toContain('stor')
  await hit.click()
  await page.getByRole('heading', { level: 1, name: 'Cost Explorer' }).waitFor()
  await page.getByRole('button', { name: 'Remove the filter on Service' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('the first tab stop skips the menu, and focus is always visible', async () => {
  const page = await visit('/savings')
  await page.keyboard.press('Tab')
  expect(await evaluateExpression(page, activeText)).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  await expect.poll(() => evaluateExpression(page, activeId)).toBe('main')
  for (let stop = 0; stop < 25; stop += 1) {
    await page.keyboard.press('Tab')
    expect(await evaluateExpression(page, unseenFocus)).toBeNull()
  }
})

test('arrow keys move through the rows of a table, Enter opens, Escape closes', async () => {
  const page = await visit('/savings')
  const buttons = page.getByRole('table', { name: 'Recommendations' }).locator('tbody tr td:first-child button')
  await buttons.first().focus()
  await page.keyboard.press('ArrowDown')
  const second = await buttons.nth(1).textContent()
  expect(await evaluateExpression(page, activeText)).toBe(second)
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Evidence' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('region', { name: 'Evidence' }).count()).toBe(0)
})

test('the menu of a phone opens, closes with Escape, and navigates', async () => {
  const page = await visit('/dashboard', { viewport: phone })
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Reports' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => menu.count()).toBe(0)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('link', { name: 'Reports' }).click()
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor()
  await waitUntilIdle(page)
  expect(await menu.count()).toBe(0)
})

/** The second key must follow soon after the first, so on a busy machine they are pressed again. */
async function goTo(page: Page, key: string, name: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1, name })
  const pressUntilThere = async () => {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    return heading.isVisible()
  }
  await expect.poll(pressUntilThere, { interval: 500 }).toBe(true)
}

test('single keys navigate, start the main action, and are listed; typing and a setting turn them off', async () => {
  const page = await visit('/dashboard')
  await goTo(page, 'b', 'Budgets')
  await waitUntilIdle(page)
  await page.keyboard.press('n')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.waitFor()
  await page.keyboard.type('n?/gd')
  expect(await name.inputValue()).toBe('n?/gd')
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByText('Main action of the page: Create budget').waitFor()
  await sheet.getByText('Users', { exact: true }).waitFor()
  expect(await findPageErrors(page)).toEqual([])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await page.getByRole('dialog').getByPlaceholder('Search resources, costs, or recommendations...').waitFor()
  await page.keyboard.type('keyboard')
  await page.getByRole('option', { name: /Keyboard shortcuts/ }).waitFor()
  await page.keyboard.press('Enter')
  await sheet.waitFor()
  await page.keyboard.press('Escape')
  await goTo(page, 'e', 'Settings')
  await page.getByRole('radiogroup', { name: 'Keyboard shortcuts' }).getByText('Off').click()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByPlaceholder('Search resources, costs, or recommendations...').waitFor()
  expect(await sheet.count()).toBe(0)
})

test('j and k move through the rows; a key for a forbidden screen does nothing', async () => {
  const page = await visit('/savings', { as: 'demo-client' })
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.keyboard.press('j')
  const buttons = page.getByRole('table', { name: 'Recommendations' }).locator('tbody tr td:first-child button')
  expect(await evaluateExpression(page, activeText)).toBe(await buttons.first().textContent())
  await page.keyboard.press('j')
  expect(await evaluateExpression(page, activeText)).toBe(await buttons.nth(1).textContent())
  await page.keyboard.press('k')
  expect(await evaluateExpression(page, activeText)).toBe(await buttons.first().textContent())
  expect(new URL(page.url()).pathname).toBe('/savings')
})
