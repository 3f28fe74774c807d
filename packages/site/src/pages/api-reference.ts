/** The API reference, from the description the server is tested against: packages/contract/openapi.json. */
import { readFileSync } from 'node:fs'
import { type Html, html, trusted } from '../html.ts'
import type { Page } from '../page.ts'

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  format?: string
  default?: unknown
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: Schema
}

interface Operation {
  summary?: string
  description?: string
  tags?: string[]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses?: Record<string, unknown>
}

interface ErrorResponse {
  description: string
  content: Record<string, { example: { code: string } }>
}

interface Listed {
  method: string
  path: string
  operation: Operation
}

interface Description {
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
  components: { parameters: Record<string, Parameter>; responses: Record<string, ErrorResponse> }
}

const documentation = { name: 'Documentation', path: '/docs' } as const

/** How to ask, with the list of tags, and a page for each tag. */
export function apiReference(): Page[] {
  const description = JSON.parse(
    readFileSync(new URL('../../../contract/openapi.json', import.meta.url), 'utf8'),
  ) as Description
  const all = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const tags = Map.groupBy(all, ({ operation }) => operation.tags?.[0] ?? 'Other')
  const pages = [...tags].map(([tag, operations]) => drawTag(tag, operations, description.components.parameters))
  return [start(description, all.length, tags), ...pages]
}

function start({ info, components }: Description, count: number, tags: ReadonlyMap<string, readonly Listed[]>): Page {
  return {
    path: '/docs/api',
    title: 'API reference',
    description: `All ${count} operations of the API, from its OpenAPI 3.1 description: paths, parameters and bodies.`,
    crumbs: [documentation],
    body: html`<h1>API reference</h1>
<p class="lead">Everything the screens do: ${count} operations, from the OpenAPI 3.1 description the server is tested against. Version ${info.version}.</p>
<p>Authenticate with an API key. Create one in <em>Settings</em>. Its scopes limit what it can do:</p>
<pre tabindex="0"><code>curl https://kept.example.com/v1/cost-optimization/overview \\
  -H 'authorization: Bearer kept_...'</code></pre>
<p>Results are in <code>data</code>, and pagination is in <code>meta</code>. Amounts are decimal strings with a currency. An error has <code>code</code>, <code>message</code> and <code>request_id</code>:</p>
<ul>${Object.values(components.responses).map(({ description: text, content }) => html`<li><code>${content['application/json']?.example.code}</code> ${withCode(text)}</li>`)}</ul>
<p>A POST that creates something accepts an <code>Idempotency-Key</code>, so you can retry safely. The same key and body return the first response for 24 hours.</p>
<h2 id="operations">Operations</h2>
<ul class="api-tags">${[...tags].map(([tag, { length }]) => html`<li><a href="${pathOf(tag)}">${tag}</a> <span class="faint">${length}</span></li>`)}</ul>`,
  }
}

function drawTag(tag: string, operations: readonly Listed[], shared: Record<string, Parameter>): Page {
  const count = operations.length === 1 ? 'The operation' : `The ${operations.length} operations`
  return {
    path: pathOf(tag),
    title: `API reference: ${tag}`,
    description: `${count} of the API about ${tag}: methods, paths, parameters, bodies and errors.`,
    crumbs: [documentation, { name: 'API reference', path: '/docs/api' }],
    body: html`<h1>${tag}</h1>${operations.map((listed) => drawOperation(listed, shared))}
<p><a href="/docs/api">All operations</a></p>`,
  }
}

function drawOperation({ method, path, operation }: Listed, shared: Record<string, Parameter>): Html {
  const content = operation.requestBody?.content ?? {}
  const body = content['application/json']?.schema
  const parameters = (operation.parameters ?? []).flatMap((parameter) =>
    '$ref' in parameter ? (shared[parameter.$ref.split('/').at(-1) ?? ''] ?? []) : [parameter],
  )
  const files = Object.keys(content).filter((type) => type !== 'application/json')
  const rows = [
    ...parameters.map(({ name, in: location, required, schema }) => row(name, location, schema, required ?? false)),
    ...(files.length === 0 ? [] : [html`<tr><td>body</td><td>body</td><td>${files.join(', ')}</td></tr>`]),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) =>
      row(name, 'body', schema, body?.required?.includes(name) ?? false),
    ),
  ]
  const head = html`<span class="method method-${method}">${method.toUpperCase()}</span><code>${path}</code><span class="what">${operation.summary ?? ''}</span>`
  const errors = Object.keys(operation.responses ?? {}).filter((status) => status >= '400')
  const notes = html`<p>${operation.description && withCode(`${operation.description} `)}Errors: ${errors.join(', ')}.</p>`
  const table = html`<div class="wide" tabindex="0"><table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th></tr></thead><tbody>${rows}</tbody></table></div>`
  return html`<details class="operation"><summary class="operation-head">${head}</summary>${notes}${rows.length > 0 && table}</details>`
}

/** Renders text between backquotes as code. */
function withCode(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

function row(name: string, location: string, schema: Schema | undefined, required: boolean): Html {
  return html`<tr><td><code>${name}</code>${required && trusted(' <span class="faint">required</span>')}</td><td>${location}</td><td>${typeOf(schema)}</td></tr>`
}

function typeOf(schema: Schema | undefined): string {
  if (!schema) return 'any'
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ')
  if (schema.type === 'array') return `list of ${typeOf(schema.items)}`
  return [schema.format ?? [schema.type ?? 'any'].flat().join(' | ')].join('')
}

function pathOf(tag: string): `/docs/api/${string}` {
  return `/docs/api/${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
}
