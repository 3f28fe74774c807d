/**
 * PATCH of SCIM (RFC 7644, section 3.5.2), applied to a resource as it is sent; the result is stored like that of a PUT.
 * Also what providers send beside the standard: "Replace" with a capital, a value without a path, `name.givenName` as a
 * key of such a value, and "False" for false.
 */
import { isObject } from '@kept/foundation/narrow.ts'
import * as z from 'zod'
import { scimError } from './errors.ts'
import { type Filter, parseFilter, propertyOf, withoutSchema } from './filter.ts'

const patchSchema = z.object({
  Operations: z
    .array(
      z.object({
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().max(1000).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(1000),
})

type Resource = Record<string, unknown>
interface Operation {
  op: 'add' | 'replace' | 'remove'
  path?: string | undefined
  value?: unknown
}

const unwritable = ['id', 'meta', 'schemas', 'groups']

/** Returns the changed copy. Throws a SCIM error for what cannot be applied. */
export function applyPatch(resource: Resource, body: unknown): Resource {
  const operations = propertyOf(body, 'Operations')
  const parsed = patchSchema.safeParse({ Operations: operations })
  if (!parsed.success)
    throw scimError(400, 'Send Operations, each with op "add", "replace" or "remove".', 'invalidSyntax')
  const copy = structuredClone(resource)
  for (const operation of parsed.data.Operations) applyOperation(copy, operation)
  return copy
}

function applyOperation(resource: Resource, { op, path, value }: Operation): void {
  if (path === undefined || path === '') {
    if (op === 'remove') throw scimError(400, 'An operation "remove" needs a path.', 'noTarget')
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw scimError(400, 'An operation without a path needs an object as its value.', 'invalidValue')
    for (const [key, part] of Object.entries(value)) applyAt(resource, { op, path: key, value: part })
    return
  }
  applyAt(resource, { op, path, value })
}

function applyAt(resource: Resource, { op, path, value }: Operation & { path: string }): void {
  const { name, condition, rest } = readPath(path)
  if (unwritable.includes(name.toLowerCase())) {
    if (name.toLowerCase() === 'schemas' || name.toLowerCase() === 'id') return
    throw scimError(400, `${name} can't be changed.`, 'mutability')
  }
  const key = Object.keys(resource).find((candidate) => candidate.toLowerCase() === name.toLowerCase()) ?? name
  const current = Object.hasOwn(resource, key) ? resource[key] : undefined
  if (condition) {
    applyToItems(resource, { key, condition, rest, op, value })
    return
  }
  if (rest !== undefined) {
    const inner: Resource = typeof current === 'object' && current !== null ? (current as Resource) : {}
    resource[key] = inner
    applyAt(inner, { op, path: rest, value })
    return
  }
  if (op === 'remove') {
    // Okta removes members by a value instead of a filter.
    if (Array.isArray(current) && Array.isArray(value)) {
      const removed = value.map((item) => propertyOf(item, 'value') ?? item)
      resource[key] = current.filter((item) => !removed.includes(propertyOf(item, 'value') ?? item))
    } else delete resource[key]
    return
  }
  if (op === 'add' && Array.isArray(current)) resource[key] = [...current, ...[value].flat()]
  else if (op === 'add' && isObject(current) && isObject(value)) resource[key] = { ...current, ...value }
  else if (isObject(current) && isObject(value)) resource[key] = { ...current, ...value }
  else resource[key] = value
}

interface ItemChange {
  key: string
  condition: Filter
  rest: string | undefined
  op: Operation['op']
  value: unknown
}

/** Items of a list that a filter chooses: `emails[type eq "work"].value`. */
function applyToItems(resource: Resource, { key, condition, rest, op, value }: ItemChange): void {
  const items = Array.isArray(resource[key]) ? (resource[key] as unknown[]) : []
  const chosen = items.filter((item) => condition(item))
  if (op === 'remove' && rest === undefined) {
    resource[key] = items.filter((item) => !chosen.includes(item))
    return
  }
  if (chosen.length === 0) {
    // Entra adds an address by a filter for its type, which no item has yet.
    resource[key] = rest === undefined ? [...items, ...[value].flat()] : [...items, { [rest]: value }]
    return
  }
  for (const item of chosen) {
    if (!isObject(item)) continue
    if (rest === undefined) Object.assign(item, value)
    else applyAt(item, { op, path: rest, value })
  }
}

function readPath(path: string): { name: string; condition?: Filter; rest?: string } {
  const plain = withoutSchema(path)
  const match = /^([\w$-]+)(?:\[(.*)\])?(?:\.([\w$.-]+))?$/.exec(plain)
  if (!match) {
    // Another schema's attribute is kept out: Kept stores only those of users and groups.
    if (plain.startsWith('urn:')) return { name: plain }
    throw scimError(400, `The path "${path.slice(0, 100)}" can't be read.`, 'invalidPath')
  }
  const [, name = '', filter, rest] = match
  if (name === '__proto__') throw scimError(400, 'There is no attribute "__proto__".', 'invalidPath')
  return { name, ...(filter !== undefined && { condition: parseFilter(filter) }), ...(rest !== undefined && { rest }) }
}
