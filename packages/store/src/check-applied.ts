import { KeptError } from '@kept/domain/errors.ts'

/**
 * Throws when this version of Kept cannot work with the tables at `location`: they are of a version before the first
 * release, which no migration upgrades, or of a newer one, whose migrations it does not know. `supported` begins with the
 * baseline.
 */
export function checkApplied(applied: readonly string[], supported: readonly string[], location: string): void {
  const [baseline = ''] = supported
  if (applied.length > 0 && !applied.includes(baseline))
    throw new KeptError(
      'bad_input',
      `${location} has the tables of a version of Kept before the first release and cannot be upgraded; start Kept with a new data folder or an empty database and import your bills again.`,
    )
  const [newer] = applied.filter((name) => !supported.includes(name)).sort()
  if (newer !== undefined)
    throw new KeptError(
      'bad_input',
      `${location} was upgraded by a newer version of Kept (${newer}), and tables cannot be downgraded; start that version, or restore a backup made before the upgrade.`,
    )
}
