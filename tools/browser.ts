/** The journeys need a browser: any installed Chromium or Chrome; on Debian, as root, the package is installed. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findBrowser } from '@kept/server/platform/browser.ts'

export function ensureBrowser(): string {
  const path = findBrowser(process.env)
  if (path) return path
  if (!process.env.KEPT_CHROMIUM && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log('Installing Chromium for the browser journeys (once) ...')
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    const installed = findBrowser(process.env)
    if (installed) return installed
  }
  const reason = process.env.KEPT_CHROMIUM
    ? `KEPT_CHROMIUM names ${process.env.KEPT_CHROMIUM}, which is not there`
    : 'no Chromium or Chrome was found'
  console.error(`The browser journeys cannot run: ${reason}; install Chromium, or set KEPT_CHROMIUM to its program.`)
  process.exit(2)
}
