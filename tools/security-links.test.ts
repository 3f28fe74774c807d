/** Where a failing check is fixed is a screen that exists: the engine names it, and the dashboard has it. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { securityChecks } from '@kept/engine/security/checks.ts'
import { cloudChecks } from '@kept/engine/security/scans/cloud/all.ts'
import { evaluateInventoryCheck } from '@kept/engine/security/scans/inventory-check.ts'
import { organizationChecks } from '@kept/engine/security/scans/organization-checks.ts'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const screens = new Set(
  globSync('packages/web/src/screens/*/screen.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/path: '([^']+)'/g)].map(([, path]) => path),
  ),
)
const results = cloudChecks.map((check) => evaluateInventoryCheck(check, { today: '2026-03-01', rows: [] }))
const hrefs = [
  ...[...securityChecks, ...organizationChecks].map(({ id, href }) => [id, href] as const),
  ...results.map(({ check_id, href }) => [check_id, href] as const),
]

it('reads the screens of the dashboard', () => {
  expect(screens).toContain('/security')
  expect(screens.size).toBeGreaterThan(20)
})

it.each(hrefs)('%s is fixed on a screen', (_id, href) => {
  expect(screens).toContain(href.split('?')[0])
})
