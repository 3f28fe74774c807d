import { expect, test } from 'vitest'
import { settled } from './settled.ts'
import { activeId, activeText, ask, phone, useVisitor } from './visit.ts'

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
