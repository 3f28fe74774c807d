/** One click into the demo: the same two steps the sign-in page takes. Where one fails, its link leads to that page. */
export function startDemo(link: HTMLAnchorElement): void {
  link.addEventListener('click', async (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (link.ariaBusy === 'true') return
    link.ariaBusy = 'true'
    try {
      location.assign(await enterDemo())
    } catch {
      location.assign(link.href)
    }
  })
}

async function enterDemo(): Promise<string> {
  const { csrfToken } = await ask<{ csrfToken: string }>('/api/auth/csrf-token')
  const { redirectUrl } = await ask<{ redirectUrl: string }>('/api/auth/demo', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken },
    body: JSON.stringify({ as: 'demo-client' }),
  })
  return redirectUrl
}

async function ask<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(path, init)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}
