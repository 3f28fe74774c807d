/** Requests of the page itself: only the browser knows the name of a Kept behind https. The page must be one of Kept. */
import type { Page } from 'playwright-core'

interface Answer {
  status: number
  body: { data?: unknown }
}

export function getData<Data>(page: Page, path: string): Promise<Data> {
  return dataOf(page, path, `fetch(${JSON.stringify(path)})`)
}

export function sendData<Data>(page: Page, method: 'POST' | 'PUT', path: string, input: object): Promise<Data> {
  const body = JSON.stringify(JSON.stringify(input))
  const headers = "{ 'content-type': 'application/json', 'x-csrf-token': csrfToken }"
  const send = `fetch(${JSON.stringify(path)}, { method: '${method}', headers: ${headers}, body: ${body} })`
  return dataOf(
    page,
    path,
    `fetch('/api/auth/csrf-token').then((answer) => answer.json()).then(({ csrfToken }) => ${send})`,
  )
}

async function dataOf<Data>(page: Page, path: string, request: string): Promise<Data> {
  const script = `${request}.then(async (answer) => ({ status: answer.status, body: await answer.json() }))`
  const { status, body } = await page.evaluate<Answer>(script)
  if (status >= 400) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
  return body.data as Data
}
