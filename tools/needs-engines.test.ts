import { expect, it } from 'vitest'
import { listPureTests, needsEngines } from './needs-engines.ts'

const file = 'packages/server/src/imports/meter.test.ts'

it('takes a test with a world, a Kept, an engine or a program of its own for an integration test', () => {
  for (const text of [
    `import { openWorld } from '@kept/store/testing/world.ts'`,
    `import { openKept } from '../testing.ts'`,
    `const engine = await startEmbeddedDatabase(options)`,
    `const child = spawn(process.execPath, [script])`,
    `import { features } from './features.ts'`,
  ])
    expect(needsEngines(file, text), text).toBe(true)
  const pure = `import { faultOf } from '@kept/domain/sync/testing/identity-token.ts'`
  expect(needsEngines(file, pure)).toBe(false)
  expect(needsEngines(file, `${pure}\nimport { listen } from '../testing/listen.ts'`)).toBe(true)
})

it('takes every test of a command for one, since commands start a warehouse', () => {
  expect(needsEngines('packages/server/src/cli/verify/jump.test.ts', '')).toBe(true)
})

it('takes what only imports what it tests for a unit test, and so what replaces modules', () => {
  expect(needsEngines(file, `import { meter } from './meter.ts'`)).toBe(false)
  expect(needsEngines(file, `vi.mock('node:dns')\nimport { listen } from '../testing/listen.ts'`)).toBe(false)
})

it('finds unit tests in both packages', () => {
  const tests = listPureTests()
  for (const name of ['store', 'server']) expect(tests.filter((path) => path.includes(`/${name}/`))).not.toEqual([])
})
