import { expect, it } from 'vitest'
import { listEvents, listJobs, listRawRoutes, listScreen, listTables } from './feature-parts.ts'

const server = (text: string) => ({ path: 'packages/server/src/x/y.ts', text })

it('lists routes outside the contract in its writing', () => {
  const text =
    "app.get<{ Params: { id: string } }>(\n  '/v1/x/:id',\n)\nscope.post(`/v1/%{signal}`)\nonForm(parts, '/contact', f)".replace(
      '%',
      '$',
    )
  expect(listRawRoutes(server(text))).toEqual(['GET /v1/x/{id}', 'POST /v1/{signal}', 'POST /contact'])
})

it('lists jobs with their cron expression', () => {
  const text =
    "defineJob({\n  name: 'a',\n  retries: 1,\n  run() {} })\ndefineJob({\n  name: 'b',\n  cron: '1 * * * *',\n  run })"
  expect(listJobs(server(text))).toEqual(['a', 'b (1 * * * *)'])
})

it('lists events where they are published or recorded, and no kinds of actors', () => {
  expect(listEvents(server("publish(tx, scope, { kind: 'loop_changed' }); kind: 'system'"))).toEqual(['loop_changed'])
  expect(listEvents(server("recordAudit(tx, { action: 'loop.resolve' })"))).toEqual(['loop.resolve'])
  expect(listEvents(server("{ kind: 'loop_changed', action: 'a.b' }"))).toEqual([])
})

it('lists tables of the baselines and paths of screens', () => {
  const path = 'packages/store/src/warehouse/baseline/x.ts'
  expect(listTables({ path, text: 'CREATE TABLE cost_line (' })).toEqual(['warehouse cost_line'])
  expect(listScreen({ path: 'packages/web/src/screens/x/screen.ts', text: "path: '/x'," })).toEqual(['/x'])
})
