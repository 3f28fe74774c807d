import { expect, test } from 'vitest'
import { settled } from './settled.ts'
import { activeId, activeText, ask, faultsOf, phone, useVisitor } from './visit.ts'

const { visit } = useVisitor()

/** What has the focus without showing it; the drop zone shows it around its invisible file input. */
const unseenFocus = `(() => {
  const focused = document.activeElement
  if (!focused || focused === document.body) return null
  const shown = focused.matches('input[type=file]') ? focused.parentElement : focused
  const { outlineStyle, outlineWidth } = getComputedStyle(shown)
  const box = shown.getBoundingClientRect()
  return outlineStyle !== 'none' && outlineWidth !== '0px' && box.width > 0 ? null : focused.outerHTML.slice(0, 160)
})()`

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
  expect(await ask(page, activeId)).toBe('main')
})

test('the palette finds what the bills hold', async () => {
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

test('the first stop is a way past the menu, and focus can always be seen', async () => {
  const page = await visit('/savings')
  await page.keyboard.press('Tab')
  expect(await ask(page, activeText)).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  await expect.poll(() => ask(page, activeId)).toBe('main')
  for (let stop = 0; stop < 25; stop += 1) {
    await page.keyboard.press('Tab')
    expect(await ask(page, unseenFocus)).toBeNull()
  }
})

test('arrows walk the rows of a table, Enter opens, Escape closes', async () => {
  const page = await visit('/savings')
  const buttons = page.getByRole('table', { name: 'Findings' }).locator('tbody tr td:first-child button')
  await buttons.first().focus()
  await page.keyboard.press('ArrowDown')
  const second = await buttons.nth(1).textContent()
  expect(await ask(page, activeText)).toBe(second)
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Evidence' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('region', { name: 'Evidence' }).count()).toBe(0)
})

test('the menu of a phone opens, closes with Escape, and leads on', async () => {
  const page = await visit('/dashboard', { viewport: phone })
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Reports' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => menu.count()).toBe(0)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('link', { name: 'Reports' }).click()
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor()
  await settled(page)
  expect(await menu.count()).toBe(0)
})

test('single keys lead on, begin the main action, and are listed; typing and the settings turn them off', async () => {
  const page = await visit('/dashboard')
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await page.getByRole('heading', { level: 1, name: 'Budgets' }).waitFor()
  await settled(page)
  await page.keyboard.press('n')
  const name = page.getByLabel('Name')
  await name.waitFor()
  await page.keyboard.type('n?/gd')
  expect(await name.inputValue()).toBe('n?/gd')
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByText('The main action of the page: Set a budget').waitFor()
  await sheet.getByText('People', { exact: true }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await page.getByRole('dialog').getByPlaceholder('Search resources, costs, or recommendations...').waitFor()
  await page.keyboard.type('keyboard')
  await page.getByRole('option', { name: /Keyboard shortcuts/ }).waitFor()
  await page.keyboard.press('Enter')
  await sheet.waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('e')
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await page.getByRole('radiogroup', { name: 'Keyboard shortcuts' }).getByText('Off').click()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByPlaceholder('Search resources, costs, or recommendations...').waitFor()
  expect(await sheet.count()).toBe(0)
})

test('j and k walk the rows; a key for a screen one may not see does nothing', async () => {
  const page = await visit('/savings', { as: 'demo-client' })
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.keyboard.press('j')
  const buttons = page.getByRole('table', { name: 'Findings' }).locator('tbody tr td:first-child button')
  expect(await ask(page, activeText)).toBe(await buttons.first().textContent())
  await page.keyboard.press('j')
  expect(await ask(page, activeText)).toBe(await buttons.nth(1).textContent())
  await page.keyboard.press('k')
  expect(await ask(page, activeText)).toBe(await buttons.first().textContent())
  expect(new URL(page.url()).pathname).toBe('/savings')
})
