/** Without a network, without Kept, without the live connection: what the page says, keeps, and does by itself. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findPageErrors, useVisitor } from './visit.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

const { visit } = useVisitor()

test('offline is shown at once and the page stays; back online stale data is refetched once', async () => {
  const page = await visit('/dashboard')
  // A sync of the demo's clouds in the meantime would ask everything once more.
  await page.routeWebSocket(/\/client\//, () => undefined)
  await page.reload()
  await waitUntilIdle(page)
  await page.clock.install()
  const headline = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await page.context().setOffline(true)
  await page.getByText(/^Offline\. Showing data from /).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(headline)
  expect(await findPageErrors(page)).toEqual([])
  await page.clock.fastForward('01:00')
  // Time stands still, or a busy page has shown its message for its four seconds before it is looked for.
  await stopClock(page)
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/v1/'))
      requests.push(`${request.method()} ${pathname}${search} ${request.postData() ?? ''}`)
  })
  await page.context().setOffline(false)
  await page.getByText('Back online.').waitFor()
  await page.clock.runFor(1000)
  await expect.poll(() => requests.length).toBeGreaterThan(2)
  // Two panels ask the cube different questions, whose bodies are not visible here. And the demo's loop goes on: a live
  // message may ask for the running loops once more.
  const single = requests.filter((request) => !/^(POST \/v1\/costs\/query|GET \/v1\/loops)/.test(request))
  expect(single.filter((request, index) => single.indexOf(request) !== index)).toEqual([])
  await page.clock.fastForward('00:05')
  await page.getByText('Back online.').waitFor({ state: 'detached' })
})

test('an unreachable server is shown in a banner and not in toasts, until it responds again', async () => {
  const page = await visit('/reports')
  await page.clock.install()
  await page.context().route(/\/(v1|api|health)\b/, (route) => route.abort('connectionrefused'))
  await page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name: 'Budgets' }).click()
  await page.getByRole('heading', { level: 1, name: 'Budgets' }).waitFor()
  await page.clock.fastForward(1100)
  const banner = page.getByText(/^Kept is not responding\./)
  await banner.waitFor()
  await page.clock.fastForward(2100)
  await page.clock.fastForward(4100)
  await page.getByText('Budgets could not be loaded.').waitFor()
  expect(await page.locator('[aria-live="assertive"] > *').count()).toBe(0)
  await stopClock(page)
  await page.context().unroute(/\/(v1|api|health)\b/)
  // A click while the page's own question is under way asks nothing more, and that question may fail, or take the
  // button away.
  const [tryNow, isBack] = [page.getByRole('button', { name: 'Try now' }), page.getByText('Back online.')]
  const isBackAfterClick = async () => {
    if (await tryNow.isVisible()) await tryNow.click({ timeout: 5_000 }).catch(() => undefined)
    return isBack.isVisible()
  }
  await expect.poll(isBackAfterClick).toBe(true)
  await page.clock.resume()
  await page.getByRole('main').getByRole('listitem').first().or(page.getByText('No budgets yet')).waitFor()
  await banner.waitFor({ state: 'detached' })
})

test('a live connection that fails is tried five times, then shown, and retried by the user', async () => {
  const page = await visit('/reports')
  await page.locator('[data-live="connected"]').waitFor()
  let refused = 0
  await page.context().routeWebSocket(/\/client\//, (socket) => {
    refused += 1
    void socket.close({ code: 1013, reason: 'Busy.' })
  })
  await page.clock.install()
  await page.reload()
  const hasGivenUp = async () => {
    await page.clock.fastForward(3100)
    return page.locator('[data-live="error"]').count()
  }
  await expect.poll(hasGivenUp).toBe(1)
  expect(refused).toBe(6)
  const banner = page.getByText('Live updates are off.')
  await banner.waitFor()
  expect(await findPageErrors(page)).toEqual([])
  // Coming back online is worth another five tries, and a person may ask for them too.
  await page.evaluate("window.dispatchEvent(new Event('online'))")
  await page.locator('[data-live="connecting"]').waitFor()
  await expect.poll(hasGivenUp).toBe(1)
  expect(refused).toBe(12)
  await banner.waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => refused).toBeGreaterThan(12)
  await banner.waitFor({ state: 'detached' })
})

/** Of the page, half a minute from now: what it shows for seconds stays until the test lets time pass. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 30_000)
}
