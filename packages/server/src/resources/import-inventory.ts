/** `POST /v1/resources/inventory/import?name=inventory.json`: an inventory file as JSON, JSON lines or CSV. */
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { InventoryResult } from '@kept/contract/routes/resources.ts'
import { describeIssue } from '@kept/domain/describe-issue.ts'
import { badInput } from '@kept/domain/errors.ts'
import { type InventoryItem, inventoryItemSchema } from '@kept/domain/resource.ts'
import { CsvError } from '@kept/foundation/csv/read.ts'
import { readCsv } from '@kept/foundation/csv/read-stream.ts'
import { fieldOf } from '@kept/foundation/narrow.ts'
import { chunksOf } from '@kept/store/reading/chunks.ts'
import { putInventory } from '@kept/store/resources/put-inventory.ts'
import type { RawRoutes } from '../platform/app.ts'
import { fileBody, leaveBodiesUnread } from '../platform/file-body.ts'
import { admit } from '../platform/guard.ts'
import { withReceivedFile } from '../platform/receive-file.ts'
import { requestEvaluation } from './routes.ts'

/** 100,000 resources are about 60 MB. The file is validated as a whole first. */
const largest = 256 * 1024 ** 2
const maxReported = 100

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
        const { items, rejected } = await withReceivedFile(file.body, limits, (path) => readInventoryFile(path, name))
        const result = await putInventory(services.state.database, owner, items, services.now())
        await requestEvaluation(services, owner)
        const data: InventoryResult = {
          ...result,
          rejected: rejected.length,
          rejected_rows: rejected.slice(0, maxReported),
        }
        return reply.send({ data })
      },
    )
  })
}

/** JSON is loaded into memory, CSV is streamed. */
const LARGEST_JSON = 256 * 1024 ** 2

interface ReadInventory {
  items: InventoryItem[]
  rejected: InventoryResult['rejected_rows']
}

async function readInventoryFile(path: string, name: string): Promise<ReadInventory> {
  const read: ReadInventory = { items: [], rejected: [] }
  const addItem = (raw: unknown, location: string) => {
    const parsed = inventoryItemSchema.safeParse(raw)
    if (parsed.success) read.items.push(parsed.data)
    else {
      const [issue] = parsed.error.issues
      read.rejected.push({
        location,
        reason: issue ? `${issue.path.join('.') || 'the item'}: ${describeIssue(issue)}` : 'cannot be read',
        value: '',
      })
    }
  }
  if (await startsLikeJson(path)) {
    if ((await stat(path)).size > LARGEST_JSON)
      throw badInput(`${name} has more than ${LARGEST_JSON / 1024 ** 2} MB of JSON. Split it, or send CSV.`)
    for (const [i, raw] of documents(await readFile(path, 'utf8'), name).entries())
      addItem(raw, `${name}, item ${i + 1}`)
  } else {
    for await (const { row, line } of csvItems(path, name)) addItem(fromCells(row), `${name}, line ${line}`)
  }
  if (read.items.length === 0) {
    const [first] = read.rejected
    throw badInput(
      first
        ? `None of ${read.rejected.length} items could be read. The first: ${first.location}: ${first.reason}.`
        : `${name} has no resources. Each needs at least provider and resource_id.`,
      { rejected_rows: read.rejected.slice(0, maxReported) },
    )
  }
  return read
}

/** Rows by column name. Missing cells are empty, and cells beyond the header are ignored. */
async function* csvItems(path: string, name: string): AsyncGenerator<{ row: Record<string, string>; line: number }> {
  let header: string[] | undefined
  const invalid = (line: number) =>
    badInput(`${name} is not valid CSV, line ${line}. Check for an unclosed quotation mark.`)
  try {
    for await (const { cells, line, problem } of readCsv(createReadStream(path), { separator: ',', trim: true })) {
      if (problem) throw invalid(line)
      if (header) yield { row: Object.fromEntries(header.map((column, i) => [column, cells[i] ?? ''])), line }
      else header = cells
    }
  } catch (error) {
    throw error instanceof CsvError ? invalid(error.line) : error
  }
}

async function startsLikeJson(path: string): Promise<boolean> {
  for await (const chunk of chunksOf(createReadStream(path, { end: 1023 }))) {
    return /^\uFEFF?\s*[[{]/.test(chunk.toString('utf8'))
  }
  return false
}

/** Accepts `{ "items": [...] }`, a list, or JSON lines. */
function documents(text: string, name: string): unknown[] {
  try {
    const content: unknown = JSON.parse(text)
    if (Array.isArray(content)) return content
    const items = fieldOf(content, 'items')
    return Array.isArray(items) ? items : [content]
  } catch {
    return text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line, i) => {
        try {
          return JSON.parse(line) as unknown
        } catch {
          throw badInput(
            `${name}, line ${i + 1} is not valid JSON. An inventory is a list, or one JSON document per line.`,
          )
        }
      })
  }
}

/**
 * Columns are named like the fields. "tag:team" and "attribute:iops" fill maps, relations read
 * "attached_to:i-1;behind:lb-1".
 */
function fromCells(row: Record<string, string>): unknown {
  const item: Record<string, unknown> = {}
  const tags: Record<string, string> = {}
  const attributes: Record<string, string> = {}
  for (const [column, value] of Object.entries(row)) {
    if (value === '') continue
    if (column.startsWith('tag:')) tags[column.slice(4)] = value
    else if (column.startsWith('attribute:')) attributes[column.slice(10)] = value
    else if (column === 'relations') {
      item.relations = value.split(';').map((relation) => {
        const separator = relation.indexOf(':')
        return { kind: relation.slice(0, separator).trim(), resource_id: relation.slice(separator + 1).trim() }
      })
    } else item[column] = value
  }
  return { ...item, tags, attributes }
}
