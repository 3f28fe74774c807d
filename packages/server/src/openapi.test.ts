/** The OpenAPI description against the server: every served route is described, and responses match their schemas. */
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliver } from './imports/testing/deliver.ts'
import { smallBill } from './imports/testing/small-bill.ts'
import { crawl, listRoutes } from './testing/crawl.ts'
import { contractRoutes } from './testing/every-route.ts'
import { plant } from './testing/plant.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

interface Answer {
  $ref?: string
  content?: Record<string, { schema?: object }>
}
interface Operation {
  'x-needs': string
  responses: Record<string, Answer>
}

const document = JSON.parse(readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Answer> }
}

/** These end the caller's own access, which would hide every later response. */
const endsAccess = /^\/api\/auth\/|\/leave$|\/switch$/

let kept: TestKept
let admin: TestUser
beforeAll(async () => {
  kept = await openKept()
  await deliver(kept, smallBill([{ billed: '1.5' }, { billed: '2', day: 2 }, { billed: 'bad' }]))
  admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  await plant(kept, kept.world.scope, admin, 'planted')
})
afterAll(() => kept.close())

it('describes exactly the served routes, with their callers', () => {
  const served = [
    ...contractRoutes(),
    ...kept.server.routes.filter(
      ({ method, needs, isPage }) => needs !== 'contract' && !isPage && method !== 'HEAD' && method !== 'OPTIONS',
    ),
  ].map(({ method, path, needs }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')} ${needs}`)
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => `${method.toUpperCase()} ${path} ${operation['x-needs']}`),
  )
  expect(described.sort()).toEqual([...new Set(served)].sort())
})

it('answers as described, errors included', async () => {
  const check = answerChecker()
  expect(check('GET /v1/me', 200, 'application/json', '{"data":{}}')).toHaveLength(1)
  expect(check('GET /v1/me', 418, 'application/json', '{}')).toHaveLength(1)
  const routes = listRoutes(kept)
  const valueByName: Record<string, string> = { organization: kept.world.scope.organizationId, userId: admin.userId }
  const asAdmin = { headers: admin.headers, fill: (name: string) => valueByName[name] ?? crypto.randomUUID() }
  const changing = routes.filter(({ method, path }) => method !== 'GET' && !endsAccess.test(path))
  const responses = [
    ...(await crawl(
      kept,
      routes.filter(({ method }) => method === 'GET'),
      asAdmin,
    )),
    ...(await crawl(kept, changing, asAdmin)),
    ...(await crawl(kept, routes, { headers: {} })),
  ]
  const mismatches = responses.flatMap(({ route, status, body, type }) => check(route, status, type, body))
  expect(mismatches).toEqual([])
  const well = responses.filter(({ status }) => status === 200)
  expect(new Set(well.map(({ route }) => route)).size).toBeGreaterThan(70)
})

/** The differences between a response and its description, as text. */
function answerChecker() {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema(document, 'openapi')
  return (route: string, status: number, type: string, body: string): string[] => {
    const [method = '', path = ''] = route.split(' ')
    const responsePath = ['paths', path, method.toLowerCase(), 'responses', String(status)]
    const described = document.paths[path]?.[method.toLowerCase()]?.responses[String(status)]
    if (!described) return [`${route}: ${status} is not described: ${body.slice(0, 200)}`]
    if (!type.startsWith('application/json')) return []
    const schemaPath = described.$ref ? described.$ref.slice(2).split('/') : responsePath
    const pointer = [...schemaPath, 'content', 'application/json', 'schema']
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/')
    const validate = ajv.getSchema(`openapi#/${pointer}`)
    if (!validate) return [`${route}: ${status} has no schema for JSON`]
    if (validate(JSON.parse(body))) return []
    return [`${route}: ${status} differs: ${ajv.errorsText(validate.errors).slice(0, 300)}`]
  }
}
