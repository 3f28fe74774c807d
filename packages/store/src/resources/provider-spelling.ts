/** Inventories say "aws" where a bill says "Amazon Web Services": one resource must not become two. */
import type { ScopedTransaction } from '../database/connect.ts'

const clouds: [RegExp, string][] = [
  [/\baws\b|amazon/i, 'AWS'],
  [/azure|microsoft/i, 'Microsoft'],
  [/\bgcp\b|google/i, 'Google Cloud'],
  [/\boci\b|oracle/i, 'Oracle'],
]

/** Short names under which each cloud may be asked for. */
export const cloudNames = ['aws', 'azure', 'gcp', 'oci'] as const

/** "aws", "Amazon Web Services" or "google": the name of a known cloud, whether or not a bill is there. */
export function isCloudName(name: string): boolean {
  return clouds.some(([pattern]) => pattern.test(name))
}

/** The provider that is meant, as bills write it: in any case of letters, or by the cloud's short name ("gcp"). */
export function spelledAs(given: string, known: readonly string[]): string[] {
  if (known.includes(given)) return [given]
  const same = known.filter((one) => one.toLowerCase() === given.toLowerCase())
  if (same.length > 0) return same
  const pattern = clouds.find(([one]) => one.test(given))?.[0]
  const ofCloud = pattern ? known.filter((one) => pattern.test(one)) : []
  return ofCloud.length > 0 ? ofCloud : [given]
}

/** How the organisation's own bills write a provider; what no bill writes is written as given, or as FOCUS bills do. */
export async function providerSpellings(tx: ScopedTransaction): Promise<(given: string) => string> {
  const rows = await tx
    .selectFrom('resource')
    .where('in_bill', '=', true)
    .select(['provider', (of) => of.fn.countAll<string>().as('many')])
    .groupBy('provider')
    .execute()
  const usual = rows.toSorted((a, b) => Number(b.many) - Number(a.many)).map(({ provider }) => provider)
  return (given) => {
    if (usual.includes(given)) return given
    const cloud = clouds.find(([pattern]) => pattern.test(given))
    if (!cloud) return given
    return usual.find((provider) => cloud[0].test(provider)) ?? cloud[1]
  }
}
