/** Validates the API description against OpenAPI 3.1 with an independent validator. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface OpenApiValidator {
  validate(document: object): Promise<{ valid: boolean; errors?: unknown }>
  version: string
}

/** Imported by name alone: the types of the whole repository then do not hang on a package of one test. */
const validatorPackage: string = '@seriousme/openapi-schema-validator'

interface Operation {
  operationId: string
  security: Record<string, string[]>[]
  responses: Record<string, object>
  'x-idempotency': string
  parameters?: { $ref?: string }[]
}

const document = JSON.parse(readFileSync('packages/contract/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, object>>
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
)

it('is valid OpenAPI 3.1', async () => {
  const { Validator } = (await import(validatorPackage)) as { Validator: new () => OpenApiValidator }
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
})

it('refers to nothing that is missing, and names each operation once', () => {
  const missing = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].filter(
    ([, kind = '', name = '']) => document.components[kind]?.[name] === undefined,
  )
  expect(missing.map(([text]) => text)).toEqual([])
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const schemes = new Set(operations.flatMap(({ operation }) => operation.security.flatMap(Object.keys)))
  expect([...schemes].sort()).toEqual(Object.keys(document.components.securitySchemes ?? {}).sort())
})

it('says of every operation who may send it, how it may be repeated and which errors come', () => {
  for (const { name, operation } of operations) {
    expect(operation.security, name).toBeInstanceOf(Array)
    expect(['safe', 'idempotent', 'key', 'none'], name).toContain(operation['x-idempotency'])
    expect(Object.keys(operation.responses), name).toEqual(expect.arrayContaining(['400', '429', '500', '503']))
    const takesKey = (operation.parameters ?? []).some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'))
    expect(takesKey, name).toBe(operation['x-idempotency'] === 'key')
  }
})
