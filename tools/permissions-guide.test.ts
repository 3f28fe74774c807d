import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { makePermissionsGuide, permissionsGuide } from './permissions-guide.ts'

it('the page of permissions is current', () => {
  expect(readFileSync(permissionsGuide, 'utf8'), 'Run: node tools/permissions-guide.ts').toBe(makePermissionsGuide())
})
