import { expect, test } from 'vitest'
import { archivedFiles } from './archived-files.ts'
import { root } from './build-when-changed.ts'

test('an archive holds what a start needs, and neither tests nor data', () => {
  const files = archivedFiles(root)
  for (const file of [
    '.npmrc',
    'package.json',
    'package-lock.json',
    'tools/bootstrap.mjs',
    'packages/server/src/main.ts',
  ])
    expect(files).toContain(file)
  expect(files.filter((file) => /\.test\.tsx?$|\/testing\/|^data\/|^e2e\/|^bench\//.test(file))).toEqual([])
})
