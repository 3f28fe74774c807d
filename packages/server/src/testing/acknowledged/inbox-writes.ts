/** Decisions on several recommendations, comments, visits, and saved views of costs. */
import { type Bench, type WriteEntries, writes } from './acknowledged-write.ts'
import { settledRecommendation } from './settled-recommendation.ts'

const views = '/v1/costs/views'
const recommendations = '/v1/cost-optimization/recommendations'

const view = (name: string) => ({ name, search: 'by=region' })

/** Comments and views belong to who writes them, here the admin who sends the requests. */
async function createAsAdmin({ url, admin }: Bench, path: string, body: object): Promise<{ id: string }> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...admin.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { data } = (await response.json()) as { data: { id: string } }
  return { id: data.id }
}

export const inboxWrites: WriteEntries = {
  'POST /v1/cost-optimization/recommendations/decisions': writes('recommendation', async (bench) => ({
    body: { ids: [await settledRecommendation(bench)], decision: 'dismiss', reason: 'Not now' },
  })),
  'POST /v1/cost-optimization/recommendations/visits': writes('recommendation_visit', () => ({ body: {} })),
  'POST /v1/cost-optimization/recommendations/{id}/comments': writes('recommendation_comment', async (bench) => ({
    path: { id: await settledRecommendation(bench) },
    body: { body: 'Asked the team.' },
  })),
  'DELETE /v1/cost-optimization/recommendation-comments/{id}': writes('recommendation_comment', async (bench) => ({
    path: await createAsAdmin(bench, `${recommendations}/${await settledRecommendation(bench)}/comments`, {
      body: 'A mistake',
    }),
  })),
  'POST /v1/costs/views': writes('saved_view', () => ({ body: view('By region') })),
  'PATCH /v1/costs/views/{id}': writes('saved_view', async (bench) => ({
    path: await createAsAdmin(bench, views, view('To be shared')),
    body: { is_shared: true },
  })),
  'POST /v1/costs/annotations': writes('cost_annotation', () => ({ body: { day: '2026-10-05', text: 'Moved.' } })),
  'DELETE /v1/costs/annotations/{id}': writes('cost_annotation', async (bench) => ({
    path: await createAsAdmin(bench, '/v1/costs/annotations', { day: '2026-10-06', text: 'A mistake.' }),
  })),
  'DELETE /v1/costs/views/{id}': writes('saved_view', async (bench) => ({
    path: await createAsAdmin(bench, views, view('To be deleted')),
  })),
}
