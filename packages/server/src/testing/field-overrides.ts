/** For tests: fields of the inputs whose schemas, or handlers, accept no sample, by "METHOD path". */
import { shapesWith } from './plant-shapes.ts'

const money = { amount: '1' }
const secondFactorPolicy = { kind: 'second_factor', settings: { applies_to: 'admins' } }

export const fieldOverrides: Record<string, Record<string, unknown>> = {
  'PUT /v1/billing/{organization}/account': { buyer: { name: 'Buyer', country: 'DE' } },
  'POST /v1/billing/{organization}/credits/purchase': money,
  'POST /v1/billing/{organization}/alerts': {
    ...{ kind: 'budget', name: 'Budget', period: 'monthly', amount: '1', currency: 'USD', filters: [] },
    thresholds: [{ percent: 80, basis: 'actual' }],
  },
  'POST /v1/admin/billing/invoices/{id}/transfers': money,
  'POST /v1/admin/billing/credits/{id}/transfers': money,
  'POST /v1/admin/billing/payments/{id}/refunds': money,
  'PUT /v1/saved-reports/{id}/schedule': { time_zone: 'UTC' },
  'PUT /v1/autopilot/policies/{id}': shapesWith('x')['autopilot_policy.settings'] as Record<string, unknown>,
  'PUT /v1/users/{id}/permissions': { allow: [], deny: ['costs:import'] },
  'POST /v1/developer-behavior/environments/{id}/exceptions': {
    ...{ kind: 'keep_on', start_time: '2126-10-01T08:00:00Z', end_time: '2126-10-01T09:00:00Z' },
  },
  'PATCH /api/users/{id}': { role: 'user' },
  'PATCH /v1/organizations/{id}/identity-providers/{provider_id}': { name: 'Renamed too' },
  'PATCH /v1/organizations/{id}/saml-providers/{provider_id}': { name: 'Renamed' },
  'POST /v1/organizations/{id}/saml-providers': { metadata: '<EntityDescriptor/>' },
  'POST /v1/security/{organization}/policies': secondFactorPolicy,
  'POST /v1/security/{organization}/policies/preview': secondFactorPolicy,
  'PUT /v1/security/{organization}/scan-schedules/{kind}': { time_zone: 'UTC', weekday: null },
  'POST /v1/security/{organization}/compliance/{framework}/{control}/evidence': { content: btoa('evidence') },
}
