/** Security policies and API keys, at the address of the organization's security. */
import { randomUUID } from 'node:crypto'
import { type Bench, elsewhere, type WriteEntries, writes } from './acknowledged-write.ts'

const organization = 'own'
const key = async ({ admin }: Bench) =>
  (await admin.client.apiKeys.create({ name: randomUUID(), scopes: ['costs:read'] })).data.id

/** Not enabled: the other routes of this test are called from anywhere. */
async function policy({ client }: Bench): Promise<string> {
  const { data } = await client.securityPolicies.list({ organization })
  const [existing] = data.filter(({ kind }) => kind === 'session_lifetime')
  if (existing) return existing.id
  const settings = { max_hours: 8, idle_minutes: 30 }
  return (await client.securityPolicies.create({ organization, kind: 'session_lifetime', settings })).data.id
}

const destination = { kind: 'webhook', url: 'https://localhost/' } as const
/** There is a limit, so the earlier ones are deleted. */
async function freeStreams({ client }: Bench): Promise<void> {
  const { data } = await client.auditStreams.list({ organization })
  for (const { id } of data) await client.auditStreams.remove({ organization, id })
}
async function stream(bench: Bench): Promise<string> {
  await freeStreams(bench)
  const { data } = await bench.client.auditStreams.create({ organization, name: randomUUID(), destination })
  return data.id
}

const incident = async ({ client }: Bench) =>
  (await client.securityIncidents.open({ organization, title: randomUUID() })).data.id

async function action(bench: Bench): Promise<{ id: string; action_id: string }> {
  const id = await incident(bench)
  const { data } = await bench.client.securityIncidents.addAction({ organization, id, title: randomUUID() })
  return { id, action_id: data.actions[0]?.id ?? '' }
}

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

/** One review is open at a time. */
async function review({ admin: { client, userId } }: Bench): Promise<{ id: string; item: string }> {
  const { data: reviews } = await client.accessReviews.list({ organization })
  const open = reviews.find(({ status }) => status === 'open')
  const request = { organization, name: randomUUID(), due_date: tomorrow(), reviewers: [userId] }
  const { data } = open
    ? await client.accessReviews.get({ organization, id: open.id })
    : await client.accessReviews.start(request)
  const pending = data.items.find(({ decision, kind }) => decision === 'pending' && kind === 'person')
  return { id: data.id, item: pending?.id ?? '' }
}

async function endReviews({ admin: { client } }: Bench): Promise<void> {
  const { data } = await client.accessReviews.list({ organization })
  for (const { id, status } of data) if (status === 'open') await client.accessReviews.cancel({ organization, id })
}

export const securityWrites: WriteEntries = {
  'POST /v1/security/{organization}/audit-streams': writes('audit_stream', async (bench) => {
    await freeStreams(bench)
    return { path: { organization }, body: { name: randomUUID(), destination } }
  }),
  'PATCH /v1/security/{organization}/audit-streams/{id}': writes('audit_stream', async (bench) => ({
    path: { organization, id: await stream(bench) },
    body: { enabled: false },
  })),
  'DELETE /v1/security/{organization}/audit-streams/{id}': writes('audit_stream', async (bench) => ({
    path: { organization, id: await stream(bench) },
  })),
  'POST /v1/security/{organization}/audit-streams/{id}/test': elsewhere(
    'stores nothing: it answers once the destination has answered',
  ),
  'PUT /v1/security/{organization}/scan-schedules/{kind}': writes('scan_schedule', () => ({
    path: { organization, kind: 'self' },
    body: { frequency: 'daily', hour: 5, time_zone: 'Europe/Berlin' },
  })),
  'PUT /v1/security/{organization}/access-review-schedule': writes('access_review_schedule', () => ({
    path: { organization },
    body: { enabled: true, every_days: 90 },
  })),
  'POST /v1/security/{organization}/access-reviews': writes('access_review', async (bench) => {
    await endReviews(bench)
    return {
      path: { organization },
      body: { name: randomUUID(), due_date: tomorrow(), reviewers: [bench.admin.userId] },
    }
  }),
  'POST /v1/security/{organization}/access-reviews/{id}/decisions': writes('access_review_item', async (bench) => {
    await endReviews(bench)
    const { id, item } = await review(bench)
    return { path: { organization, id }, body: { items: [item], decision: 'confirmed' } }
  }),
  'DELETE /v1/security/{organization}/access-reviews/{id}': writes('access_review', async (bench) => ({
    path: { organization, id: (await review(bench)).id },
  })),
  'POST /v1/security/{organization}/incidents': writes('security_incident', () => ({
    path: { organization },
    body: { title: randomUUID() },
  })),
  'PATCH /v1/security/{organization}/incidents/{id}': writes('security_incident', async (bench) => ({
    path: { organization, id: await incident(bench) },
    body: { status: 'investigating' },
  })),
  'POST /v1/security/{organization}/incidents/{id}/actions': writes('security_incident_action', async (bench) => ({
    path: { organization, id: await incident(bench) },
    body: { title: randomUUID(), due_on: '2030-01-01' },
  })),
  'PATCH /v1/security/{organization}/incidents/{id}/actions/{action_id}': writes(
    'security_incident_action',
    async (bench) => ({ path: { organization, ...(await action(bench)) }, body: { done: true } }),
  ),
  'DELETE /v1/security/{organization}/incidents/{id}/actions/{action_id}': writes(
    'security_incident_action',
    async (bench) => ({ path: { organization, ...(await action(bench)) } }),
  ),
  'POST /v1/security/{organization}/compliance/{framework}/{control}/evidence': writes('compliance_evidence', () => ({
    path: { organization, framework: 'soc2', control: 'CC6.1' },
    body: {
      ...{ claim: 'partly', name: randomUUID(), description: 'Reviewed.', content: btoa('Reviewed.') },
      ...{ observed_from: '2024-01-01', observed_until: '2024-02-01' },
    },
  })),
  'PUT /v1/security/{organization}/compliance/{framework}/{control}/assignment': writes(
    'compliance_assignment',
    () => ({
      path: { organization, framework: 'soc2', control: 'CC6.1' },
      body: { owner_id: null, next_review: '2030-01-01' },
    }),
  ),
  'POST /v1/security/{organization}/scans': writes('security_scan', () => ({
    path: { organization },
    body: { kind: 'self' },
  })),
  'PUT /v1/security/{organization}/access-controls': writes('membership', async ({ createUser }) => ({
    path: { organization },
    body: { people: [{ id: (await createUser()).userId, deny: ['costs:import'] }] },
  })),
  'POST /v1/security/{organization}/api-keys': writes('api_key', () => ({
    path: { organization },
    body: { name: randomUUID(), scopes: ['costs:read'] },
  })),
  'POST /v1/security/{organization}/api-keys/{id}/rotate': writes('api_key', async (bench) => ({
    path: { organization, id: await key(bench) },
    body: {},
  })),
  'DELETE /v1/security/{organization}/api-keys/{id}': writes('api_key', async (bench) => ({
    path: { organization, id: await key(bench) },
  })),
  'POST /v1/security/{organization}/policies': writes('security_policy', () => ({
    path: { organization },
    body: { kind: 'network', settings: { ranges: ['203.0.113.0/24'], covers: 'api' } },
  })),
  'PATCH /v1/security/{organization}/policies/{id}': writes('security_policy', async (bench) => ({
    path: { organization, id: await policy(bench) },
    body: { settings: { max_hours: 9, idle_minutes: 30 } },
  })),
  'DELETE /v1/security/{organization}/policies/{id}': writes('security_policy', async (bench) => ({
    path: { organization, id: await policy(bench) },
  })),
}
