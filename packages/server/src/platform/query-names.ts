/**
 * Refuses query parameters that a route does not know: a misspelled filter that is ignored returns the wrong data.
 * Routes outside the contract and the streams (pages, WebSockets) are not checked.
 */
import { contract } from '@kept/contract/contract.ts'
import { listContractRoutes } from '@kept/contract/list-routes.ts'
import { streamRoutes } from '@kept/contract/streams/all.ts'
import { badInput } from '@kept/domain/errors.ts'
import { findMeantName } from '@kept/domain/reject-misspelled.ts'
import * as z from 'zod'

/** The query parameters of every described route, by method and path template. */
export function listQueryNames(): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>()
  for (const { method, path, input } of listContractRoutes(contract)) {
    // Other methods read their input from the body.
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const allowed = method === 'GET' && input ? namesOf(input).filter((name) => !inPath.includes(name)) : []
    names.set(`${method} ${path}`, allowed)
  }
  for (const { method, path, query, anyQuery } of streamRoutes) {
    if (path.startsWith('/v1/') && !anyQuery) names.set(`${method} ${path}`, query ? Object.keys(query.shape) : [])
  }
  return names
}

/** `allowed` are the names that the route reads. Throws bad_input for the first other one. */
export function checkQueryNames(url: string, allowed: readonly string[]): void {
  const start = url.indexOf('?')
  if (start < 0) return
  for (const key of new URLSearchParams(url.slice(start + 1)).keys()) {
    // Lists and objects: "filter[0][values]" belongs to "filter".
    const name = key.split('[', 1)[0] ?? ''
    if (!allowed.includes(name)) throw unknownName(name, allowed)
  }
}

function unknownName(name: string, allowed: readonly string[]) {
  const meant = findMeantName(name, allowed)
  const unknown = `The query parameter "${name.slice(0, 60)}" is not known.`
  if (allowed.length === 0) return badInput(`${unknown} This endpoint has no query parameters.`)
  if (meant !== undefined) return badInput(`${unknown} Did you mean "${meant}"?`)
  return badInput(`${unknown} Use ${allowed.map((option) => `"${option}"`).join(', ')}.`)
}

/** Throws for a schema whose fields cannot be listed: at start, not at a request. */
function namesOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  if (schema instanceof z.ZodPipe) return namesOf(schema.in)
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.flatMap(namesOf))]
  if (schema instanceof z.ZodIntersection) return [...namesOf(schema.def.left), ...namesOf(schema.def.right)]
  throw new Error('The input of a GET route must be an object, or a union of objects.')
}
