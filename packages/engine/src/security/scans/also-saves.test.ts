import type { ResourceRecommendation } from '@kept/domain/recommendation.ts'
import type { ScanResult } from '@kept/domain/security-scan.ts'
import { describe, expect, it } from 'vitest'
import { addSavings, failingOf } from './also-saves.ts'

const failing = (check_id: string, ...subjects: [provider: string, id: string][]): ScanResult => ({
  ...{ check_id, title: check_id, severity: 'low', status: 'fail', detail: '', href: '/resources' },
  ...{ evaluated_count: subjects.length, failing_count: subjects.length },
  subjects: subjects.map(([provider, id]) => ({ provider, id, name: id })),
})
const recommended = (id: string, fields: Partial<ResourceRecommendation> = {}): ResourceRecommendation => ({
  ...{ id, title: 'Unattached volume', provider: 'Amazon Web Services', resource_id: 'vol-1', currency: 'USD' },
  monthly_savings: '15.10',
  ...fields,
})
const savedBy = (results: ScanResult[], ...recommendations: ResourceRecommendation[]) => {
  const { also_saves, results: withSavings } = addSavings(results, recommendations)
  return { all: also_saves, each: withSavings.map((result) => result.also_saves) }
}

describe('addSavings', () => {
  it('lists the recommendations of each resource, and counts one once though its resource fails two checks', () => {
    const results = [failing('encrypted', ['AWS', 'vol-1'], ['AWS', 'vol-2']), failing('attached', ['AWS', 'vol-1'])]
    const { results: withSavings } = addSavings(results, [recommended('a')])
    expect(withSavings[0]?.subjects).toEqual([
      {
        ...{ provider: 'AWS', id: 'vol-1', name: 'vol-1' },
        recommendations: [{ id: 'a', title: 'Unattached volume', currency: 'USD', monthly_savings: '15.10' }],
      },
      { provider: 'AWS', id: 'vol-2', name: 'vol-2', recommendations: [] },
    ])
    const usd = [{ currency: 'USD', monthly_savings: '15.1' }]
    expect(savedBy(results, recommended('a'))).toEqual({ all: usd, each: [usd, usd] })
  })

  it('adds amounts exactly, never over currencies, and leaves out what cannot be estimated', () => {
    const { all } = savedBy(
      [failing('encrypted', ['aws', 'vol-1'])],
      recommended('a', { monthly_savings: '0.1' }),
      recommended('b', { monthly_savings: '0.2' }),
      recommended('c', { currency: 'EUR', monthly_savings: '7' }),
      recommended('d', { monthly_savings: null }),
    )
    expect(all).toEqual([
      { currency: 'EUR', monthly_savings: '7' },
      { currency: 'USD', monthly_savings: '0.3' },
    ])
  })

  it('takes neither a resource of another cloud with the same ID, nor a user or key', () => {
    const results = [failing('a', ['Microsoft', 'vol-1']), failing('b', ['', 'vol-1'])]
    expect(savedBy(results, recommended('a'))).toEqual({ all: [], each: [[], []] })
    const unnamed = recommended('b', { provider: 'Datacenter' })
    expect(savedBy([failing('a', ['Other datacenter', 'vol-1'])], unnamed).all).toEqual([])
  })
})

describe('failingOf', () => {
  it('lists the results that the resource fails', () => {
    const results = [failing('a', ['AWS', 'vol-1']), failing('b', ['AWS', 'vol-2']), failing('c', ['GCP', 'vol-1'])]
    expect(failingOf(results, recommended('x')).map(({ check_id }) => check_id)).toEqual(['a'])
  })
})
