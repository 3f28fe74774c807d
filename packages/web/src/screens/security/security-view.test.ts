import { expect, it } from 'vitest'
import { auditFilterOf, isFiltered, noFilters, readAuditView, writeAuditView } from './security-view.ts'

it('reads from the address what it wrote there', () => {
  const view = {
    ...noFilters,
    text: 'ann',
    action: 'budget.updated',
    outcome: 'denied' as const,
    start_date: '2026-01-01',
    page: 3,
    event: 'e',
  }
  expect(readAuditView(writeAuditView(view))).toEqual(view)
  expect(auditFilterOf(view)).toEqual({
    search: 'ann',
    action: 'budget.updated',
    outcome: 'denied',
    start_date: '2026-01-01',
  })
})

it('ignores what is not a filter', () => {
  const view = readAuditView({ outcome: 'maybe', start_date: 'soon', page: 'x' })
  expect(view).toEqual({ ...noFilters, event: '' })
  expect(isFiltered(view)).toBe(false)
})
