import { expect, test } from 'vitest'
import { incidentOfResult, resultOfIncident } from './incident-of-result.ts'

test('an incident about a failing check names the check, its resources and the scan', () => {
  const result = {
    ...{ check_id: 'database_open', title: 'Database open to the internet', severity: 'critical' as const },
    ...{
      status: 'fail' as const,
      detail: 'Port 5432 is open.',
      evaluated_count: 3,
      failing_count: 1,
      href: '/resources',
    },
    subjects: [{ provider: 'aws', id: 'db-1', name: 'orders' }],
  }
  expect(incidentOfResult(result, { id: 'scan-1', kind: 'cloud' })).toEqual({
    ...{ title: 'Database open to the internet', severity: 'SEV1', description: 'Port 5432 is open.' },
    ...{ resources: ['db-1'], source: 'check', source_id: 'cloud/scan-1/database_open' },
  })
})

test('an incident about a check links back to its result', () => {
  const source_id = 'cloud/scan-1/database_open'
  expect(resultOfIncident({ source: 'check', source_id })).toEqual({
    ...{ kind: 'cloud', scan: 'scan-1', check: 'database_open' },
  })
  expect(resultOfIncident({ source: 'loop', source_id })).toBeNull()
  expect(resultOfIncident({ source: 'check', source_id: null })).toBeNull()
})
