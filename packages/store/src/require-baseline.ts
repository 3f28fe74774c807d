import { KeptError } from '@kept/domain/errors.ts'

/** Throws when `location` has tables of a version before the first release, which no migration upgrades. */
export function requireBaseline(applied: readonly string[], baseline: string, location: string): void {
  if (applied.length === 0 || applied.includes(baseline)) return
  throw new KeptError(
    'bad_input',
    `${location} has the tables of a version of Kept before the first release and cannot be upgraded; start Kept with a new data folder or an empty database and import your bills again.`,
  )
}
