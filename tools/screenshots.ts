/**
 * Pictures of every screen, phone and desktop, light and dark, into e2e/screenshots.
 * `node tools/screenshots.ts [--url http://127.0.0.1:4480 [--setup <one-time link>]] [--only /costs] [--theme dark] [--size phone] [--full]`
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../e2e/browser.ts'
import { startSeededKept } from '../e2e/kept.ts'
import { type Sessions, signEverybodyIn, type Who } from '../e2e/people.ts'
import { settled } from '../e2e/settled.ts'
import { buildWeb } from './build-web.ts'

const folder = fileURLToPath(new URL('../e2e/screenshots/', import.meta.url))
/** What is pictured, and as whom: strangers in front of the door, the demo behind it, its own people where they act. */
const paths: readonly (readonly [path: string, as: Who])[] = [
  ['/dashboard', 'demo-admin'],
  ['/client', 'demo-client'],
  ['/costs', 'demo-admin'],
  ['/anomalies', 'demo-admin'],
  ['/budgets', 'demo-admin'],
  ['/savings', 'demo-admin'],
  ['/resources', 'demo-admin'],
  ['/integrations', 'demo-admin'],
  ['/reports', 'demo-admin'],
  ['/admin', 'demo-admin'],
  ['/admin/users', 'demo-admin'],
  ['/notifications', 'demo-admin'],
  ['/alerts', 'demo-admin'],
  ['/profile', 'admin'],
  ['/onboarding', 'admin'],
  ['/settings', 'admin'],
  ['/settings?tab=security', 'admin'],
  ['/settings?tab=notifications', 'admin'],
  ['/settings?tab=organization', 'admin'],
  ['/settings?tab=api-keys', 'admin'],
  ['/logout', 'demo-client'],
  ['/auth/login', 'nobody'],
  ['/auth/login?timeout=true', 'nobody'],
  ['/auth/signup', 'nobody'],
  ['/auth/forgot-password', 'nobody'],
  ['/auth/reset-password?token=none', 'nobody'],
  ['/auth/verify?token=none', 'nobody'],
  ['/auth/second-factor', 'nobody'],
  ['/auth/setup?token=none', 'nobody'],
  ['/auth/invitation?token=none', 'nobody'],
]
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 780 } }
const themes = ['light', 'dark'] as const

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    setup: { type: 'string', default: '' },
    only: { type: 'string', multiple: true },
    theme: { type: 'string' },
    size: { type: 'string' },
    full: { type: 'boolean', default: false },
  },
})

mkdirSync(folder, { recursive: true })
if (!values.url) await buildWeb({ say: (words) => console.log(words) })
const kept = values.url ? undefined : await startSeededKept()
const browser = await openBrowser()
const url = kept?.url ?? values.url ?? ''
try {
  const sessions = await signEverybodyIn(browser, { url, setupLink: kept?.setupLink ?? values.setup })
  for (const [size, viewport] of Object.entries(sizes)) {
    if (values.size && values.size !== size) continue
    for (const theme of themes) {
      if (values.theme && values.theme !== theme) continue
      await picture(browser, sessions, { size, viewport, theme })
    }
  }
} finally {
  await browser.close()
  await kept?.stop()
}

interface Setting {
  size: string
  viewport: { width: number; height: number }
  theme: 'light' | 'dark'
}

async function picture(browser: Browser, sessions: Sessions, { size, viewport, theme }: Setting): Promise<void> {
  const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce', baseURL: url })
  const page = await context.newPage()
  for (const [path, as] of paths) {
    if (values.only && !values.only.includes(path)) continue
    await context.clearCookies()
    await context.addCookies(sessions[as])
    await page.goto(path)
    await settled(page)
    const name = `${path.replace(/^\//, '').replaceAll(/[^\w-]+/g, '-')}-${size}-${theme}.png`
    await page.screenshot({ path: join(folder, name), fullPage: values.full })
    console.log(name)
  }
  await context.close()
}
