/** Nothing that came from elsewhere is in the repository: not as a fixture, and not under another name. */
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  .split('\0')
  .filter((path) => existsSync(path))
const shared = '../shared/data'

it('has no fixtures but those made by hand for its tests', () => {
  expect(files.filter((path) => /(?:^|\/)fixtures\//.test(path))).toEqual([
    'packages/connectors/fixtures/aws/commitments.csv',
    'packages/connectors/fixtures/gcp/nested.jsonl',
    'packages/connectors/fixtures/gcp/nested.parquet',
    'packages/connectors/fixtures/opencost/allocation.csv',
  ])
})

it.skipIf(!existsSync(shared))(
  `holds no file of ${shared}${existsSync(shared) ? '' : ' (skipped: it is not here)'}`,
  () => {
    const pathsBySize = new Map<number, string[]>()
    for (const path of files) {
      const { size } = statSync(path)
      if (size > 200) pathsBySize.set(size, [...(pathsBySize.get(size) ?? []), path])
    }
    const copies = filesBelow(shared).flatMap((path) => {
      const candidates = pathsBySize.get(statSync(path).size) ?? []
      return candidates
        .filter((candidate) => hashOf(candidate) === hashOf(path))
        .map((candidate) => `${candidate} is ${path}`)
    })
    // Licenses are the same everywhere.
    expect(copies.filter((copy) => !/LICENSE/.test(copy))).toEqual([])
  },
)

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function hashOf(path: string): string {
  return hash('sha256', readFileSync(path))
}
