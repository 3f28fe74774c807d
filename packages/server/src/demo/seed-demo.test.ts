import { readdirSync } from 'node:fs'
import type { Scope } from '@kept/domain/scope.ts'
import { listImports } from '@kept/store/imports/list.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'
import { type ImportBill, seedDemo } from './seed-demo.ts'

let kept: TestKept
beforeEach(async () => {
  kept = await openKept()
})
afterEach(() => kept.close())

/** Through the public API. */
const importBill: ImportBill = async (_scope, uploads) => (await kept.client.imports.create({ uploads })).data
const seed = (importUploads: ImportBill = importBill) =>
  seedDemo(kept.server.services, kept.world.scope, importUploads, { days: 2 })
const imports = async (scope: Scope = kept.world.scope) =>
  (await listImports(kept.world.database, scope, { page: 1, page_size: 10 })).imports

it('imports the demo bill once', async () => {
  expect(await seed()).toBe('imported')
  expect(await imports()).toMatchObject([{ status: 'done', progress: { stage: 'done' } }])
  expect(await seed()).toBe('imported')
  expect(await imports()).toHaveLength(1)
})

it('starts again after it was killed before the import was recorded', async () => {
  const killed: ImportBill = async () => {
    throw new Error('killed here')
  }
  await expect(seed(killed)).rejects.toThrow('killed here')
  expect(await imports()).toEqual([])
  expect(await seed()).toBe('imported')
  expect(await imports()).toMatchObject([{ status: 'done' }])
})

it('leaves a demo alone whose import was undone, and touches no other organization', async () => {
  await seed()
  const [done] = await imports()
  await kept.client.imports.undo({ id: done?.id ?? '' })
  expect(await seed()).toBe('undone')
  expect(await imports()).toMatchObject([{ status: 'undone' }])
  expect(await imports(kept.world.otherScope)).toEqual([])
})

it('writes complete files only', async () => {
  await seed()
  const remainingFiles = readdirSync(kept.server.services.folder.uploads)
  expect(remainingFiles.filter((name) => name.includes('.'))).toEqual([])
  expect(remainingFiles.length).toBe(4)
})
