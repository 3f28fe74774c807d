/** `POST /v1/resources/inventory/import?name=inventory.json`: an inventory as a file, JSON, JSON lines or CSV. */
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { InventoryResult } from '@kept/contract/routes/resources.ts'
import { describeIssue } from '@kept/domain/describe-issue.ts'
import { badInput } from '@kept/domain/errors.ts'
import { type InventoryItem, inventoryItemSchema } from '@kept/domain/resource.ts'
import { putInventory } from '@kept/store/resources/put-inventory.ts'
import { parse } from 'csv-parse'
import type { RawRoutes } from '../platform/app.ts'
import { fileBody, leaveBodiesUnread } from '../platform/file-body.ts'
import { admit } from '../platform/guard.ts'
import { withReceivedFile } from '../platform/receive-file.ts'
import { askForJudgement } from './routes.ts'

/** An inventory of a hundred thousand resources is some 60 MB; it is checked as a whole before any of it counts. */
const largest = 256 * 1024 ** 2
const mostTold = 100

export const inventoryImport: RawRoutes = (app, contextOf) => {
  app.register(async (scope) => {
    leaveBodiesUnread(scope)
    scope.post<{ Querystring: { name?: string } }>(
      '/v1/resources/inventory/import',
      { config: { needs: 'costs:import', maxBody: 'stream' } },
      async (request, reply) => {
        const { services, scope: owner } = admit(await contextOf(request), 'costs:import')
        const file = await fileBody(request)
        const name = (request.query.name || file.name).split(/[/\\]/).at(-1)?.slice(0, 200) || 'The file'
        const limits = { folder: services.folder.uploads, limit: largest }
        const { items, bad } = await withReceivedFile(file.body, limits, (path) => readInventoryFile(path, name))
        const put = await putInventory(services.state.database, owner, items, services.now())
        await askForJudgement(services, owner)
        const data: InventoryResult = { ...put, set_aside: bad.length, set_aside_rows: bad.slice(0, mostTold) }
        return reply.send({ data })
      },
    )
  })
}

/** A JSON document has to be in memory as a whole; CSV does not. */
const LARGEST_JSON = 256 * 1024 ** 2

interface ReadInventory {
  items: InventoryItem[]
  bad: InventoryResult['set_aside_rows']
}

async function readInventoryFile(path: string, name: string): Promise<ReadInventory> {
  const read: ReadInventory = { items: [], bad: [] }
  const take = (raw: unknown, where: string) => {
    const parsed = inventoryItemSchema.safeParse(raw)
    if (parsed.success) read.items.push(parsed.data)
    else {
      const [issue] = parsed.error.issues
      read.bad.push({
        where,
        reason: issue ? `${issue.path.join('.') || 'the item'}: ${describeIssue(issue)}` : 'cannot be read',
        value: '',
      })
    }
  }
  if (await startsLikeJson(path)) {
    if ((await stat(path)).size > LARGEST_JSON)
      throw badInput(`${name} is more than ${LARGEST_JSON / 1024 ** 2} MB of JSON; split it, or send CSV.`)
    for (const [i, raw] of documents(await readFile(path, 'utf8'), name).entries()) take(raw, `${name}, item ${i + 1}`)
  } else {
    let line = 1
    const rows = createReadStream(path).pipe(parse({ columns: true, bom: true, relax_column_count: true, trim: true }))
    try {
      for await (const row of rows as AsyncIterable<Record<string, string>>) {
        line += 1
        take(fromCells(row), `${name}, line ${line}`)
      }
    } catch {
      throw badInput(`${name} cannot be read as CSV; look at line ${line + 1}: is a quotation mark left open?`)
    }
  }
  if (read.items.length === 0) {
    const [first] = read.bad
    throw badInput(
      first
        ? `Not one of ${read.bad.length} items could be read; the first: ${first.where}: ${first.reason}.`
        : `${name} holds no resource; each needs at least provider and resource_id.`,
      { set_aside_rows: read.bad.slice(0, mostTold) },
    )
  }
  return read
}

async function startsLikeJson(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { end: 1023 }) as AsyncIterable<Buffer>) {
    return /^\uFEFF?\s*[[{]/.test(chunk.toString('utf8'))
  }
  return false
}

/** `{ "items": [...] }`, a list, or one document a line. */
function documents(text: string, name: string): unknown[] {
  try {
    const whole: unknown = JSON.parse(text)
    if (Array.isArray(whole)) return whole
    const { items } = whole as { items?: unknown }
    return Array.isArray(items) ? items : [whole]
  } catch {
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line, i) => {
        try {
          return JSON.parse(line) as unknown
        } catch {
          throw badInput(`${name}, line ${i + 1} is no JSON; an inventory is a list, or one document a line.`)
        }
      })
  }
}

/** Columns as the fields are called; "tag:team" and "attribute:iops" fill maps, relations read "attached_to:i-1;behind:lb-1". */
function fromCells(row: Record<string, string>): unknown {
  const item: Record<string, unknown> = {}
  const [tags, attributes]: Record<string, string>[] = [{}, {}]
  for (const [column, value] of Object.entries(row)) {
    if (value === '') continue
    if (column.startsWith('tag:')) (tags as Record<string, string>)[column.slice(4)] = value
    else if (column.startsWith('attribute:')) (attributes as Record<string, string>)[column.slice(10)] = value
    else if (column === 'relations') {
      item.relations = value.split(';').map((one) => {
        const at = one.indexOf(':')
        return { kind: one.slice(0, at).trim(), resource_id: one.slice(at + 1).trim() }
      })
    } else item[column] = value
  }
  return { ...item, tags, attributes }
}
