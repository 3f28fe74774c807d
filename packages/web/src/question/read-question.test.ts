import { describe, expect, it } from 'vitest'
import { readExplorer } from '../screens/costs/explorer.ts'
import { parseSearch } from '../url/search.ts'
import { readQuestion } from './read-question.ts'

const today = '2026-11-26'
const viewOf = (text: string) => {
  const question = readQuestion(text, today)
  return question && { title: question.title, ...readExplorer(parseSearch(question.href.split('?')[1] ?? '')) }
}

describe('readQuestion', () => {
  it('reads what to group by, the cloud, the days and the comparison', () => {
    expect(viewOf('Why did AWS costs by region rise in October?')).toMatchObject({
      title: 'Cost by region, AWS, October 2026, against the period before',
      groupBy: ['region'],
      filters: [{ dimension: 'provider', op: 'is', values: ['AWS'] }],
      window: { from: '2026-10-01', to: '2026-11-01' },
      compare: 'previous_period',
    })
  })

  it('knows short names of services, and splits them by account', () => {
    expect(viewOf('how much did we spend on EC2 last month')).toMatchObject({
      groupBy: ['sub_account'],
      filters: [{ dimension: 'service', op: 'contains', values: ['Elastic Compute Cloud'] }],
      window: { from: '2026-10-01', to: '2026-11-01' },
    })
  })

  it.each([
    ['cost today', '2026-11-26', '2026-11-27'],
    ['spend yesterday', '2026-11-25', '2026-11-26'],
    ['spend last week', '2026-11-16', '2026-11-23'],
    ['costs of the last 14 days', '2026-11-12', '2026-11-26'],
    ['costs of the last 3 months', '2026-09-01', '2026-12-01'],
    ['spending in december', '2025-12-01', '2026-01-01'],
    ['bill for march 2024', '2024-03-01', '2024-04-01'],
    ['cost this year', '2026-01-01', '2026-11-27'],
  ])('reads the days of %j', (text, from, to) => {
    expect(viewOf(text)?.window).toEqual({ from, to })
  })

  it('reads how many groups and which interval', () => {
    expect(viewOf('top 5 most expensive accounts per day')).toMatchObject({
      groupBy: ['sub_account'],
      top: 5,
      grain: 'day',
    })
    expect(viewOf('spend by service and region, year over year')).toMatchObject({
      groupBy: ['service', 'region'],
      compare: 'previous_year',
    })
  })

  it.each(['', 'cost', 'i-0abc123', 'web-4', 'cost center', 'billing settings'])('leaves %j to the search', (text) => {
    expect(readQuestion(text, today)).toBeNull()
  })
})
