import { AxeBuilder } from '@axe-core/playwright'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeSource } from './axe-source.ts'
import { openBrowser } from './browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** Text on what lies under it: colors in every notation, see-through, faint, and from a picture. */
const texts = `<main style="background: #fff">
  <p style="color: #777">A little too faint</p>
  <p style="color: rgb(118, 118, 118)">Just dark enough</p>
  <p style="color: oklch(0.8 0.1 200)">Faint</p>
  <p style="color: color(display-p3 0.2 0.2 0.2)">Dark</p>
  <p style="color: hsl(0.5turn 100% 20%); background: rgba(0, 0, 0, 0.5)">Dark on a half black</p>
  <div style="background: hsla(200, 50%, 50%, 0.4)"><p style="color: #555; opacity: 0.6">On a tint</p></div>
  <div style="background: linear-gradient(#fff, #000)"><p style="color: #888">On a picture</p></div>
  <p style="color: #fff; text-shadow: 0 0 2px #000">With a shadow</p>
</main>`

test('finds of each text what axe itself finds', async () => {
  const results = []
  for (const source of [undefined, axeSource, axeSource]) {
    const page = await (await browser.newContext()).newPage()
    await page.setContent(texts)
    const axe = new AxeBuilder({ page, ...(source && { axeSource: source }) })
    const { violations, incomplete, passes } = await axe.setLegacyMode().withRules(['color-contrast']).analyze()
    results.push({ violations, incomplete, passes })
  }
  const [own] = results
  expect(results).toEqual([own, own, own])
  expect(own?.violations[0]?.nodes).toHaveLength(5)
  expect(own?.passes[0]?.nodes).toHaveLength(2)
  expect(own?.incomplete[0]?.nodes).toHaveLength(1)
})
