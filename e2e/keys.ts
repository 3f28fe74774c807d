/** A visitor without a mouse: every step is a key, and wherever the focus stops it must be seen. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What has the focus without showing it; the drop zone shows it around its invisible file input. */
export const unseenFocus = `(() => {
  const focused = document.activeElement
  // Where a skip link leads is a place, not a control.
  if (!focused || focused === document.body || focused.matches('main')) return null
  const shown = focused.matches('input[type=file]') ? focused.parentElement : focused
  const { outlineStyle, outlineWidth } = getComputedStyle(shown)
  const box = shown.getBoundingClientRect()
  return outlineStyle !== 'none' && outlineWidth !== '0px' && box.width > 0 ? null : focused.outerHTML.slice(0, 160)
})()`

/** The accessible name of the focused control, as a screen reader announces it. */
const nameOfFocus = `(() => {
  const focused = document.activeElement
  if (!focused || focused === document.body) return ''
  const by = focused.getAttribute('aria-labelledby')
  const named = focused.getAttribute('aria-label') ?? (by && document.getElementById(by)?.textContent)
  return (named ?? focused.labels?.[0]?.textContent ?? focused.placeholder ?? focused.textContent ?? '').trim()
})()`

/** Goes on from stop to stop until the control of this name has the focus. */
export async function tabTo(page: Page, name: string | RegExp, maxStops = 120): Promise<void> {
  const passed: string[] = []
  for (let stop = 0; stop <= maxStops; stop += 1) {
    const focusedName = (await page.evaluate(nameOfFocus)) as string
    // Where a pointer was before, the focus need not have been seen.
    if (stop > 0) expect(await page.evaluate(unseenFocus)).toBeNull()
    if (typeof name === 'string' ? focusedName === name : name.test(focusedName)) return
    passed.push(focusedName.slice(0, 30))
    await page.keyboard.press('Tab')
  }
  throw new Error(`No key leads to ${name}; passed: ${passed.join(' | ')}`)
}

/** Goes to a control and presses Enter on it. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** Goes to a field and types. */
export async function typeInto(page: Page, name: string | RegExp, text: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.type(text)
}

/** Past the menu, as the first stop of every page offers. */
export async function skipToContent(page: Page): Promise<void> {
  await press(page, 'Skip to the content')
}
