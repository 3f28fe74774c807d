/** Inventories say "aws" where a bill says "Amazon Web Services": one resource must not become two. */
import { type RawBuilder, sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'

const clouds: [RegExp, string][] = [
  [/\baws\b|amazon/i, 'AWS'],
  [/azure|microsoft/i, 'Microsoft'],
  [/\bgcp\b|google/i, 'Google Cloud'],
  [/\boci\b|oracle/i, 'Oracle'],
]

/** Short names of each cloud. */
export const cloudNames = ['aws', 'azure', 'gcp', 'oci'] as const

/** "aws", "Amazon Web Services" or "google": the name of a supported cloud, whether or not a bill exists. */
export function isCloudName(name: string): boolean {
  // Whole words: "oracle9" is a mistake to report, not a cloud without costs.
  return /\b(aws|amazon|azure|microsoft|gcp|google|oci|oracle)\b/i.test(name)
}

/** Whether two names mean the same provider, in any spelling. */
export function isSameProvider(name: string, other: string): boolean {
  return keyOf(name) === keyOf(other)
}

function keyOf(name: string): string {
  return clouds.find(([pattern]) => pattern.test(name))?.[1] ?? name.toLowerCase()
}

/** One text for a resource, in any spelling of its provider: two clouds may use one ID. */
export function resourceKey(provider: string, id: string): string {
  return JSON.stringify([keyOf(provider), id])
}

/**
 * The same as `isSameProvider` for two columns, such as "resource.provider". Most rows have equal names: patterns, which
 * take seconds among a hundred thousand rows, are matched for the others alone.
 */
export function isSameProviderSql(column: string, other: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(column)} = ${sql.ref(other)} OR ${keySql(column)} = ${keySql(other)})`
}

/** Postgres writes the border of a word as \y. */
function keySql(column: string): RawBuilder<string> {
  const name = sql.ref(column)
  const cases = clouds.map(
    ([{ source }, key]) => sql`WHEN ${name} ~* ${source.replaceAll('\\b', '\\y')} THEN ${key}::text`,
  )
  return sql<string>`CASE ${sql.join(cases, sql` `)} ELSE lower(${name}) END`
}

/** The provider's name as on bills, from any case or from the cloud's short name ("gcp"). */
export function spelledAs(provider: string, spellings: readonly string[]): string[] {
  if (spellings.includes(provider)) return [provider]
  const caseMatches = spellings.filter((spelling) => spelling.toLowerCase() === provider.toLowerCase())
  if (caseMatches.length > 0) return caseMatches
  const pattern = clouds.find(([regex]) => regex.test(provider))?.[0]
  const ofCloud = pattern ? spellings.filter((spelling) => pattern.test(spelling)) : []
  return ofCloud.length > 0 ? ofCloud : [provider]
}

/** The provider's name on the organization's own bills; otherwise as given, or as in FOCUS bills. */
export async function providerSpellings(tx: ScopedTransaction): Promise<(provider: string) => string> {
  const byUsage = await billedSpellings(tx)
  return (requested) => {
    if (byUsage.includes(requested)) return requested
    const cloud = clouds.find(([pattern]) => pattern.test(requested))
    if (!cloud) return requested
    return byUsage.find((provider) => cloud[0].test(provider)) ?? cloud[1]
  }
}

/** Of several spellings of one cloud, the one that more resources have comes first. */
async function billedSpellings(tx: ScopedTransaction): Promise<string[]> {
  // From one spelling to the next in the index: a count would read a million rows for each page of an inventory.
  const next = (after: RawBuilder<unknown>) => sql`(
    SELECT provider FROM resource WHERE organization_id = ${tx.scopedTo}::uuid AND in_bill ${after}
    ORDER BY provider LIMIT 1)`
  const { rows } = await sql<{ provider: string }>`
    WITH RECURSIVE spelling AS (
      SELECT ${next(sql``)} AS provider
      UNION ALL
      SELECT ${next(sql`AND provider > spelling.provider`)} FROM spelling WHERE spelling.provider IS NOT NULL)
    SELECT provider FROM spelling WHERE provider IS NOT NULL
  `.execute(tx)
  const spellings = rows.map(({ provider }) => provider)
  if (new Set(spellings.map(keyOf)).size === spellings.length) return spellings
  const counted = await tx
    .selectFrom('resource')
    .where('in_bill', '=', true)
    .select(['provider', (eb) => eb.fn.countAll<string>().as('many')])
    .groupBy('provider')
    .execute()
  return counted.toSorted((a, b) => Number(b.many) - Number(a.many)).map(({ provider }) => provider)
}
