import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { watchRoutes } from './declared-routes.ts'

it('records every route with its access, including those of a library', async () => {
  const app = Fastify()
  const declaredRoutes = watchRoutes(app)
  await declaredRoutes.during('public', () => app.register(async (files) => void files.get('/a.css', async () => '')))
  await app.register(
    async (inside) => void inside.post('/v1/x.csv', { config: { needs: 'costs:read' } }, async () => ''),
  )
  expect(app.declaredRoutes.filter(({ method }) => method !== 'HEAD')).toEqual([
    { method: 'GET', path: '/a.css', needs: 'public', isPage: true },
    { method: 'POST', path: '/v1/x.csv', needs: 'costs:read', isPage: false },
  ])
})

it('rejects a route without declared access, wherever it is registered', async () => {
  const app = Fastify()
  watchRoutes(app)
  expect(() => app.get('/open', async () => '')).toThrow('GET /open does not say who may pass')
  await expect(
    (async () => app.register(async (inside) => void inside.put('/v1/hidden', async () => '')).ready())(),
  ).rejects.toThrow('PUT /v1/hidden does not say who may pass')
})
