/** For tests: a browser as far as HTTP is concerned. Keeps cookies, fetches the CSRF token, follows no redirect. */
interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect any response.
  body: any
  headers: Headers
}

export class Visitor {
  readonly cookies = new Map<string, string>()
  private csrf: string | undefined
  private readonly url: string
  private readonly extra: Record<string, string>

  constructor(url: string, extra: Record<string, string> = {}) {
    this.url = url
    this.extra = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', ...extra }
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.request('GET', path, undefined, headers)
  }

  /** With the CSRF token, fetched when missing, and once more when the session has changed. */
  async send(method: string, path: string, body: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    this.csrf ??= await this.token()
    const first = await this.request(method, path, body, { 'x-csrf-token': this.csrf, ...headers })
    if (first.status !== 403 || first.body?.details?.reason !== 'csrf' || headers['x-csrf-token']) return first
    this.csrf = await this.token()
    return this.request(method, path, body, { 'x-csrf-token': this.csrf, ...headers })
  }

  post(path: string, body: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, body, headers)
  }

  async token(): Promise<string> {
    return (await this.get('/api/auth/csrf-token')).body.csrfToken
  }

  async request(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(path.startsWith('http') ? path : `${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...this.extra,
        ...(body && { 'content-type': 'application/json' }),
        ...(this.cookies.size > 0 && { cookie: this.cookieHeader() }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) this.storeCookie(line)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: isJson && text ? JSON.parse(text) : text, headers: response.headers }
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  private storeCookie(line: string): void {
    const [pair = '', ...attributes] = line.split(';')
    const [name = '', ...value] = pair.split('=')
    const isExpired = attributes.some((attribute) => /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute))
    if (isExpired || value.join('=') === '') this.cookies.delete(name)
    else this.cookies.set(name, value.join('='))
  }
}
