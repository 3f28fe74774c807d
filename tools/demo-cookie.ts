/** A session of the demo as a cookie header, for programs that need a signed-in page without a browser. */
export async function demoCookie(url: string, userAgent: string): Promise<string> {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await fetch(`${url}${path}`, {
      ...init,
      headers: { 'user-agent': userAgent, origin: url, cookie: headerOf(cookies), ...init.headers },
    })
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${(await answer.text()).slice(0, 200)}`)
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    return answer
  }
  const { csrfToken } = (await (await send('/api/auth/csrf-token')).json()) as { csrfToken: string }
  await send('/api/auth/demo', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken },
    body: JSON.stringify({ as: 'demo-admin' }),
  })
  return headerOf(cookies)
}

const headerOf = (cookies: ReadonlyMap<string, string>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
