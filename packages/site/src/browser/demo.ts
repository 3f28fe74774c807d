/** Starts a demo session with one click. If that fails, opens the sign-in page instead. */
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

/** The path under which Kept is served, as the page names it. */
const base = document.documentElement.dataset.base ?? ''

async function enterDemo(): Promise<string> {
  const { csrfToken } = await fetchJson<{ csrfToken: string }>('/api/auth/csrf-token')
  const { redirectUrl } = await fetchJson<{ redirectUrl: string }>('/api/auth/demo', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken },
    body: JSON.stringify({ as: 'demo-client' }),
  })
  return `${base}${redirectUrl}`
}

async function fetchJson<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(`${base}${path}`, init)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}
