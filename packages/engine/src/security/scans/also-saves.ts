/** Two values in one finding: what recommendations for the resources that fail would save. */
import type { ResourceRecommendation } from '@kept/domain/recommendation.ts'
import type { MonthlySavings, ScanResult, ScanSubject, SubjectRecommendation } from '@kept/domain/security-scan.ts'
import { add, compare } from '@kept/foundation/decimal.ts'
import { isSameProvider } from '../../rules/reading/cloud-of.ts'

type Resource = Pick<ResourceRecommendation, 'provider' | 'resource_id'>

interface ResultWithSavings extends ScanResult {
  subjects: (ScanSubject & { recommendations: SubjectRecommendation[] })[]
  also_saves: MonthlySavings[]
}

/** Each recommendation counts once in a result and once in all of them, though its resource may fail several checks. */
export function addSavings(
  results: readonly ScanResult[],
  recommendations: readonly ResourceRecommendation[],
): { results: ResultWithSavings[]; also_saves: MonthlySavings[] } {
  const byResource = Map.groupBy(recommendations, ({ resource_id }) => resource_id)
  const withSavings = results.map((result) => {
    const subjects = result.subjects.map((subject) => ({
      ...subject,
      recommendations: (byResource.get(subject.id) ?? [])
        .filter((recommendation) => isOfSubject(recommendation, subject))
        .map(({ id, title, currency, monthly_savings }) => ({ id, title, currency, monthly_savings })),
    }))
    return { ...result, subjects, also_saves: sumOnce(subjects.flatMap((subject) => subject.recommendations)) }
  })
  const all = withSavings.flatMap(({ subjects }) => subjects.flatMap((subject) => subject.recommendations))
  return { results: withSavings, also_saves: sumOnce(all) }
}

/** The results that a resource fails. */
export function failingOf(results: readonly ScanResult[], resource: Resource): ScanResult[] {
  return results.filter(
    ({ status, subjects }) => status === 'fail' && subjects.some((subject) => isOfSubject(resource, subject)),
  )
}

/** Two clouds may use one ID. Users and API keys have no provider, and are no resources. */
function isOfSubject({ provider, resource_id }: Resource, subject: ScanSubject): boolean {
  return subject.provider !== '' && subject.id === resource_id && isSameProvider(subject.provider, provider)
}

/** By currency, the largest first; without those that cannot be estimated. */
function sumOnce(recommendations: readonly SubjectRecommendation[]): MonthlySavings[] {
  const totals = new Map<string, string>()
  for (const { currency, monthly_savings } of new Map(recommendations.map((entry) => [entry.id, entry])).values())
    if (monthly_savings !== null) totals.set(currency, add(totals.get(currency) ?? '0', monthly_savings))
  return [...totals]
    .map(([currency, monthly_savings]) => ({ currency, monthly_savings }))
    .sort((a, b) => compare(b.monthly_savings, a.monthly_savings) || (a.currency < b.currency ? -1 : 1))
}
