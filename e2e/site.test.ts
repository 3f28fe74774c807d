/** The site for guests: every page in both themes, on the narrowest screen, by keyboard, and without script. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { siteDist } from '../tools/build-site.ts'
import { linkInMail } from './mail.ts'
import { servedKept } from './served.ts'
import { activeText, evaluateExpression, findPageErrors, useVisitor } from './visit.ts'

const { visit } = useVisitor()
const { pages } = JSON.parse(readFileSync(join(siteDist, 'site.json'), 'utf8')) as {
  pages: { path: string; unlisted: boolean }[]
}
const paths = pages.filter(({ unlisted }) => !unlisted).map(({ path }) => path)
/** What sticks out of the page to the right, in words. */
const overflow = `[...document.querySelectorAll('body *')].filter((one) => {
  const { right, width } = one.getBoundingClientRect()
  return width > 0 && right > innerWidth + 1 && !one.closest('.wide, pre, .trap, .drop-menu, details:not([open])')
}).map((one) => one.outerHTML.slice(0, 80)).slice(0, 3)`

async function visitAsGuest(path: string, viewport = { width: 1280, height: 800 }): Promise<Page> {
  return visit(path, { as: 'guest', viewport })
}

test.each([0, 1, 2, 3])('no page has a fault that axe can find, part %i', async (part) => {
  const page = await visitAsGuest('/')
  const noise: string[] = []
  page.on('console', (message) => message.type() === 'error' && noise.push(message.text()))
  page.on('pageerror', (error) => noise.push(error.message))
  for (const path of paths.filter((_, index) => index % 4 === part)) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(200)
    expect(await findPageErrors(page), path).toEqual([])
  }
  expect(noise).toEqual([])
})

test('no page loads more than 15 kB of script, gzipped', async () => {
  const weights = new Map<string, number>()
  for (const path of paths) {
    const html = await (await fetch(`${servedKept().url}${path}`)).text()
    let bytes = 0
    for (const [, source = ''] of html.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)) {
      const address = new URL(source, servedKept().url).href
      if (!weights.has(address)) weights.set(address, gzipSync(await (await fetch(address)).bytes()).length)
      bytes += weights.get(address) ?? 0
    }
    expect(bytes, path).toBeLessThanOrEqual(15_000)
  }
  expect(weights.size).toBeGreaterThan(0)
})

test('nothing is cut off at 320 pixels, nor at 200% of a small window', async () => {
  const page = await visitAsGuest('/', { width: 320, height: 640 })
  for (const path of paths) {
    await page.goto(path)
    expect(await evaluateExpression(page, overflow), `${path} at 320`).toEqual([])
  }
  // Twice the size in a window of 1280 is a window of 640.
  await page.setViewportSize({ width: 640, height: 400 })
  for (const path of ['/', '/pricing', '/features', '/docs/savings-method', '/docs/api', '/contact']) {
    await page.goto(path)
    expect(await evaluateExpression(page, overflow), `${path} at 200%`).toEqual([])
  }
})

test('the feature menu opens by keyboard and touch, and closes after the pointer has left', async () => {
  const page = await visitAsGuest('/')
  const button = page.getByRole('button', { name: 'Show features' })
  const menu = page.locator('#features-menu')
  await button.focus()
  await page.keyboard.press('Enter')
  expect(await button.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('ArrowDown')
  expect(await evaluateExpression(page, activeText)).toContain('Multi-cloud')
  await page.keyboard.press('ArrowDown')
  expect(await evaluateExpression(page, activeText)).toContain('Cost optimization')
  await page.keyboard.press('Escape')
  expect(await button.getAttribute('aria-expanded')).toBe('false')
  expect(await evaluateExpression(page, "document.activeElement.getAttribute('aria-label')")).toBe('Show features')

  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Features', exact: true })
  await link.hover()
  expect(await button.getAttribute('aria-expanded')).toBe('true')
  // How long it takes is asked of the page itself: the clock of a test is the load of the machine.
  await page.evaluate(`{
    const drop = document.querySelector('[data-drop]')
    drop.addEventListener('pointerleave', () => { window.leftAt = performance.now() })
    new MutationObserver(() => { window.shutAt = performance.now() }).observe(drop, { attributes: true, attributeFilter: ['data-open'] })
  }`)
  await page.mouse.move(640, 700)
  await menu.waitFor({ state: 'hidden' })
  expect(await evaluateExpression<number>(page, 'shutAt - leftAt')).toBeGreaterThanOrEqual(95)
})

test('the calculator works by keyboard, announces its result, and can be shared', async () => {
  const page = await visitAsGuest('/pricing')
  const slider = page.getByRole('slider', { name: 'Your cloud spend a month' })
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  expect(await slider.getAttribute('aria-valuetext')).toBe('$11,000 a month')
  await page.getByText('Of $3,850 estimated, you keep $2,887.50 and pay $962.50.').waitFor()
  await page.waitForURL(/\?spend=11000$/)
  await page.keyboard.press('End')
  await page.getByText('$1,575,000', { exact: true }).first().waitFor()
  await page.keyboard.press('Home')
  await page.getByText('$262.50', { exact: true }).first().waitFor()
  const typed = page.getByRole('spinbutton')
  await typed.fill('120400')
  await typed.press('Tab')
  expect(await slider.inputValue()).toBe('120000')
  await page.goto('/pricing?spend=42000')
  expect(await typed.inputValue()).toBe('42000')
  await page.getByText('Of $14,700 estimated').waitFor()
})

test('the newsletter is subscribed to without leaving the page, confirmed and unsubscribed by a link', async () => {
  const page = await visitAsGuest('/about')
  await page.getByLabel('Product news by email').fill('reader@example.com')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByText('We sent you a link.').waitFor()
  await page.goto(await linkInMail('reader@example.com', /Confirm your subscription/))
  expect(await findPageErrors(page)).toEqual([])
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('reader@example.com is subscribed.').waitFor()
})

test('a message is sent without script too', async () => {
  const page = await visit('/contact', { as: 'guest', javaScriptEnabled: false })
  await page.getByLabel('Your name').fill('Cy')
  await page.locator('#contact-email').fill('cy@example.com')
  await page.getByLabel('Message').fill('Does it read bills of Oracle?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Thank you.' }).waitFor()
})

test('a phone has the menu, and every way to close it', async () => {
  const page = await visitAsGuest('/', { width: 390, height: 844 })
  const menu = page.locator('.phone-menu')
  await menu.locator('summary').press('Enter')
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Automation' }).waitFor()
  expect(await findPageErrors(page, '.site-header')).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await evaluateExpression(page, overflow)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await menu.getAttribute('open')).toBeNull()
})

test('the demo takes one click', async () => {
  const page = await visitAsGuest('/')
  await page.getByRole('link', { name: 'Explore the demo' }).click()
  await page.waitForURL(/\/client$/)
})

test('a shared address shows the site to a guest and the screen to a member', async () => {
  const page = await visitAsGuest('/integrations')
  await page.getByRole('heading', { level: 1, name: 'Integrations' }).waitFor()
  expect(await page.locator('.site-footer').count()).toBe(1)
  const member = await visit('/integrations', { as: 'demo-client' })
  await member.getByRole('complementary', { name: 'Sidebar' }).waitFor()
  expect(await member.locator('.site-footer').count()).toBe(0)
})

test('a missing page says so, with status 404', async () => {
  const page = await visitAsGuest('/')
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { name: 'There is nothing at this address.' }).waitFor()
  expect(await findPageErrors(page)).toEqual([])
  expect((await page.goto('/pricing/'))?.url()).toMatch(/\/pricing$/)
})

test('the status page shows the current status', async () => {
  const page = await visitAsGuest('/status')
  await page.getByText('All systems operational.').waitFor()
  expect(await page.locator('.state.up').count()).toBe(5)
})

test('each page has its own canonical address and preview card', async () => {
  const url = servedKept().url
  for (const path of ['/', '/pricing', '/blog/counted-once']) {
    const text = await (await fetch(`${url}${path}`, { headers: { accept: 'text/html' } })).text()
    expect(text).toContain(`<link rel="canonical" href="${url}${path}">`)
    const card = /og:image" content="([^"]+)"/.exec(text)?.[1] ?? ''
    expect((await fetch(card)).headers.get('content-type')).toBe('image/png')
  }
  expect(await (await fetch(`${url}/sitemap.xml`)).text()).toContain(`<loc>${url}/docs/api</loc>`)
  const { headers } = await fetch(url, { headers: { accept: 'text/html' } })
  expect(headers.get('content-security-policy')).not.toContain('unsafe-inline')
})
