/** For tests: a port of AWS that reads answers in the documented shapes, by the name of the operation. */
import type { InventoryItem } from '@kept/domain/resource.ts'
import { depsOf, type SmallAnswer, type SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import { awsPort } from '../ports.ts'
import { type AwsSession, openSession } from '../session.ts'

const nowMs = Date.parse('2026-11-22T10:20:00Z')
const location = { accountId: '111111111111', accountName: 'Shop', region: 'us-east-1' }
export type Answers = Readonly<Record<string, SmallAnswer | ((request: SmallRequest) => SmallAnswer)>>

/** By the name of the operation; S3 names it by the part of the bucket, Lambda by its path. */
function operationOf({ url, headers, body }: SmallRequest): string {
  const target = headers['x-amz-target']?.replace(/^.*\./, '')
  const action = target ?? new URLSearchParams(body).get('Action')
  if (action) return action
  if (url.pathname.endsWith('/policy')) return 'GetPolicy'
  if (url.pathname.includes('/functions')) return 'ListFunctions'
  if (url.host.includes('s3-control')) return 'account publicAccessBlock'
  const part = [...url.searchParams.keys()].find((name) => url.searchParams.get(name) === '' && name !== 'x-id')
  return part ?? 'ListBuckets'
}

export function openAnswering(answers: Answers): { session: AwsSession; requests: string[] } {
  const requests: string[] = []
  const deps = depsOf((request) => {
    const operation = operationOf(request)
    requests.push(operation)
    const answer = answers[operation] ?? { status: 500, body: `<Error><Code>No${operation}</Code></Error>` }
    return typeof answer === 'function' ? answer(request) : answer
  }, nowMs)
  return { session: openSession({ access_key_id: 'AKIA', secret_access_key: 'x', external_id: '' }, deps), requests }
}

export async function readAnswers(
  dataset: SyncDataset,
  answers: Answers,
): Promise<{ items: InventoryItem[]; requests: string[] }> {
  const { session, requests } = openAnswering(answers)
  const items: InventoryItem[] = []
  let cursor: string | null = null
  do {
    const page = await awsPort(dataset).readPage(session, location, { cursor, targets: [], nowMs })
    items.push(...page.items)
    cursor = page.next
  } while (cursor !== null)
  return { items, requests }
}

export const json = (body: object): SmallAnswer => ({ body, headers: { 'content-type': 'application/x-amz-json-1.1' } })
export const xml = (action: string, content: string): SmallAnswer => ({
  body: `<${action}Response><${action}Result>${content}</${action}Result></${action}Response>`,
})
export const jsonDenied = (action: string): SmallAnswer => ({
  status: 400,
  headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-errortype': 'AccessDeniedException' },
  body: { __type: 'AccessDeniedException', message: `User is not authorized to perform: ${action} on resource: *` },
})
export const xmlDenied: SmallAnswer = {
  status: 403,
  body: '<Error><Code>AccessDenied</Code><Message>no</Message></Error>',
}
export const attributesOf = (items: InventoryItem[]) =>
  Object.fromEntries(items.map(({ name, attributes }) => [name, attributes]))
