import type { TestUser } from './sign-in.ts'

/** For tests: what a user gets as the export of their account. */
export async function exportAccount(url: string, { headers }: Pick<TestUser, 'headers'>) {
  const response = await fetch(`${url}/v1/account/export`, { headers })
  const text = await response.text()
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect any response.
  const body: any = JSON.parse(text)
  return { status: response.status, text, body, data: body.data }
}
