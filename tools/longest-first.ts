/** The order of test files: the longest first, so that none of them runs alone at the end while the other core rests. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that take most of the time, by what they take. A new checkout has no times of earlier runs to go by. */
const longest = [
  'e2e/site.test.ts',
  'e2e/accessibility.test.ts',
  'e2e/appearance.test.ts',
  'e2e/connections.test.ts',
  'e2e/behavior.test.ts',
  'e2e/imports.test.ts',
  'e2e/do-it-now.test.ts',
  'e2e/snapshots.test.ts',
  'e2e/explorer.test.ts',
  'e2e/lighthouse.test.ts',
  'e2e/connection-life.test.ts',
  'demo-killed.test.ts',
  'every-format.test.ts',
  'acknowledged.test.ts',
  'stop.test.ts',
  'several-processes.test.ts',
  'sample-bill.test.ts',
  'small-memory.test.ts',
  'same-world.test.ts',
  'savings-substitution.test.ts',
  'demo-renewal.test.ts',
  'demo.test.ts',
  'savings-formats.test.ts',
  'savings-any-format.test.ts',
  'savings-demo.test.ts',
  'server/src/imports/imports.test.ts',
  'confirmation.test.ts',
  'matrix.test.ts',
  'acknowledged-routes.test.ts',
  'explore.property.test.ts',
  'exactly-once.test.ts',
  'demo-side-by-side.test.ts',
  'whole.test.ts',
  'backup.test.ts',
  'oracle-cost-reports.test.ts',
  'foreign-ids.test.ts',
  'fuzz.test.ts',
]

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project)
    return [...byProject.values()].flatMap((sorted) =>
      sorted.toSorted((a, b) => rankOf(a.moduleId, longest) - rankOf(b.moduleId, longest)),
    )
  }
}

/** Of a file among the names in front; all others come after them, in the order they have. */
export function rankOf(path: string, names: readonly string[]): number {
  const rank = names.findIndex((name) => path.endsWith(`/${name}`))
  return rank < 0 ? names.length : rank
}
