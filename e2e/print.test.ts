/** On paper: light, without the shell, charts and tables whole, and at the foot of each page where it came from. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { textOfPdf } from './pdf-text.ts'
import { evaluateExpression, useVisitor } from './visit.ts'

const { visit } = useVisitor()
/** The width of A4 between its margins. */
const paper = { width: 703, height: 1000 }

async function print(page: Page): Promise<void> {
  await page.setViewportSize(paper)
  await page.emulateMedia({ media: 'print' })
  await page.locator('footer time').waitFor()
}

const theme = 'document.documentElement.dataset.theme'
/** Charts that are no picture, or are wider than the paper. */
const torn = `[...document.querySelectorAll('svg.chart')].filter((chart) => {
  const box = chart.getBoundingClientRect()
  return box.height < 60 || box.right > ${paper.width} + 1
}).length`
const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

test('the executive page prints on A4, whatever theme it is read in', async () => {
  const page = await visit('/dashboard', { colorScheme: 'dark' })
  const sentence = page.getByText(/^You spent/).first()
  await sentence.waitFor()
  await page.locator('svg.chart').first().waitFor()
  const pdf = await page.pdf({ format: 'A4', printBackground: true })
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
  expect(pages).toBeGreaterThan(1)
  expect(pages).toBeLessThan(8)
  // What the page says first is on the paper, word for word, and can be searched and copied there.
  const sentenceText = ((await sentence.textContent()) ?? '').replace(/\s+/g, '')
  expect(sentenceText).toMatch(/^Youspent\$[\d,.]+/)
  expect(textOfPdf(pdf)).toContain(sentenceText)
  expect(await evaluateExpression(page, theme)).toBe('dark')
  await print(page)
  expect(await evaluateExpression(page, theme)).toBe('light')
  expect(await sentence.isVisible()).toBe(true)
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false)
  expect(await page.getByRole('searchbox', { name: /^Search resources/ }).isVisible()).toBe(false)
  const foot = page.locator('footer').filter({ has: page.locator('time') })
  expect(await foot.textContent()).toContain(page.url())
  expect(await foot.locator('time').getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  expect(await evaluateExpression(page, torn)).toBe(0)
  expect(await evaluateExpression(page, tooWide)).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(() => evaluateExpression(page, theme)).toBe('dark')
  expect(await foot.count()).toBe(0)
})

test('a long list is printed to its last row', async () => {
  const page = await visit('/savings')
  const rows = page.getByRole('table', { name: 'Recommendations' }).locator('tbody tr[data-row]')
  const total = Number(
    /(\d+) recommendations/.exec((await page.getByText(/^\d+ recommendations$/).textContent()) ?? '')?.[1],
  )
  expect(await rows.count()).toBeLessThan(total)
  await print(page)
  await expect.poll(() => rows.count()).toBe(total)
  expect(await evaluateExpression(page, tooWide)).toBe(0)
})
